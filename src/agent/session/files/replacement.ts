/** A text in the bytes of a file replaced by another one. Every byte that is not asked to change stays: ends of lines, marks, bytes that are no text. */

export type Replacement =
  | { readonly kind: "replaced"; readonly bytes: Uint8Array; readonly lines: readonly number[] }
  | { readonly kind: "absent" }
  /** The lines of all places where it begins. */
  | { readonly kind: "repeated"; readonly lines: readonly number[] }
  /** It is there more often than anybody means. */
  | { readonly kind: "crowded" };

interface Asked {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

/** Bytes as characters, so that positions are positions of bytes. */
const byBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
const encoded = (text: string): string => Buffer.from(text.toWellFormed(), "utf8").toString("latin1");

/** A text whose lines end with a line feed also means lines of the file that end with CRLF. */
export function replaced(bytes: Uint8Array, { old, new: wanted, all }: Asked): Replacement {
  const file = byBytes(bytes);
  const [from, to] = [encoded(old), encoded(wanted)];
  const lines = new Lines(file, !from.includes("\r"));
  const places = placesOf(lines.plain, from);
  if (places.length === 0) return { kind: "absent" };
  if (places.length > 1 && !all) return { kind: "repeated", lines: places.map((place) => lines.numberOf(place)) };
  if (places.length > MOST_PLACES) return { kind: "crowded" };
  const [before, after] = commonEnds(from, to);
  const middle = to.slice(before, to.length - after);
  const pieces: string[] = [];
  const changed: number[] = [];
  let done = 0;
  let plainDone = 0;
  for (const place of places) {
    // Places that overlap the one before.
    if (place < plainDone) continue;
    plainDone = place + from.length;
    const start = lines.origin(place + before);
    const end = lines.origin(plainDone - after);
    pieces.push(file.slice(done, start), lines.endedAs(middle, place + before, plainDone - after));
    changed.push(lines.numberOf(place));
    done = end;
  }
  pieces.push(file.slice(done));
  return { kind: "replaced", bytes: Buffer.from(pieces.join(""), "latin1"), lines: changed };
}

const MOST_PLACES = 100_000;

/** Where a text begins in another one, with one place more than are replaced. Linear in both (Knuth, Morris, Pratt): a model must not stop a daemon. */
function placesOf(text: string, part: string): readonly number[] {
  const borders = bordersOf(part);
  const places: number[] = [];
  for (let [at, length] = [0, 0]; at < text.length && places.length <= MOST_PLACES; at += 1) {
    while (length > 0 && (length === part.length || text[at] !== part[length])) length = borders[length - 1] ?? 0;
    if (text[at] === part[length]) length += 1;
    if (length === part.length) places.push(at + 1 - length);
  }
  return places;
}

/** For each beginning of a text, the length of the longest shorter beginning that it ends with. */
function bordersOf(part: string): Uint32Array {
  const borders = new Uint32Array(part.length);
  for (let [at, length] = [1, 0]; at < part.length; at += 1) {
    while (length > 0 && part[at] !== part[length]) length = borders[length - 1] ?? 0;
    if (part[at] === part[length]) length += 1;
    borders[at] = length;
  }
  return borders;
}

/** The lengths of what two texts begin and end with alike; the two never overlap. */
function commonEnds(a: string, b: string): readonly [number, number] {
  const most = Math.min(a.length, b.length);
  let start = 0;
  while (start < most && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end += 1;
  return [start, end];
}

/** A file with plain ends of lines, and the way back to its own. */
class Lines {
  readonly plain: string;
  /** All line feeds in the plain text, and those that come after a carriage return in the file. */
  readonly #feeds: readonly number[];
  readonly #returns: readonly number[];

  constructor(file: string, isPlain: boolean) {
    const [feeds, returns]: [number[], number[]] = [[], []];
    for (let at = file.indexOf("\n"); at !== -1; at = file.indexOf("\n", at + 1)) {
      if (isPlain && file[at - 1] === "\r") returns.push(at - returns.length - 1);
      feeds.push(at - returns.length);
    }
    this.plain = returns.length === 0 ? file : file.replaceAll("\r\n", "\n");
    [this.#feeds, this.#returns] = [feeds, returns];
  }

  /** The place in the file of one in the plain text. */
  origin(place: number): number {
    return place + countBelow(this.#returns, place);
  }

  /** The number of the line that a place in the plain text is in. */
  numberOf(place: number): number {
    return countBelow(this.#feeds, place) + 1;
  }

  /** A text whose lines end as those at a place do, or else the nearest ones. */
  endedAs(text: string, start: number, end: number): string {
    if (this.#returns.length === 0 || !text.includes("\n")) return text;
    const next = countBelow(this.#feeds, start);
    const inside = this.#feeds[next] ?? end;
    const nearest = inside < end ? inside : (this.#feeds[next - 1] ?? inside);
    const isReturn = this.#returns[countBelow(this.#returns, nearest)] === nearest;
    return isReturn ? text.replace(/(?<!\r)\n/g, "\r\n") : text;
  }
}

/** How many numbers of a sorted list are below one. */
function countBelow(numbers: readonly number[], limit: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}
