/** Looks for all secrets, and for all beginnings of keys, in one pass over the units of a text. Shows none of them when it is inspected. */
import { nodeAfter } from "./rows.js";
import { BEGINNINGS, type Beginning, SHORTEST_SHAPE } from "./shapes/shapes.js";
import { SECRET, type Tables, tablesOf } from "./tables.js";

/** How far one text has been read: the longest beginning of anything known that it ends with. */
export interface Walk {
  node: number;
}

export class Automaton {
  readonly #tables: Tables;
  /** The length of the shortest text that may hold a credential. */
  readonly #least: number;

  /** `secrets`: in all forms in which they are looked for; none empty. */
  constructor(secrets: ReadonlySet<string>) {
    this.#tables = tablesOf(secrets, BEGINNINGS);
    let least = SHORTEST_SHAPE;
    for (const { length } of secrets) least = Math.min(least, length);
    this.#least = least;
  }

  /** Reads on until something ends or begins; returns the offset after that, or the end of the text. */
  advance(walk: Walk, text: string, from: number): number {
    const { rows, isEventful } = this.#tables;
    const { classes, table, limit, width } = rows;
    const { length } = text;
    let at = from;
    let { node } = walk;
    while (at < length) {
      if (node < rows.count) {
        let next = node * width;
        while (at < length) {
          next = table[next + (classes[text.charCodeAt(at)] ?? 0)] ?? 0;
          at += 1;
          if (next >= limit) break;
        }
        node = next < limit ? next / width : next - limit;
      } else {
        node = this.#after(node, text.charCodeAt(at));
        at += 1;
      }
      if (isEventful[node] === 1) break;
    }
    walk.node = node;
    return at;
  }

  /** Whether a whole text evidently holds no credential: it is too short, or nothing ends or begins in it. */
  isQuiet(text: string): boolean {
    if (text.length < this.#least) return true;
    const walk = { node: 0 };
    return this.advance(walk, text, 0) === text.length && this.#tables.isEventful[walk.node] !== 1;
  }

  step(walk: Walk, unit: number): void {
    walk.node = this.#after(walk.node, unit);
  }

  #after(node: number, unit: number): number {
    const { trie, rows, fail } = this.#tables;
    if (node >= rows.count) return nodeAfter(trie, fail, node, unit);
    const next = rows.table[node * rows.width + (rows.classes[unit] ?? 0)] ?? 0;
    return next < rows.limit ? next / rows.width : next - rows.limit;
  }

  /** The length of the longest secret that ends here; 0 for none. */
  endingAt({ node }: Walk): number {
    return this.#tables.longest[node] ?? 0;
  }

  /** What has just begun. */
  begunAt({ node }: Walk): readonly Beginning[] {
    const { begun, beginnings, fail } = this.#tables;
    let at = begun[node] ?? 0;
    if (at === 0) return NONE;
    const found: Beginning[] = [];
    for (; at !== 0; at = begun[fail[at] ?? 0] ?? 0) {
      const beginning = beginnings.get(at);
      if (beginning !== undefined) found.push(beginning);
    }
    return found;
  }

  /** How many of the last units may be part of something that does not end here. `isWordBefore`: whether a word may begin that far back. */
  waitingAt({ node }: Walk, isWordBefore: (units: number) => boolean): number {
    const { waiting, leads, fail, trie } = this.#tables;
    for (let at = waiting[node] ?? 0; at !== 0; at = waiting[fail[at] ?? 0] ?? 0) {
      const depth = trie.depths[at] ?? 0;
      if (((leads[at] ?? 0) & SECRET) !== 0 || isWordBefore(depth)) return depth;
    }
    return 0;
  }
}

const NONE: readonly Beginning[] = [];
