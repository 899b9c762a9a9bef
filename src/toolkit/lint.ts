/** Reads configurations and reports their mistakes. Runs no program, opens no connection and reads only config files. */
import { once } from "../text/once.js";
import { policyFaults } from "./judge/analysis/policy-faults.js";
import { type Inputs, type LintResult, Run } from "./judge/analysis/run.js";
import { surroundingsOf } from "./judge/analysis/surroundings.js";
import { readPolicies } from "./judge/policy/read.js";
import { maySuppressIn } from "./judge/suppression/comments.js";
import type { LintSettings } from "./lint-settings.js";
import type { Scope, Severity } from "./read/diagnostic/diagnostic.js";
import { unpairedSurrogate } from "./read/document/encoding.js";
import { type Format, foreignEnding, formatOf } from "./read/document/formats.js";
import { hostHere } from "./read/host/here.js";
import type { Host } from "./read/host/host.js";
import type { Catalog } from "./read/layers/catalog.js";
import type { FileOptions } from "./read/layers/choice.js";
import { FOREIGN_ENDING, type Layer, layerOf, layerOfScope, type Unreadable, unusable } from "./read/layers/layer.js";
import { choiceOf, locate } from "./read/layers/locate.js";
import { LINT, optionsOf } from "./read/layers/options.js";
import { readLayers, readNamed } from "./read/layers/read.js";

/** A configuration as text or bytes, instead of a file. */
export interface LintText {
  /** The name shown in the report; its ending decides the format unless `format` does, and another ending is refused. */
  readonly file: string;
  readonly text: string | Uint8Array;
  readonly format?: Format;
  readonly as?: Scope;
}

export interface LintOptions extends FileOptions {
  /**
   * Files to lint, or directories with one, relative to the host's working directory; by default, without `files` and `texts`, the layers
   * of the working directory.
   */
  readonly files?: readonly string[];
  readonly texts?: readonly LintText[];
  /** The layer of all inputs. By default a file in an `.agent` directory is a project's, and any other is global. */
  readonly as?: Scope;
  /**
   * The known models and providers in addition to the configuration ([S16](../../docs/decisions.md#s16)). With it, an unknown model is an
   * error.
   */
  readonly catalog?: Catalog;
  /** The file of a policy that holds in addition to the machine's ([docs/policy.md](../../docs/policy.md)). */
  readonly policy?: string;
  /** Whether comments in the files may suppress diagnostics; true by default. */
  readonly ignores?: boolean;
  /** The selection of findings, made by `lintSettings`; all of them by default. */
  readonly settings?: LintSettings;
  /** The machine; the one this process runs on by default. */
  readonly host?: Host;
}

/**
 * Lints configurations, each as part of its pair of layers.
 *
 * An input that is one layer is read together with the other one: another input, the file of `global` or `project`, or the one that a
 * search finds ([S1](../../docs/decisions.md#s1)); `false` for none, and with only `texts` there is no search. Reports only diagnostics of
 * the inputs; without inputs, those of both layers of the working directory.
 *
 * Bad input gives diagnostics, never an exception; a wrong option is a `TypeError`. Diagnostics hold no secret; `layers` hold the raw
 * texts.
 */
export function lint(options: LintOptions = {}): LintResult {
  const { result } = new Run(readInputs(optionsOf("lint", options, LINT)));
  return options.settings?.judge(result) ?? result;
}

/** Lints as `lint` does; the resulting run can try fixes. `least`: the lowest severity to report. */
export function lintRun(options: LintOptions, least: Severity = "info"): Run {
  const inputs = readInputs(options);
  const { groups, ignores, surroundings } = inputs;
  // Whether a comment is unused depends on all the findings that it suppresses.
  if (least === "info" || (ignores && groups.flat().some(({ document }) => maySuppressIn(document))))
    return new Run(inputs);
  return new Run({ ...inputs, surroundings: (layers) => ({ ...surroundings(layers), least }) });
}

/** Reads the layers in the options, and their counterparts. */
export function readInputs(options: LintOptions): Inputs {
  const host = options.host ?? hostHere();
  const { files = [], as, global } = options;
  const named = readNamed(host, files, global, (file) => as ?? scopeOf(file));
  const readings = [...named, ...(options.texts ?? []).map((text) => textLayer(text, options.as, host))];
  const inputs = readings.filter((reading) => "document" in reading);
  const isNamed = readings.length > 0;
  const purelyTexts = isNamed && options.files === undefined;
  const wanted = (scope: Scope): string | false | undefined =>
    layerOfScope(inputs, scope) === undefined ? (options[scope] ?? (purelyTexts ? false : undefined)) : false;
  const policies = readPolicies(host, options.policy);
  const located = readLayers(host, locate(host, choiceOf(wanted("global"), wanted("project"))), "hand-over");
  return {
    groups: isNamed ? group(inputs, located.layers) : [located.layers],
    reported: isNamed ? inputs : located.layers,
    unreadable: [...readings.filter((reading) => "reason" in reading), ...located.unreadable],
    surroundings: (layers) => surroundingsOf(host, layers, options.catalog, policies),
    policies,
    policyFaults: once(() => policyFaults(host, policies)),
    ignores: options.ignores ?? true,
    sha256: host.sha256,
  };
}

/** The pairs to read together, each with the global layer first. With several global files, every layer stands alone. */
function group(inputs: readonly Layer[], located: readonly Layer[]): readonly (readonly Layer[])[] {
  const all = [...located, ...inputs];
  const globals = all.filter(({ scope }) => scope === "global");
  const projects = all.filter(({ scope }) => scope === "project");
  if (globals.length > 1) return all.map((layer) => [layer]);
  return projects.length === 0 ? [globals] : projects.map((project) => [...globals, project]);
}

function textLayer({ file, text, format, as }: LintText, scope: Scope | undefined, host: Host): Layer | Unreadable {
  if (format === undefined && foreignEnding(file) !== undefined) return { file, reason: FOREIGN_ENDING };
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const identity = { scope: as ?? scope ?? scopeOf(file), file: undefined, sha256: once(() => host.sha256(bytes)) };
  const surrogate = typeof text === "string" ? text.search(/\p{Cs}/u) : -1;
  // Encoding would silently replace an unpaired surrogate.
  if (surrogate !== -1) {
    return unusable({ file, text: String(text) }, unpairedSurrogate(surrogate, surrogate + 1), identity);
  }
  return layerOf(file, bytes, format ?? formatOf(file), identity);
}

/** A file in an `.agent` directory belongs to a project (S1). */
function scopeOf(file: string): Scope {
  return file.split(/[\\/]/).slice(0, -1).includes(".agent") ? "project" : "global";
}
