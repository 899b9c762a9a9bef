/** Loads the rules of `permissions.yaml` that hold here, for programs that run tools. */
import type { PlacedRule } from "../permissions/rule.js";
import { type LintResult, Run } from "./judge/analysis/run.js";
import { fileRules } from "./judge/permissions/file-rules.js";
import { readBeside } from "./lint.js";
import type { LoadedLayer } from "./load.js";
import type { Diagnostic } from "./read/diagnostic/diagnostic.js";
import { positionOf } from "./read/document/source.js";
import { hostHere } from "./read/host/here.js";
import type { Host } from "./read/host/host.js";
import type { FileOptions } from "./read/layers/choice.js";
import type { Layer } from "./read/layers/layer.js";
import { watchedFiles } from "./read/layers/locate.js";
import { type Kinds, LAYERS, OBJECT, optionsOf, TEXT } from "./read/layers/options.js";

/** `global` and `project` name configurations, as for `load`: the permissions stand beside them. */
export interface PermissionOptions extends FileOptions {
  /** Directory where the search for the project begins; the working directory of the process by default. */
  readonly cwd?: string;
  /** Environment, including `HOME` and `XDG_CONFIG_HOME`; that of the process by default. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Another machine than this one, with its own working directory and environment instead of `cwd` and `env`. */
  readonly host?: Host;
}

export interface LoadedPermissions {
  /** The user's rules, then those of the project, which allow nothing. */
  readonly rules: readonly PlacedRule[];
  /** All findings of `lint` about the files. */
  readonly diagnostics: readonly Diagnostic[];
  /** The same diagnostics with their texts, for `format`. */
  readonly findings: () => LintResult;
  /** The files that were read; without a SHA-256, one that could not be read. */
  readonly files: readonly LoadedLayer[];
  /** Whether loading again would read the same: no file is another one, and none has come. Looks at the files and reads none. */
  readonly isCurrent: () => boolean;
}

const KINDS: Kinds = { ...LAYERS, cwd: TEXT, env: OBJECT };

/**
 * Loads the rules of the user and of the project (P-S108). Fails closed: a file with an error allows nothing, and its rules that deny or
 * ask count as far as they can be read, without the fields that cannot. Bad input never throws; a wrong option is a `TypeError`.
 */
export function loadPermissions(given: PermissionOptions = {}): LoadedPermissions {
  const options = optionsOf("loadPermissions", given, KINDS);
  const host = options.host ?? hostHere(options);
  const signature = (): string => watchedFiles(host, options).map(host.signature).join("|");
  // Before reading: a change in the meantime is seen.
  const before = signature();
  const inputs = readBeside(host, options);
  const { result } = new Run(inputs);
  const { diagnostics } = result;
  const mistaken = new Set(diagnostics.filter(({ severity }) => severity === "error").map(keyOfFinding));
  return {
    rules: inputs.reported.flatMap((layer) => rulesOf(layer, mistaken.has(keyOfLayer(layer)))),
    diagnostics,
    findings: () => result,
    isCurrent: () => signature() === before,
    files: inputs.reported.map(({ scope, document, sha256 }) => ({
      ...{ scope, file: document.source.file, sha256: sha256?.() },
    })),
  };
}

function keyOfFinding({ layer, file }: Diagnostic): string {
  return `${layer} ${file}`;
}

function keyOfLayer({ scope, document }: Layer): string {
  return `${scope} ${document.source.file}`;
}

function rulesOf({ scope, document, file }: Layer, isMistaken: boolean): readonly PlacedRule[] {
  const source = scope === "global" ? "user" : "project";
  const allows = source === "user" && !isMistaken && document.problems.length === 0;
  return fileRules(document)
    .filter(({ effect }) => effect !== "allow" || allows)
    .map(({ effect, rule, node }) => {
      const { line } = positionOf(document.source, node.span.start);
      return { effect, rule, source, place: `${file ?? document.source.file}:${line}` };
    });
}
