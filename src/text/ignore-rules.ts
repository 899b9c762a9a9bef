/** The rules of a `.gitignore`, whose matching takes no longer than its size times the path's, whoever wrote them. */
import { isPlain, matchesGlob, type PathGlob, pathGlob } from "./path-glob.js";

interface IgnoreRule {
  readonly glob: PathGlob;
  /** Whether it begins with `!`. */
  readonly isKept: boolean;
}

export type IgnoreRules = readonly IgnoreRule[];

/** Of more lines and longer ones nobody has written. */
const MOST_RULES = 10_000;
const LONGEST = 1024;

/** Characters of rules with wildcards, which take their time at each name; further ones do not count. */
const MOST_WILD = 20_000;

export function ignoreRules(text: string): IgnoreRules {
  let wild = 0;
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/, MOST_RULES);
  return lines.flatMap((line) => {
    if (line.startsWith("#") || line.length > LONGEST) return [];
    const isKept = line.startsWith("!");
    const glob = pathGlob(withoutSpaces(isKept ? line.slice(1) : line));
    if (glob === undefined) return [];
    if (!isPlain(glob)) wild += line.length;
    return isPlain(glob) || wild <= MOST_WILD ? [{ glob, isKept }] : [];
  });
}

/** Spaces at the end do not count, except after a backslash. */
function withoutSpaces(line: string): string {
  let end = line.length;
  while (line[end - 1] === " " && line[end - 2] !== "\\") end -= 1;
  return line.slice(0, end);
}

/**
 * Whether the rules ignore the path that the names from `from` on are; undefined where no rule speaks about it. Directories above it are asked
 * about before: below an ignored one nothing is kept.
 */
export function ruling(
  rules: IgnoreRules,
  names: readonly string[],
  from: number,
  isDirectory: boolean,
): boolean | undefined {
  for (let at = rules.length - 1; at >= 0; at -= 1) {
    const rule = rules[at];
    if (rule === undefined || (rule.glob.isFolder && !isDirectory)) continue;
    if (matchesGlob(rule.glob, names, from)) return !rule.isKept;
  }
  return undefined;
}
