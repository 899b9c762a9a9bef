/** Loads the configuration in effect: the one stage that resolves variables and, where the user allows it, runs commands. */

import { diagnose, placeOf } from "./diagnose.js";
import { compareDiagnostics, type Diagnostic, type Position, type Scope } from "./diagnostic.js";
import { type Json, valueAt } from "./document/node.js";
import type { EffectiveConfig, ModelOverride } from "./generated/effective.js";
import { type Host, nodeHost } from "./host.js";
import { type Effective, effective } from "./layers/effective.js";
import { type Examined, examine } from "./layers/examine.js";
import type { CatalogModels } from "./layers/inherit.js";
import { layerOfScope } from "./layers/layer.js";
import { type Choice, locate } from "./layers/locate.js";
import { readLayers } from "./layers/read.js";
import { redact } from "./layers/redact.js";
import { type Substituted, substitute } from "./layers/substitute.js";
import { commandsAllowed } from "./layers/substitutions.js";
import { formatPath, type Path, parsePath, toPointer } from "./path.js";
import { quote } from "./printable.js";
import { check } from "./schema/check.js";
import { secretWords } from "./schema/words.js";

export interface LoadOptions {
  /** Directory to look for the project from; the working directory of the process by default. */
  readonly cwd?: string;
  /** Environment, `HOME` and `XDG_CONFIG_HOME` included; that of the process by default. The caller answers for what is in it. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The global file; `false` for none; looked for by default (S1). */
  readonly globalFile?: string | false;
  /** The project's file or directory; `false` for none; looked for by default (S1). */
  readonly projectFile?: string | false;
  /** What the host knows of models and providers by itself (S16). */
  readonly catalog?: Catalog;
  /** Most milliseconds that one command may take; 30,000 by default (S21). */
  readonly commandTimeoutMs?: number;
  /** Another machine than this one; `cwd` and `env` are then its own to give. */
  readonly host?: Host;
}

/** Models that exist without a configuration. An entry of the same name takes over every field it does not set; any can be a parent. */
export interface Catalog {
  readonly models: Readonly<Record<string, Partial<ModelOverride>>>;
}

/** Where a value in effect comes from. */
export type Origin =
  | { readonly layer: Scope; readonly file: string; readonly position: Position; readonly path: string }
  /** The schema's default, or the catalog. */
  | { readonly layer: "default" | "catalog" };

/** What was read for one layer. */
export interface LoadedLayer {
  readonly scope: Scope;
  readonly file: string;
  readonly sha256: string | undefined;
}

interface LoadReport {
  /** Everything `lint` would report, and what went wrong while resolving. */
  readonly diagnostics: readonly Diagnostic[];
  readonly layers: readonly LoadedLayer[];
  /** Where the value at a path (`models["a/b"].class` or a JSON Pointer) comes from; undefined when there is no value. */
  readonly origin: (path: string) => Origin | undefined;
  /** Commands that stayed literal text, by JSON Pointer. */
  readonly unresolved: readonly { readonly path: string; readonly why: "in-project" | "disabled" }[];
  /** Changes when the outcome does. */
  readonly fingerprint: string;
}

/** The outcome of loading. Inspected or serialised as a whole it shows no secret; `config` itself is plain data and holds them. */
export type LoadResult =
  | (LoadReport & { readonly ok: true; readonly config: EffectiveConfig })
  | (LoadReport & { readonly ok: false; readonly config: undefined });

/**
 * Loads the configuration in effect (spec 1; S1–S23).
 *
 * Fails closed: no configuration, an unusable or mistaken global file, an unset variable or a failed command give `ok: false`.
 * A mistake in a project's file costs that value or that file, is reported, and the rest is loaded.
 * Never rejects for bad input.
 */
