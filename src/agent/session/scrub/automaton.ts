/** Looks for all secrets, and for all beginnings of keys, in one pass over the units of a text. Shows none of them when it is inspected. */
import { nodeAfter, type Rows, rowsOf } from "./rows.js";
import { BEGINNINGS, type Beginning, SHORTEST_SHAPE } from "./shapes/shapes.js";
import { type Trie, trieOf } from "./trie.js";

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

/** What ends at each node, and what may still follow: the automaton of Aho and Corasick as tables, which are made once for an inventory. */
interface Tables {
  readonly trie: Trie;
  readonly rows: Rows;
  /** For each node, the longest of its proper ends that is a node. */
  readonly fail: Int32Array;
  /** The length of the longest secret that ends at a node; 0 for none. */
  readonly longest: Int32Array;
  /** The longest end of a node, itself included, that is a beginning; 0 for none. */
  readonly begun: Int32Array;
  /** The beginnings by their nodes. */
  readonly beginnings: ReadonlyMap<number, Beginning>;
  /** 1 for the nodes where a secret ends or something has begun. */
  readonly isEventful: Uint8Array;
  /** What may follow a node: bits of `SECRET` and `WORD`. */
  readonly leads: Uint8Array;
  /** The longest end of a node, itself included, that something may follow; 0 for none. */
  readonly waiting: Int32Array;
}

/** A secret, or a beginning that is hidden wherever it stands. */
const SECRET = 1;
/** A beginning that is hidden where a word begins. */
const WORD = 2;

function tablesOf(secrets: ReadonlySet<string>, beginnings: readonly Beginning[]): Tables {
  const known = new Map(beginnings.map((beginning) => [beginning.text, beginning]));
  const patterns = [...new Set([...secrets, ...known.keys()])].sort();
  const trie = trieOf(patterns);
  const nodes = new Map<number, Beginning>();
  const longest = new Int32Array(trie.count);
  const kinds = new Uint8Array(trie.count);
  for (const [at, pattern] of patterns.entries()) {
    const node = trie.ends[at] ?? 0;
    const beginning = known.get(pattern);
    if (beginning !== undefined) nodes.set(node, beginning);
    if (secrets.has(pattern)) longest[node] = pattern.length;
    kinds[node] = secrets.has(pattern) ? SECRET : kindOf(beginning);
  }
  const fail = failuresOf(trie);
  const begun = new Int32Array(trie.count);
  const isEventful = new Uint8Array(trie.count);
  const waiting = new Int32Array(trie.count);
  const leads = leadsOf(trie, kinds);
  for (let node = 1; node < trie.count; node += 1) {
    // A shorter node has a lower number: its entries are filled in already.
    const shorter = fail[node] ?? 0;
    if (longest[node] === 0) longest[node] = longest[shorter] ?? 0;
    begun[node] = nodes.has(node) ? node : (begun[shorter] ?? 0);
    isEventful[node] = longest[node] === 0 && begun[node] === 0 ? 0 : 1;
    waiting[node] = leads[node] === 0 ? (waiting[shorter] ?? 0) : node;
  }
  const rows = rowsOf(trie, fail, isEventful);
  return { trie, rows, fail, longest, begun, beginnings: nodes, isEventful, leads, waiting };
}

function kindOf(beginning: Beginning | undefined): number {
  if (beginning?.shape.isHidden !== true) return 0;
  return beginning.shape.isWord ? WORD : SECRET;
}

function failuresOf(trie: Trie): Int32Array {
  const fail = new Int32Array(trie.count);
  // The children of the root keep 0, the root.
  for (let node = 1; node < trie.count; node += 1) {
    const end = trie.first[node + 1] ?? 0;
    for (let child = trie.first[node] ?? 0; child < end; child += 1)
      fail[child] = nodeAfter(trie, fail, fail[node] ?? 0, trie.units[child] ?? 0);
  }
  return fail;
}

/** What follows each node: what its children are, and what follows them. */
function leadsOf({ count, first }: Trie, kinds: Uint8Array): Uint8Array {
  const leads = new Uint8Array(count);
  for (let node = count - 1; node >= 0; node -= 1) {
    const end = first[node + 1] ?? 0;
    let found = 0;
    for (let child = first[node] ?? 0; child < end; child += 1) found |= (kinds[child] ?? 0) | (leads[child] ?? 0);
    leads[node] = found;
  }
  return leads;
}
