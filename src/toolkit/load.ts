/** Loads the configuration in effect: the one verb that resolves variables and, where the user allows it, runs commands. */
import type { EffectiveConfig } from "../generated/effective.js";
import { parsePath, toPointer } from "../text/path.js";
import { diagnose } from "./judge/analysis/diagnose.js";
import { fingerprintOf } from "./judge/analysis/fingerprint.js";
import { resolveSnapshot } from "./judge/analysis/loading.js";
import { rangeAt } from "./judge/analysis/place.js";
import { policyFaults } from "./judge/analysis/policy-faults.js";
import { unjudged } from "./judge/analysis/rewrite.js";
import { documentsOf, type LintResult, summaryOf } from "./judge/analysis/run.js";
import { Snapshot } from "./judge/analysis/snapshot.js";
import { surroundingsOf } from "./judge/analysis/surroundings.js";
import { vouchableOf } from "./judge/analysis/vouchable.js";
import { type Withheld, withheldFrom } from "./judge/analysis/withheld.js";
import { readPolicies } from "./judge/policy/read.js";
import { type Setting, settingAt } from "./mean/configuration/setting.js";
import { commandsAllowed } from "./mean/substitution/find.js";
import type { ResolveOptions } from "./mean/substitution/resolve.js";
import { type UnresolvedText, unresolvedIn } from "./mean/substitution/unresolved.js";
import type { Standing } from "./mean/trust/standing.js";
import { valueAt } from "./read/diagnostic/anchor.js";
import {
  compareDiagnostics,
  type Diagnostic,
  type Position,
  type Scope,
  withoutRepeats,
} from "./read/diagnostic/diagnostic.js";
import type { Json } from "./read/document/data.js";
import { hostHere } from "./read/host/here.js";
import type { Host } from "./read/host/host.js";
import type { RunResult } from "./read/host/run.js";
import type { Catalog } from "./read/layers/catalog.js";
import type { FileOptions } from "./read/layers/choice.js";
import { type Layer, layerOfScope } from "./read/layers/layer.js";
import { locate } from "./read/layers/locate.js";
import { LOAD, optionsOf } from "./read/layers/options.js";
import { readLayers } from "./read/layers/read.js";
import { jsonOf } from "./read/schema/place.js";

export interface LoadOptions extends FileOptions {
  /** Directory where the search for the project begins; the working directory of the process by default. */
  readonly cwd?: string;
  /** Environment, including `HOME` and `XDG_CONFIG_HOME`; that of the process by default. The caller is responsible for its contents. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** The global file; `false` for none; by default, `load` searches for it ([S1](../../docs/decisions.md#s1)). */
  readonly global?: string | false;
  /** The project's file or directory; `false` for none; by default, `load` searches for it ([S1](../../docs/decisions.md#s1)). */
  readonly project?: string | false;
  /** The models and providers that the host itself knows ([S16](../../docs/decisions.md#s16)). */
  readonly catalog?: Catalog;
  /** The file of a policy that holds in addition to the machine's ([docs/policy.md](../../docs/policy.md)). */
  readonly policy?: string;
  /**
   * The treatment of `${NAME}` for an unset variable ([S17](../../docs/decisions.md#s17)). `error`, the default: nothing is loaded. `keep`:
   * the text stays unresolved, gets a warning, and is listed in `unresolved`; if the schema accepts only certain texts, it is still an
   * error. Do not send or use an unresolved text: omit the provider or server that needs it.
   */
  readonly unset?: "error" | "keep";
  /**
   * Whether a project's changes to its user's agent take effect ([docs/trust.md](../../docs/trust.md)). `trusted`, the default: all that
   * the specification allows. `untrusted`: only benign and stricter changes, without substituting variables in them. `granted`: trusted if
   * its user vouched for the project's present state (`agentcfg trust`), or else untrusted.
   */
  readonly projectTrust?: "trusted" | "granted" | "untrusted";
  /** With `granted`: the sums (`projectSha256`) of the trusted projects, instead of the user's own list. */
  readonly trustedProjects?: readonly string[];
  /** The longest run of one command, in milliseconds; 30,000 by default ([S21](../../docs/decisions.md#s21)). */
  readonly commandTimeoutMs?: number;
  /** Ends a running command, and every later command fails. */
  readonly signal?: AbortSignal;
  /** Another machine than this one, with its own working directory and environment instead of `cwd` and `env`. */
  readonly host?: Host;
}

