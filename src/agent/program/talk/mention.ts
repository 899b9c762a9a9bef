/**
 * `@path` in a prompt, which names a file for the model (P-S118): where it stands in a text, how it is spelt, and its completion with names in the
 * working directory. It attaches nothing: the model reads the file with its tools, and they ask as usual.
 */
import { isVisible } from "../../../text/escape.js";
import { type IgnoreRules, ruling } from "../../../text/ignore-rules.js";
import type { ReadDirectory } from "../../machine/interfaces/directory.js";
import { isAbsolute } from "../../session/store/paths.js";
import { type Candidate, completedWith } from "./completed.js";
import type { Completed } from "./stand.js";

export interface Mention {
  /** With the `@`, as it was typed. */
  readonly typed: string;
  readonly path: string;
}

export interface MentionPorts {
  readonly read: ReadDirectory;
  readonly join: (...parts: readonly string[]) => string;
  /** The rules of a directory's `.gitignore`; none without one. */
  readonly ignored: (directory: string) => Promise<IgnoreRules>;
}

/** Characters of a path. */
const LONGEST = 4096;

/** Names that are looked at in one directory, and in all of them together where a name is looked for below. */
const IN_ONE = 100_000;
const BELOW = 20_000;

/** Candidates that are looked at: more of them say nothing to a person. */
const MOST = 1000;

/** Directories of other programs: their files are never looked for. */
const OF_OTHERS: ReadonlySet<string> = new Set(["node_modules"]);

/** The mention that ends at the end of a text; undefined where there is none. */
export function mentionAtEnd(text: string): Mention | undefined {
  let at = Math.max(0, text.length - LONGEST);
  for (;;) {
    at = text.indexOf("@", at);
    if (at === -1) return undefined;
    const isBeginning = at === 0 || /[\s([{<"'`=:,]/.test(text[at - 1] ?? "");
    const end = isBeginning ? endOf(text, at + 1) : at + 1;
    if (isBeginning && end === undefined) return { typed: text.slice(at), path: pathOf(text.slice(at + 1)) };
    at = end ?? at + 1;
  }
}

/** Where the path ends that begins at a place; undefined where it goes on to the end of the text. */
function endOf(text: string, from: number): number | undefined {
  const isQuoted = text[from] === '"';
  for (let at = isQuoted ? from + 1 : from; at < text.length; at += 1) {
    if (isQuoted && text[at] === "\\") at += 1;
    else if (isQuoted ? text[at] === '"' : /\s/.test(text[at] ?? "")) return at + 1;
  }
  return undefined;
}

function pathOf(written: string): string {
  return written.startsWith('"') ? written.slice(1).replaceAll(/\\(.)/gsu, "$1") : written;
}

/** A path as it stands in a prompt: in quotes where it has spaces, quotes or backslashes. `isWhole`: nothing follows in it. */
export function mentionOf(path: string, isWhole: boolean): string {
  if (!/[\s"\\]/.test(path)) return `@${path}`;
  return `@"${path.replaceAll(/["\\]/g, "\\$&")}${isWhole ? '"' : ""}`;
}

/**
 * Completes the name in a path, or looks for files below the directory whose names begin so where it has no such name. Names with invisible
 * characters are left out, and hidden and ignored ones where others fit. `columns`: of the terminal.
 */
export async function completeMention(
  { typed, path }: Mention,
  directory: string,
  ports: MentionPorts,
  columns: number,
  signal: AbortSignal,
): Promise<Completed | undefined> {
  const slash = path.lastIndexOf("/") + 1;
  const [above, begin] = [path.slice(0, slash), path.slice(slash)];
  const root = isAbsolute(above) ? above : ports.join(directory, above);
  const rules = await ports.ignored(directory);
  const here = await entriesOf(root, begin, ports.read, signal);
  const isOutside = isAbsolute(above) || above.split("/").includes("..");
  const shown = isOutside ? here : here.filter(({ text, isOpen }) => !isIgnored(rules, above + text, isOpen === true));
  const found = (shown.length > 0 ? shown : here).map((one) => ({ ...one, text: above + one.text }));
  const candidates = found.length > 0 || slash > 0 ? found : await below(directory, begin, rules, ports, signal);
  const spell = (text: string, isWhole: boolean): string => {
    const spelt = mentionOf(text, isWhole);
    // A quote that was typed stays.
    return typed.startsWith('@"') && !spelt.startsWith('@"') ? `@"${text}${isWhole ? '"' : ""}` : spelt;
  };
  return completedWith({ typed, meant: path }, candidates, spell, columns);
}

/** Names that begin as it was typed, in the same case if there is one; hidden ones only after a dot. */
async function entriesOf(
  root: string,
  begin: string,
  read: ReadDirectory,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  const low = begin.toLowerCase();
  const matches = (name: string): boolean =>
    name.toLowerCase().startsWith(low) && (begin !== "" || !name.startsWith(".")) && isSpelt(name);
  const { entries } = await read(root, { matches, most: IN_ONE, signal });
  const exact = entries.filter(({ name }) => name.startsWith(begin));
  return (exact.length > 0 ? exact : entries)
    .map(({ name, isDirectory }) => candidateOf(name, isDirectory))
    .toSorted((a, b) => (a.text < b.text ? -1 : 1));
}

/** Files below a directory, the nearest first. Directories that are hidden, ignored or behind a link are not searched. */
async function below(
  directory: string,
  begin: string,
  rules: IgnoreRules,
  { read, join }: MentionPorts,
  signal: AbortSignal,
): Promise<readonly Candidate[]> {
  if (begin === "") return [];
  const low = begin.toLowerCase();
  const matches = (name: string): boolean => !name.startsWith(".") && isSpelt(name) && !OF_OTHERS.has(name);
  const found: Candidate[] = [];
  const waiting = [""];
  let left = BELOW;
  for (let next = waiting.shift(); next !== undefined && left > 0; next = waiting.shift()) {
    const above = next;
    const { entries, looked } = await read(join(directory, above), { matches, most: left, signal });
    left -= Math.max(1, looked);
    for (const { name, isDirectory, isLink } of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
      if (isIgnored(rules, above + name, isDirectory)) continue;
      if (name.toLowerCase().startsWith(low) && found.length < MOST) found.push(candidateOf(above + name, isDirectory));
      if (isDirectory && !isLink) waiting.push(`${above}${name}/`);
    }
    if (signal.aborted) return [];
  }
  return found;
}

/** Of a path below the directory of the rules. */
function isIgnored(rules: IgnoreRules, path: string, isDirectory: boolean): boolean {
  const names = path.split("/").filter((name) => name !== "");
  return OF_OTHERS.has(names.at(-1) ?? "") || ruling(rules, names, 0, isDirectory) === true;
}

/** Whether a name can stand in a line: no character of it is invisible, and none was lost. */
function isSpelt(name: string): boolean {
  return isVisible(name) && !name.includes("\ufffd");
}

function candidateOf(path: string, isDirectory: boolean): Candidate {
  const text = isDirectory ? `${path}/` : path;
  return { text, isOpen: isDirectory };
}
