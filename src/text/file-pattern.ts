/**
 * The grammar of file patterns (`permissions.secret_files`, spec 2.7): globs with `*`, `?`, `[…]`, `{a,b}` and `**`, at any depth unless
 * they begin with `/`. A pattern also matches everything below a matching folder. `!` excludes nothing, and case is ignored.
 */
import { withoutBraces } from "./braces.js";
import { type Segment, segmentOf } from "./glob.js";

export const ANY_DEPTH = "**";
export type Step = Segment | typeof ANY_DEPTH;

export interface FilePattern {
  /** The pattern as the configuration spells it. */
  readonly written: string;
  readonly steps: readonly Step[];
  readonly isAbsolute: boolean;
  /** Whether the pattern ends with a slash, alone or with wildcards for everything below. */
  readonly isFolder: boolean;
}

/** The patterns of a text, one for each alternative in braces; empty for a text that can match no path. */
export function filePatterns(written: string): readonly FilePattern[] {
  if (written.startsWith("!")) return [];
  return withoutBraces(folded(written)).flatMap((text): readonly FilePattern[] => {
    if (text.trim() === "") return [];
    const core = withoutBelow(text);
    // The pattern may name a path outside the working directory: `..`, `./` and `~/` at its beginning are ignored.
    const names = namesOf(core.replace(/^~[^/]*\//, ""));
    const steps = names.map((name): Step => (name === ANY_DEPTH ? ANY_DEPTH : segmentOf(name, true))).filter(canBeName);
    while (steps.at(-1) === ANY_DEPTH && steps.length > 1) steps.pop();
    const isAll = steps.every((step) => step === ANY_DEPTH);
    return [
      {
        ...{ written, isAbsolute: text.startsWith("/") && !isAll, isFolder: core !== text && !isAll },
        steps: isAll ? [segmentOf("*", true)] : steps,
      },
    ];
  });
}

/** `\.` and `\..` cannot be names of files, like `.` and `..`. */
function canBeName(step: Step): boolean {
  return step === ANY_DEPTH || (step.literal !== "." && step.literal !== "..");
}

/** The text without the endings that match everything below a folder. */
function withoutBelow(text: string): string {
  let end = text.length;
  for (;;) {
    const ending = ["/**/*", "/**", "/"].find((one) => text.endsWith(one, end));
    if (ending === undefined) return text.slice(0, end);
    end -= ending.length;
  }
}

/** File systems disagree on whether case and Unicode composition distinguish names: patterns ignore both. */
export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** The names of a path without `.`; `..` removes the name before it. */
export function namesOf(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names;
}
