/**
 * The subject of vouching (S58): a directory, and the state of the agent's files there: the exact bytes of the project's file, of the files
 * in the project that it names, and of its facets, subagents and skills.
 */
import { displayName, type Host, isInside, slashed, workingDirectories } from "../../read/host/host.js";
import { realName } from "../../read/layers/identity.js";
import type { Layer } from "../../read/layers/layer.js";
import { projectOf } from "../../read/layers/places.js";
import type { Place } from "../../read/schema/place.js";
import { namedFiles } from "./named-files.js";
import { type NamedPrompt, type ReadFile, type ReadPrompt, readPrompts, readWhole } from "./prompts.js";

/** The file of a project, and the files that it names. */
export interface VouchedConfiguration {
  /** The real path of the file. */
  readonly file: string;
  /** SHA-256 in hexadecimal: of the file alone if it names no other, or else of the list of all names and their sums. */
  readonly sha256: string;
  /** The named files, each by its absolute name. */
  readonly named: ReadonlyMap<string, ReadFile>;
  /** The named directories; which of their files matter is unknown. */
  readonly directories: readonly string[];
}

export interface Vouched {
  /** The real path of the directory: the root of the project, or without a project the directory itself. */
  readonly root: string;
  /** Undefined in a directory without a configuration. */
  readonly configuration: VouchedConfiguration | undefined;
  readonly prompts: readonly ReadPrompt[];
  /** SHA-256 in hexadecimal of the whole state; without prompts, that of the configuration. */
  readonly sha256: string;
}

/** `reason` completes "cannot vouch for DIRECTORY: …". */
export interface Refusal {
  readonly reason: string;
}

/** The most files in addition to the configuration. */
const MOST_FILES = 1_000;

/** The directory that a user can vouch for. `project`: the caller's choice of the project; `file`: its file, if it exists. */
export function rootOf(host: Host, project: string | false | undefined, file: string | undefined): string {
  if (file !== undefined) return host.resolve(projectOf(host, file) ?? host.join(file, ".."));
  if (typeof project === "string") {
    const chosen = host.resolve(project);
    const directory = host.kindOf(realName(host, chosen)) === "directory" ? chosen : host.join(chosen, "..");
    return projectOf(host, host.join(directory, "x")) ?? directory;
  }
  const isProject = (directory: string): boolean =>
    ![undefined, "file"].includes(host.kindOf(host.join(directory, ".agent")));
  return workingDirectories(host).find(isProject) ?? host.cwd;
}

/** `configuration`: that of the project; `named`: the prompts that the user's own configuration names. */
export function vouchedFor(
  host: Host,
  root: string,
  configuration: VouchedConfiguration | Refusal | undefined,
  named: readonly NamedPrompt[],
): Vouched | Refusal {
  if (configuration !== undefined && "reason" in configuration) return configuration;
  const prompts = readPrompts(host, root, named);
  if ("reason" in prompts) return prompts;
  const sums = prompts.map(({ name, sha256 }) => [name, sha256] as const);
  return {
    ...{ root: realName(host, root), configuration, prompts },
    sha256: stateSum(host, configuration?.sha256, new Map(sums)),
  };
}

/** `layer`: that of the project, and `tree` its tree in effect. */
export function vouchedConfiguration(
  host: Host,
  root: string,
  { file, sha256 }: Layer,
  tree: Place | undefined,
): VouchedConfiguration | Refusal {
  if (file === undefined || sha256 === undefined || tree === undefined) return { reason: "it cannot be read" };
  const { files, directories } = namedFiles(host, tree, root) ?? { directories: [] };
  if (files === undefined || files.length > MOST_FILES) return { reason: "it names too many files to review" };
  const own = sha256();
  const named = new Map<string, ReadFile>();
  for (const name of files) {
    const read = readWhole(host, name);
    if (read === "too-large") return { reason: `${displayName(host, name)}, which it names, is too large` };
    named.set(name, read);
  }
  const sums = Array.from(named, ([name, read]) => [name, read.sha256] as const);
  const all = named.size === 0 ? own : sumOf(host, [[file, own], ...sums]);
  return { file: realName(host, file), sha256: all, named, directories };
}

/** The sum of a whole state. `configuration`: the sum of the project's file and the files that it names. */
export function stateSum(host: Host, configuration: string | undefined, prompts: ReadonlyMap<string, string>): string {
  if (configuration !== undefined && prompts.size === 0) return configuration;
  return sumOf(host, [["", configuration ?? ""], ...[...prompts].toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}

/**
 * The named files below the root of the project, by their paths from there with forward slashes: the configuration may name them as
 * prompts.
 */
export function namedBelow(host: Host, root: string, { named }: VouchedConfiguration): ReadonlyMap<string, ReadFile> {
  const there = host.join(root, ".");
  const below = Array.from(named).filter(([name]) => isInside(name, there));
  return new Map(below.map(([name, read]) => [slashed(name.slice(there.length)).replace(/^\//, ""), read]));
}

function sumOf(host: Host, sums: readonly (readonly [name: string, sum: string])[]): string {
  const lines = sums.map(([name, sum]) => `${sum} ${JSON.stringify(name)}`);
  return host.sha256(new TextEncoder().encode(lines.join("\n")));
}
