/** Whether a path of a command is one that the patterns of `permissions.secret_files` mean (spec 2.7). */
import { ANY_DEPTH, type FilePattern, filePatterns, folded, namesOf, type Step } from "../text/file-pattern.js";
import { canMeet, literalSegment, type Segment } from "../text/glob.js";

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
  readonly #patterns: readonly FilePattern[];
  /** The last steps of all patterns: a path of which no name fits one of them is not meant. */
  readonly #lastNames: ReadonlySet<string>;
  readonly #lastGlobs: readonly Segment[];
  #left: number;

  /** `most`: steps of work. */
  constructor(secretFiles: readonly string[], most: number) {
    this.#patterns = secretFiles.flatMap(filePatterns);
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

  #means(
    { steps, isAbsolute, isFolder }: FilePattern,
    { segments, isTail, known }: NamedPath,
    isFile: boolean,
  ): boolean {
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
    // `.aws/*` names what a pattern means in `.aws`, and `src/*` nothing of its own.
    const isBelowNamed = (index: number, place: number): boolean =>
      steps[index - 1] !== undefined && steps[index - 1] !== ANY_DEPTH && segments[place - 1]?.isNaming === true;
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
        if (segment === undefined || (isLast && !segment.isNaming && !isBelowNamed(index, place))) return [];
        const isLong = step.literal === undefined || segment.literal === undefined;
        this.#left -= isLong ? (step.tokens.length + 1) * (segment.tokens.length + 1) : 1;
        return canMeet(step, segment) ? [place + 1] : [];
      });
      if (places.length === 0) return [];
    }
    return places;
  }
}

/** In paths. */
const MOST_REMEMBERED = 4096;

/** The pattern that means a file; `cwd` is where paths that are not absolute begin, and its own folders make no file secret. */
export function secretPatternOf(secretFiles: readonly string[], cwd: string): (path: string) => string | undefined {
  const known = new Map<string, string | undefined>();
  const paths = new SecretPaths(secretFiles, Number.POSITIVE_INFINITY);
  const start = namesOf(folded(cwd));
  return (path) => {
    if (known.has(path)) return known.get(path);
    if (known.size >= MOST_REMEMBERED) known.clear();
    const names = namesOf(path.startsWith("/") ? folded(path) : `${folded(cwd)}/${folded(path)}`);
    const shared = names.findIndex((name, index) => name !== start[index]);
    const segments = names.map(literalSegment);
    const pattern = paths.find({ segments, isTail: false, known: shared === -1 ? names.length : shared }, true);
    known.set(path, pattern);
    return pattern;
  };
}
