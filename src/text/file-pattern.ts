/**
 * The grammar of patterns for files (`permissions.secret_files`, spec 2.7): globs with `*`, `?`, `[…]`, `{a,b}` and `**`, at any depth unless they
 * begin with `/`. A pattern means what lies below it as well. `!` takes nothing out, and case does not count.
 */
import { withoutBraces } from "./braces.js";
import { type Segment, segmentOf } from "./glob.js";

export const ANY_DEPTH = "**";
export type Step = Segment | typeof ANY_DEPTH;

export interface FilePattern {
  /** As it is written. */
  readonly written: string;
  readonly steps: readonly Step[];
  readonly isAbsolute: boolean;
  /** Whether it means what is below a folder. */
  readonly isFolder: boolean;
}

/** The patterns that a text stands for, one for each alternative in braces; none for a text that no path can fit. */
export function filePatterns(written: string): readonly FilePattern[] {
  if (written.startsWith("!")) return [];
  return withoutBraces(folded(written)).flatMap((text): readonly FilePattern[] => {
    if (text.trim() === "") return [];
    const core = withoutBelow(text);
    // A path outside of the working directory may be anywhere: its beginning is left out, as that of `./` and `~/` is.
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

/** `\.` and `\..` are no names, as `.` and `..` are none. */
function canBeName(step: Step): boolean {
  return step === ANY_DEPTH || (step.literal !== "." && step.literal !== "..");
}

/** Without what stands for all that is below a folder. */
function withoutBelow(text: string): string {
  let end = text.length;
  for (;;) {
    const ending = ["/**/*", "/**", "/"].find((one) => text.endsWith(one, end));
    if (ending === undefined) return text.slice(0, end);
    end -= ending.length;
  }
}

/** Systems differ in whether case and composition make another name: here they do not. */
export function folded(text: string): string {
  return text.normalize("NFC").toLowerCase();
}

/** The names of a path without `.`; `..` takes one away. */
export function namesOf(path: string): readonly string[] {
  const names: string[] = [];
  for (const name of path.split("/")) {
    if (name === "..") names.pop();
    else if (name !== "" && name !== ".") names.push(name);
  }
  return names;
}
