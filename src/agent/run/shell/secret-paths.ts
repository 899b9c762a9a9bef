/**
 * The patterns of `permissions.secret_files` (spec 2.7) and the paths that they mean: globs with `*`, `?`, `[…]`, `{a,b}` and `**`, at any
 * depth unless they begin with `/`. A pattern means what lies below it as well. `!` takes nothing out, and case does not count.
 */
import { withoutBraces } from "./braces.js";
import { canMeet, type Segment, segmentOf } from "./glob.js";

const ANY_DEPTH = "**";
type Step = Segment | typeof ANY_DEPTH;

interface Pattern {
  /** As it is written. */
  readonly written: string;
  readonly steps: readonly Step[];
  readonly isAbsolute: boolean;
  /** Whether it means what is below a folder. */
  readonly isFolder: boolean;
}

export interface NamedPath {
  readonly segments: readonly Segment[];
  /** Whether unknown segments come before them. */
  readonly isTail: boolean;
  /** How many of them lead to where everything happens: a pattern must mean more than that. */
  readonly known: number;
}

/** Steps that the making of a segment counts for. */
const MAKING = 5;

export class SecretPaths {
  readonly #patterns: readonly Pattern[];
  /** The last steps of all patterns: a path of which no name fits one of them is not meant. */
  readonly #lastNames: ReadonlySet<string>;
  readonly #lastGlobs: readonly Segment[];
  #left: number;

  /** `most`: steps of work. */
  constructor(secretFiles: readonly string[], most: number) {
    this.#patterns = secretFiles.flatMap(patternsOf);
    this.#left = most;
    const last = this.#patterns.flatMap(({ steps }) => steps.filter((step) => step !== ANY_DEPTH).slice(-1));
    this.#lastNames = new Set(last.flatMap(({ literal }) => literal ?? []));
    this.#lastGlobs = last.filter(({ literal }) => literal === undefined);
  }

  get isEmpty(): boolean {
    return this.#patterns.length === 0;
  }

  /** Whether the work went over its bound: then the answers are incomplete. */
  get isSpent(): boolean {
    return this.#left <= 0;
  }

  /** The pattern that means a path; with `isFile`, one that means a folder is not enough for that folder itself. */
  find(path: NamedPath, isFile: boolean): string | undefined {
    this.#left -= path.segments.length * (MAKING + this.#lastGlobs.length);
    if (!path.segments.some((segment) => this.#mayMean(segment))) return undefined;
    return this.#patterns.find((pattern) => this.#means(pattern, path, isFile))?.written;
  }

  #mayMean(segment: Segment): boolean {
    if (segment.literal === undefined || this.#lastNames.has(segment.literal)) return true;
    return this.#lastGlobs.some((glob) => canMeet(glob, segment));
  }

  #means({ steps, isAbsolute, isFolder }: Pattern, { segments, isTail, known }: NamedPath, isFile: boolean): boolean {
    const isFar = (end: number): boolean =>
      (isAbsolute || end > known) && !(isFile && isFolder && end === segments.length);
    const starts = isAbsolute ? 1 : segments.length;
    for (let start = isAbsolute && isTail ? 1 : 0; start < starts; start += 1)
      if (this.#ends(steps, segments, start).some(isFar)) return true;
    if (!isTail) return false;
    return steps.some((_, from) => this.#ends(steps.slice(from), segments, 0).some((end) => end > 0 && isFar(end)));
  }

  /** Where the steps can end that begin at `start`. */
  #ends(steps: readonly Step[], segments: readonly Segment[], start: number): readonly number[] {
    let places = [start];
    for (const [index, step] of steps.entries()) {
      this.#left -= 1;
      if (this.isSpent) return [];
      if (step === ANY_DEPTH) {
        const [first = segments.length] = places;
        places = Array.from({ length: segments.length - first + 1 }, (_, more) => first + more);
        continue;
      }
      const isLast = index === steps.length - 1;
      places = places.flatMap((place) => {
        const segment = segments[place];
        if (segment === undefined || (isLast && !segment.isNaming)) return [];
        const isLong = step.literal === undefined || segment.literal === undefined;
        this.#left -= isLong ? (step.tokens.length + 1) * (segment.tokens.length + 1) : 1;
        return canMeet(step, segment) ? [place + 1] : [];
      });
      if (places.length === 0) return [];
    }
    return places;
  }
}

function patternsOf(written: string): readonly Pattern[] {
  if (written.startsWith("!") || written.trim() === "") return [];
  return withoutBraces(folded(written)).map((text) => {
    const core = withoutBelow(text.replace(/^\.\//, ""));
    const isFolder = core !== text.replace(/^\.\//, "");
    const names = core
      .replace(/^~[^/]*\//, "")
      .split("/")
      .filter((name) => name !== "" && name !== ".");
    const steps = names.map((name): Step => (name === ANY_DEPTH ? ANY_DEPTH : segmentOf(name, true)));
    while (steps.at(-1) === ANY_DEPTH && steps.length > 1) steps.pop();
    const isAll = steps.every((step) => step === ANY_DEPTH);
    return {
      ...{ written, isAbsolute: text.startsWith("/") && !isAll, isFolder: isFolder && !isAll },
      steps: isAll ? [segmentOf("*", true)] : steps,
    };
  });
}

/** Without what stands for all that is below a folder. */
function withoutBelow(text: string): string {
  const ending = ["/**/*", "/**", "/"].find((one) => text.endsWith(one));
  return ending === undefined ? text : withoutBelow(text.slice(0, -ending.length));
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
