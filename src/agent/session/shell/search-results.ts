/**
 * Redacts secret files from output that names them (spec 2.7), when the command did not: the lines that `grep`, `rg` and `git grep` print of such
 * a file, and what stands below its name in diffs and rows of files. Other output has no files that could be told apart in it.
 */
import { secretPatternOf } from "../../../permissions/secret-paths.js";
import { headAt, pathsInJson, type Section } from "./sections.js";

/** In characters, of the beginning of a line where a path may stand. */
const LONGEST_PATH = 1024;
const MOST_REMEMBERED = 4096;

export interface Printed {
  readonly text: string;
  readonly command: string;
  readonly cwd: string;
}

export function withoutSecretFiles({ text, command, cwd }: Printed, secretFiles: readonly string[]): string {
  if (secretFiles.length === 0 || text === "") return text;
  const patternOf = secretPatternOf(secretFiles, cwd);
  const isSecret = (path: string): boolean => patternOf(path) !== undefined;
  const lines = text.split("\n");
  const secret = new Set<string>();
  const flags = lines.map((line) => {
    const path = [...pathsIn(line), ...pathsInJson(line)].find(isSecret);
    if (path !== undefined && secret.size < MOST_REMEMBERED) secret.add(path);
    return path !== undefined;
  });
  flagHeadings(lines, flags, isSecret, WITH_HEADINGS.test(command));
  flagSections(lines, flags, isSecret);
  if (secret.size > 0) flagContext(lines, flags, secret);
  return flags.includes(true) ? collapsed(lines, flags) : text;
}

/** Paths before the first colons, or before a NUL, without colours: `path:12:text`, `HEAD:path:text`. */
function pathsIn(line: string): readonly string[] {
  const start = line.slice(0, LONGEST_PATH);
  if (!/[:\0]/.test(start)) return [];
  return plain(start).split(/[:\0]/, 4).slice(0, -1);
}

/** Programs that print the name of a file on a line, and its hits without numbers below it. */
const WITH_HEADINGS = /(?:^|\s)--(?:heading|pretty)(?:\s|$)|(?:^|[\s;|&(])(?:rg|ag|ack|ugrep|ug)\s/;

/** A path on a line of its own, and below it numbered lines, or with `hasHeadings` any lines, up to an empty one. */
function flagHeadings(
  lines: readonly string[],
  flags: boolean[],
  isSecret: (path: string) => boolean,
  hasHeadings: boolean,
): void {
  let isBelow = false;
  for (const [index, line] of lines.entries()) {
    if (isBelow && (line === "--" || isNumbered(line) || (hasHeadings && line !== ""))) flags[index] = true;
    else
      isBelow =
        (hasHeadings || isNumbered(lines[index + 1] ?? "")) && line.length < LONGEST_PATH && isSecret(plain(line));
  }
}

/** What stands below a head that names a secret file, up to the next head. */
function flagSections(lines: readonly string[], flags: boolean[], isSecret: (path: string) => boolean): void {
  const plainLines = lines.map(plain);
  let isBelow = false;
  let section: Section = { at: -2, isDiff: false };
  for (const index of lines.keys()) {
    const head = headAt(plainLines, index, section);
    if (head === undefined) flags[index] ||= isBelow;
    else {
      isBelow = head.paths.some(isSecret);
      section = { at: index, isDiff: head.isDiff };
    }
  }
}

function isNumbered(line: string): boolean {
  const first = line.charCodeAt(0);
  if (!(first >= 0x30 && first <= 0x39) && first !== 0x1b) return false;
  return /^\d+[:-]/.test(plain(line.slice(0, LONGEST_PATH)));
}

/** Lines around a hit: `path-12-text`, `path=12=text`. */
function flagContext(lines: readonly string[], flags: boolean[], secret: ReadonlySet<string>): void {
  for (const [index, line] of lines.entries()) {
    if (flags[index] === true) continue;
    const start = plain(line.slice(0, LONGEST_PATH));
    for (const { index: at } of start.matchAll(/[-=]/g)) if (secret.has(start.slice(0, at))) flags[index] = true;
  }
}

function collapsed(lines: readonly string[], flags: readonly boolean[]): string {
  const kept: string[] = [];
  let count = 0;
  const close = (): void => {
    if (count > 0) kept.push(`[redacted: ${count} ${count === 1 ? "line" : "lines"} of secret files]`);
    count = 0;
  };
  for (const [index, line] of lines.entries()) {
    if (flags[index] === true) count += 1;
    else {
      close();
      kept.push(line);
    }
  }
  close();
  return kept.join("\n");
}

function plain(text: string): string {
  return text.includes("\u001b") ? text.replace(COLOUR, "") : text;
}

const COLOUR = /\u001b\[[0-9;]*[mK]/g;
