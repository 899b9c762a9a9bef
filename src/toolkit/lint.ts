/** Reads configurations and reports their mistakes. Runs no program, opens no connection and reads only config files. */
import { once } from "../text/once.js";
import type { Inputs } from "./judge/analysis/inputs.js";
import { PERMISSIONS } from "./judge/analysis/permissions.js";
import { policyFaults } from "./judge/analysis/policy-faults.js";
import { type LintResult, Run } from "./judge/analysis/run.js";
import { surroundingsOf } from "./judge/analysis/surroundings.js";
import { NO_POLICIES, readPolicies } from "./judge/policy/read.js";
import { maySuppressIn } from "./judge/suppression/comments.js";
import type { LintSettings } from "./lint-settings.js";
import type { Scope, Severity } from "./read/diagnostic/diagnostic.js";
import { unpairedSurrogate } from "./read/document/encoding.js";
import { type Format, foreignEnding, formatOf } from "./read/document/formats.js";
import { hostHere } from "./read/host/here.js";
import type { Host } from "./read/host/host.js";
import type { Catalog } from "./read/layers/catalog.js";
import type { Choice, FileOptions } from "./read/layers/choice.js";
import { configurationsOf, grouped, permissionsOf } from "./read/layers/group.js";
import {
  FOREIGN_ENDING,
  type Identity,
  kindOfLayer,
  type Layer,
  layerOf,
  layerOfScope,
  type Unreadable,
  unusable,
} from "./read/layers/layer.js";
import { choiceOf, locate } from "./read/layers/locate.js";
import { LINT, optionsOf } from "./read/layers/options.js";
import { type Readings, readLayers, readNamed, readPermissions } from "./read/layers/read.js";

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
  const { result } = new Run(readAll(optionsOf("lint", options, LINT)));
  return options.settings?.judge(result) ?? result;
}

/** Lints as `lint` does; the resulting run can try fixes. `least`: the lowest severity to report. */
export function lintRun(options: LintOptions, least: Severity = "info"): Run {
  const inputs = readAll(options);
  const { groups, ignores, surroundings } = inputs;
  // Whether a comment is unused depends on all the findings that it suppresses.
  if (least === "info" || (ignores && groups.flat().some(({ document }) => maySuppressIn(document))))
    return new Run(inputs);
  return new Run({ ...inputs, surroundings: (layers) => ({ ...surroundings(layers), least }) });
}

/** Reads the configurations in the options, and their counterparts. */
export function readInputs(options: LintOptions): Inputs {
  return readWith(options, () => ({ layers: [], unreadable: [] }));
}

/** Reads the inputs of `lint`: configurations, and the permissions beside them (P-S108). */
export function readAll(options: LintOptions): Inputs {
  const inputs = readWith(options, (host, choice) => readPermissions(host, choice, "hand-over"));
  return { ...inputs, permissions: PERMISSIONS };
}

/** Reads the permissions of a place alone, with the configurations that name their servers. */
export function readBeside(host: Host, choice: Choice): Inputs {
  const { layers: configurations } = readLayers(host, locate(host, choice), "hand-over");
  const { layers, unreadable } = readPermissions(host, choice, "report");
  return {
    groups: grouped([...configurations, ...layers]),
    ...{ reported: layers, unreadable, permissions: PERMISSIONS, policies: NO_POLICIES, policyFaults: () => [] },
    surroundings: (some) => surroundingsOf(host, some, undefined, NO_POLICIES),
    ignores: true,
    sha256: host.sha256,
  };
}

/** `permissionsOf`: reads the permissions at the places of a choice. */
function readWith(options: LintOptions, permissionsAt: (host: Host, choice: Choice) => Readings): Inputs {
  const host = options.host ?? hostHere();
  const { files = [], as, global } = options;
  const named = readNamed(host, files, global, (file) => as ?? scopeOf(file));
  const readings = [...named, ...(options.texts ?? []).map((text) => textLayer(text, options.as, host))];
  const inputs = readings.filter((reading) => "document" in reading);
  const isNamed = readings.length > 0;
  const purelyTexts = isNamed && options.files === undefined;
  const without = (some: readonly Layer[], scope: Scope): string | false | undefined =>
    layerOfScope(some, scope) === undefined ? (options[scope] ?? (purelyTexts ? false : undefined)) : false;
  const choiceFor = (some: readonly Layer[]): Choice => choiceOf(without(some, "global"), without(some, "project"));
  const policies = readPolicies(host, options.policy);
  const located = readLayers(host, locate(host, choiceFor(configurationsOf(inputs))), "hand-over");
  const own = permissionsOf(inputs);
  const beside = isNamed && own.length === 0 ? undefined : permissionsAt(host, choiceFor(own));
  const all = [...located.layers, ...(beside?.layers ?? []), ...inputs];
  return {
    groups: grouped(all),
    reported: isNamed ? inputs : all,
    unreadable: [
      ...readings.filter((reading) => "reason" in reading),
      ...located.unreadable,
      ...(isNamed ? [] : (beside?.unreadable ?? [])),
    ],
    surroundings: (layers) => surroundingsOf(host, layers, options.catalog, policies),
    policies,
    policyFaults: once(() => policyFaults(host, policies)),
    ignores: options.ignores ?? true,
    sha256: host.sha256,
  };
}

function textLayer({ file, text, format, as }: LintText, scope: Scope | undefined, host: Host): Layer | Unreadable {
  if (format === undefined && foreignEnding(file) !== undefined) return { file, reason: FOREIGN_ENDING };
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  const identity: Identity = {
    ...{ scope: as ?? scope ?? scopeOf(file), file: undefined, sha256: once(() => host.sha256(bytes)) },
    ...kindOfLayer(file),
  };
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