export async function load(options: LoadOptions = {}): Promise<LoadResult> {
  const host = options.host ?? nodeHost(options);
  const { layers } = readLayers(host, locate(host, choiceOf(options)), "report");
  const config = effective(layers, catalogModels(options));
  const substituted = await substitute(config.complete, {
    host,
    allowed: commandsAllowed(layerOfScope(layers, "global")?.value),
    timeoutMs: options.commandTimeoutMs ?? 30_000,
    written: config.written,
  });
  const value = trimKeys(substituted.value);

  const words = secretWords(layers.map(({ document }) => document));
  const failures = [
    ...substituted.failures,
    ...(substituted.failures.length > 0 ? [] : unfit(value, config, substituted)),
  ];
  const diagnostics = [...examine(layers), ...failures]
    .flatMap(({ layer, findings }) => findings.map((finding) => diagnose(finding, layer, layers, words)))
    .sort(compareDiagnostics);
  const wrong = diagnostics.some(({ layer, severity }) => layer === "global" && severity === "error");
  // Large, and of no use to those who only lint.
  const { isAgentConfig } = await import("./generated/validate.js");
  const outcome =
    failures.length === 0 && !wrong && isAgentConfig(value)
      ? { ok: true as const, config: value as unknown as EffectiveConfig }
      : { ok: false as const, config: undefined };

  const result: LoadResult = {
    ...outcome,
    diagnostics,
    layers: layers.map(({ scope, document, sha256 }) => ({ scope, file: document.source.file, sha256 })),
    origin: (path) => originOf(config, path, catalogModels(options)),
    unresolved: substituted.unresolved.map(({ path, why }) => ({ path: toPointer(path), why })),
    fingerprint: host.sha256(new TextEncoder().encode(JSON.stringify(outcome.ok ? value : diagnostics))),
  };
  return guard(result, () => redact(value, substituted.tainted, words));
}

function catalogModels({ catalog }: LoadOptions): CatalogModels {
  return (catalog?.models ?? {}) as unknown as CatalogModels;
}

/** Which files the options ask for. */
export function choiceOf({ globalFile, projectFile }: LoadOptions): Choice {
  return {
    ...(globalFile === undefined ? {} : { global: globalFile }),
    ...(projectFile === undefined ? {} : { project: projectFile }),
  };
}

/** White space around a static key is never part of it (spec 5.1, S22). */
function trimKeys(value: Json): Json {
  return mapObject(value, (key, child) =>
    key === "providers"
      ? mapObject(child, (_, provider) => mapObject(provider, (name, auth) => (name === "auth" ? trimKey(auth) : auth)))
      : child,
  );
}

function trimKey(auth: Json): Json {
  return mapObject(auth, (key, value) => (key === "key" && typeof value === "string" ? value.trim() : value));
}

function mapObject(value: Json, change: (key: string, child: Json) => Json): Json {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(key, child)]));
}

/** Values that fit while they were references and do not fit any more. What they are now is nobody's to see. */
function unfit(value: Json, config: Effective, { tainted }: Substituted): readonly Examined[] {
  const outside = new Set(tainted.map(toPointer));
  return check(value).flatMap(({ rule, at }) => {
    const written = "path" in at && outside.has(toPointer(at.path)) ? config.written(at.path) : undefined;
    if (written === undefined) return [];
    const message = `${quote(formatPath(written.path))} does not fit once its substitution is resolved`;
    return [
      { layer: written.layer, findings: [{ rule, at: { path: written.path, part: "value" as const }, message }] },
    ];
  });
}

function originOf(config: Effective, text: string, catalog: CatalogModels): Origin | undefined {
  const path = parsePath(text);
  if (path === undefined || !config.has(path)) return undefined;
  const written = config.written(path);
  if (written === undefined) return { layer: isListed(path, catalog) ? "catalog" : "default" };
  const { document, scope } = written.layer;
  const range = placeOf(document, { path: written.path, part: "value" });
  return { layer: scope, file: document.source.file, position: range.start, path: toPointer(written.path) };
}

/** Whether a field of a model stands in the catalog under the model's own name. */
function isListed([section, model = "", ...field]: Path, catalog: CatalogModels): boolean {
  return section === "models" && field.length > 0 && valueAt(catalog, [model, ...field]) !== undefined;
}

/** What is printed, inspected or serialised of a result is its redacted form. */
function guard(result: LoadResult, redacted: () => Json): LoadResult {
  const shown = (): object => ({ ...result, config: result.ok ? redacted() : undefined });
  return Object.defineProperties(result, {
    toJSON: { value: shown },
    [Symbol.for("nodejs.util.inspect.custom")]: { value: shown },
  });
}