/** The source of a value in effect. */
export type Origin =
  | { readonly layer: Scope; readonly file: string; readonly position: Position; readonly path: string }
  /** The schema's default, or the catalog. */
  | { readonly layer: "default" | "catalog" };

/** The file that was read for one layer. */
export interface LoadedLayer {
  readonly scope: Scope;
  readonly file: string;
  readonly sha256: string | undefined;
}

export interface WithheldValue {
  /** JSON Pointer; hides a key that is a secret. */
  readonly path: string;
  /** The capability of the setting; `environment`: it would have read a variable of the user's. */
  readonly why: Withheld["why"];
  /** The file of a facet, subagent or skill that no configuration names, from the root of the project. */
  readonly file?: string;
}

interface LoadReport {
  /** All findings of `lint`, and the failures of resolving. */
  readonly diagnostics: readonly Diagnostic[];
  readonly layers: readonly LoadedLayer[];
  /** The same diagnostics with their texts, for `format`. */
  readonly findings: () => LintResult;
  /** The source of the value at a path (`models["a/b"].class` or a JSON Pointer); undefined without a value. */
  readonly origin: (path: string) => Origin | undefined;
  /** Texts in effect that still contain an unresolved substitution, by JSON Pointer. Send none of them anywhere. */
  readonly unresolved: readonly UnresolvedText[];
  /** Values and prompts of the project that are not in effect because the user does not vouch for it; see `projectTrust`. */
  readonly withheld: readonly WithheldValue[];
  /** What the user vouches for in this place: the directory, and its contents ([S58](../../docs/decisions.md#s58)). */
  readonly standing: Standing;
  /**
   * SHA-256 in hexadecimal of the project's file, of the files in the project that it names, and of its facets, subagents and skills, each
   * read once; undefined without any of these, and for a project that a user cannot vouch for.
   */
  readonly projectSha256: () => string | undefined;
  /** Changes whenever the outcome does. */
  readonly fingerprint: string;
}

/** The outcome of loading. Inspected or serialised as a whole it shows no secret; `config` itself is plain data and contains them. */
export type LoadResult =
  | (LoadReport & { readonly ok: true; readonly config: EffectiveConfig })
  | (LoadReport & { readonly ok: false; readonly config: undefined });

/**
 * Loads the configuration in effect ([spec 1](../../docs/specification.md#1-what-the-service-does), [decisions](../../docs/decisions.md)).
 *
 * Fails closed: no configuration, an unusable or mistaken global file, an unset variable or a failed command give `ok: false`. A mistake in
 * a project's file is reported and costs that value or that file; the rest is loaded. A value that a policy forbids, in either file, and a
 * policy that cannot be used give `ok: false` ([S59](../../docs/decisions.md#s59)). Bad input never rejects the promise; a wrong option
 * rejects it with a `TypeError`.
 */
export async function load(options: LoadOptions = {}): Promise<LoadResult> {
  return loadWith(optionsOf("load", options, LOAD), () => new Map());
}

/** Loads as `load` does. `printed`: the earlier output of commands for this state of the global layer. */
export async function loadWith(
  options: LoadOptions,
  printed: (global: Layer | undefined) => Map<string, RunResult>,
): Promise<LoadResult> {
  const host = options.host ?? hostHere(options);
  const { layers } = readLayers(host, locate(host, options), "report");
  const results = printed(layerOfScope(layers, "global"));
  const without = (lost: readonly Layer[]): readonly Layer[] => {
    const others = unjudged(lost, "loading");
    return layers.map((layer) => others.get(layer) ?? layer);
  };
  // A project whose check fails is left out, like an unreadable one (S5).
  const projects = layers.filter(({ scope }) => scope === "project");
  type Fallbacks = readonly (readonly Layer[])[];
  const attempt = async (some: readonly Layer[], [lost, ...others]: Fallbacks): Promise<LoadResult> => {
    try {
      return await loadLayers(some, host, results, options);
    } catch (error) {
      if (lost === undefined) throw error;
      return attempt(without(lost), others);
    }
  };
  return attempt(layers, projects.length === 0 ? [layers] : [projects, layers]);
}

