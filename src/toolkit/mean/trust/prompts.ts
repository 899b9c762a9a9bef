/**
 * The facets, subagents and skills in the `.agent` directory of a project, where the agent finds them (P-S78). Does not judge their texts.
 */
import { type Host, isInside, type Listing, slashed } from "../../read/host/host.js";
import { realName } from "../../read/layers/identity.js";

const SECTIONS = ["facets", "subagents", "skills"] as const;

/** A file of a prompt. A skill is a directory with several files. */
export interface PromptFile {
  readonly section: (typeof SECTIONS)[number];
  /** The facet, subagent or skill that it belongs to. */
  readonly prompt: string;
  /** From the root of the project, with forward slashes. */
  readonly name: string;
}

/** The result of reading one file. */
export interface ReadFile {
  /** SHA-256 in hexadecimal; another text for an unreadable file. */
  readonly sha256: string;
  /** The beginning, longer than the front matter that the agent reads. */
  readonly head: string;
  /** In bytes. */
  readonly size: number;
}

export type ReadPrompt = PromptFile & ReadFile;

/** `reason` completes "cannot vouch for DIRECTORY: …". */
type OrRefused<Value> = readonly Value[] | { readonly reason: string };

/** The most files, and the most directories. */
const MOST = 1_000;
const DEEPEST = 16;

/** A file that the user's own configuration names as a prompt, and the path in that configuration. */
export type NamedPrompt = Omit<PromptFile, "name"> & { readonly source: string };

/** The files in the order of their names. A link counts with its target, if that lies in the project. */
export function promptFiles(host: Host, root: string, named: readonly NamedPrompt[]): OrRefused<PromptFile> {
  const files: PromptFile[] = [];
  let failure: string | undefined;
  const listed = (name: string): Exclude<Listing, { readonly reason: string }> => {
    const real = host.realPath(host.join(root, name));
    if (real === undefined || !isInside(real, realName(host, root)) || host.kindOf(real) !== "directory") return [];
    const entries = host.list?.(real) ?? [];
    if (!("reason" in entries)) return entries.toSorted((a, b) => (a.name < b.name ? -1 : 1));
    failure ??= `\`${name}\` cannot be read: ${entries.reason}`;
    return [];
  };
  const add = (file: PromptFile): void => {
    if (files.length < MOST) files.push(file);
    else failure ??= `it has more than ${MOST} files of facets, subagents and skills`;
  };
  const sections = new Set(listed(".agent").map(({ name }) => name));
  let directories = 0;
  const addAll = (directory: string, depth: number): void => {
    for (const { name, kind } of failure === undefined ? listed(directory) : []) {
      const below = `${directory}/${name}`;
      const prompt = promptAt(below);
      if (prompt !== undefined && kind !== "directory") add(prompt);
      const isDirectory = kind === "directory" || (kind === "link" && depth === 0);
      if (!isDirectory || promptAt(`${below}/x`) === undefined) continue;
      directories += 1;
      if (directories > MOST) failure ??= `it has more than ${MOST} directories of skills`;
      else if (depth < DEEPEST) addAll(below, depth + 1);
      else failure ??= `\`${below}\` lies too deep in its skill`;
    }
  };
  for (const section of SECTIONS) if (sections.has(section)) addAll(`.agent/${section}`, 0);
  const there = host.join(root, ".");
  for (const { source, ...prompt } of named) {
    const file = host.join(root, source);
    if (!isInside(file, there) || host.kindOf(file) === undefined) continue;
    const name = slashed(file.slice(there.length)).replace(/^\//, "");
    if (!files.some((one) => one.name === name)) add({ ...prompt, name });
  }
  return failure === undefined ? files : { reason: failure };
}

/** The prompt that a file in `.agent` belongs to, by its name from the root; undefined for any other file. */
export function promptAt(name: string): PromptFile | undefined {
  const [, section, first = "", more] = /^\.agent\/(facets|subagents|skills)\/([^/]+)(\/.+)?$/.exec(name) ?? [];
  // Editors and systems leave hidden files.
  if (first === "" || first.startsWith(".")) return undefined;
  if (section === "skills") return more === undefined ? undefined : { section, prompt: first, name };
  if (more !== undefined || !first.endsWith(".md") || (section !== "facets" && section !== "subagents"))
    return undefined;
  return { section, prompt: first.slice(0, -".md".length), name };
}

/** The same files, each read once. Skips a link out of the project, because the agent does not follow it. */
export function readPrompts(host: Host, root: string, named: readonly NamedPrompt[]): OrRefused<ReadPrompt> {
  const files = promptFiles(host, root, named);
  if ("reason" in files) return files;
  const prompts: ReadPrompt[] = [];
  let size = 0;
  for (const file of files) {
    const read = readIn(host, root, file.name);
    if (read === "too-large") return { reason: `\`${file.name}\` is too large` };
    if (read !== undefined) prompts.push({ ...file, ...read });
    size += read?.size ?? 0;
    if (size > LARGEST_TOGETHER) return { reason: "its facets, subagents and skills are too large together" };
  }
  return prompts;
}

function readIn(host: Host, root: string, name: string): ReadFile | "too-large" | undefined {
  const isOutside = (real: string): boolean => !isInside(real, realName(host, root));
  const file = host.join(root, name);
  const real = host.realPath(file);
  if (real !== undefined && isOutside(real)) return undefined;
  const read = readWhole(host, file, real);
  return typeof read === "object" && read.realPath !== undefined && isOutside(read.realPath) ? undefined : read;
}

/** The most bytes of one file. */
const LARGEST = 16 * 1024 * 1024;
const LARGEST_TOGETHER = 4 * LARGEST;
const HEAD = 10_000;

/** Reads a file for its sum. An unreadable file has a sum of its own, so the sum changes when the file becomes readable. */
export function readWhole(
  host: Host,
  file: string,
  real?: string,
): (ReadFile & { readonly realPath: string | undefined }) | "too-large" {
  const read = host.readFile(file, LARGEST, real);
  if (read.kind === "too-large") return "too-large";
  if (read.kind === "unreadable") return { sha256: read.kind, head: "", size: 0, realPath: undefined };
  return { ...asRead(host, read.bytes), realPath: read.realPath };
}

export function asRead(host: Host, bytes: Uint8Array): ReadFile {
  const head = new TextDecoder().decode(bytes.subarray(0, HEAD));
  return { sha256: host.sha256(bytes), head, size: bytes.length };
}

/** Of the current sums, those that equal the earlier ones. A skill counts as a whole: its text tells a model to use its other files. */
export function unchangedPrompts(
  now: ReadonlyMap<string, string>,
  before: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const partOf = (name: string): string => /^\.agent\/skills\/[^/]+\//.exec(name)?.[0] ?? name;
  const others = [...now.keys(), ...before.keys()].filter((name) => now.get(name) !== before.get(name));
  const changed = new Set(others.map(partOf));
  return new Map([...now].filter(([name]) => !changed.has(partOf(name))));
}