async function loadLayers(
  layers: readonly Layer[],
  host: Host,
  results: ResolveOptions["results"],
  options: LoadOptions,
): Promise<LoadResult> {
  const policies = readPolicies(host, options.policy);
  const snapshot = new Snapshot(layers, surroundingsOf(host, layers, options.catalog, policies));
  const { findings, redactor } = snapshot;
  const faults = policyFaults(host, policies);
  const isWrong =
    faults.length > 0 ||
    findings.some(({ layer, rule, severity }) => rule.isOfPolicy || (layer.scope === "global" && severity === "error"));
  const vouchable = vouchableOf(snapshot, host, options);
  const standing = vouchable.standing(options);
  const isTrusted = standing.prompts !== undefined;
  const { snapshot: counting, withheld } = isTrusted ? { snapshot, withheld: [] } : withheldFrom(snapshot);
  const { effective, remarks, failures } = await resolveSnapshot(counting, {
    host,
    commands: isWrong ? "refused" : commandsAllowed(layerOfScope(layers, "global")) ? "run" : "off",
    timeoutMs: options.commandTimeoutMs ?? 30_000,
    unset: options.unset ?? "error",
    results,
  });
  const all = [...findings, ...remarks, ...failures].map((finding) => diagnose(finding, layers, redactor));
  const diagnostics = [...withoutRepeats(all), ...faults].toSorted(compareDiagnostics);
  const value = jsonOf(effective);
  const outcome =
    failures.length === 0 && !isWrong
      ? { ok: true as const, config: value as unknown as EffectiveConfig }
      : { ok: false as const, config: undefined };

  const result: LoadResult = {
    ...outcome,
    diagnostics,
    layers: layers.map(({ scope, document, sha256 }) => ({ scope, file: document.source.file, sha256: sha256?.() })),
    findings: () => ({
      layers,
      reported: layers,
      diagnostics,
      summary: summaryOf(diagnostics),
      suppressed: 0,
      unchecked: 0,
      unreadable: [],
      ...documentsOf(policies),
    }),
    origin: (path) => originOf(effective, path),
    unresolved: unresolvedIn(effective, []),
    withheld: [
      ...withheld.map(({ path, why }) => ({ path: toPointer(redactor.path(path)), why })),
      ...vouchable.withheld(standing).map(({ section, prompt, name }) => {
        return {
          path: toPointer(redactor.path([section, prompt])),
          why: "context",
          file: redactor.text(name),
        } as const;
      }),
    ],
    standing,
    projectSha256: () => vouchable.sum(),
    fingerprint: fingerprintOf(outcome.ok ? value : diagnostics, host.sha256),
  };
  return guard(result, () => redactor.json(effective));
}

function originOf(effective: Setting, text: string): Origin | undefined {
  const path = parsePath(text);
  const setting = path && settingAt(effective, path);
  if (path === undefined || setting === undefined) return undefined;
  const { source, inheritedFrom = path } = setting;
  if (typeof source === "string") return { layer: source };
  const range = rangeAt(source.document, valueAt(...inheritedFrom));
  const { file } = source.document.source;
  return { layer: source.scope, file, position: range.start, path: toPointer(inheritedFrom) };
}

/** Printing, inspecting or serialising a result gives its redacted form. */
function guard(result: LoadResult, redacted: () => Json): LoadResult {
  const shown = (): object => ({ ...result, config: result.ok ? redacted() : undefined });
  return Object.defineProperties(result, {
    toJSON: { value: shown },
    [Symbol.for("nodejs.util.inspect.custom")]: { value: shown },
  });
}
