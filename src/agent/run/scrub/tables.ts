/** The automaton of Aho and Corasick as tables, which are made once for an inventory: what ends at each node, and what may still follow. */
import { nodeAfter, type Rows, rowsOf } from "./rows.js";
import type { Beginning } from "./shapes/shapes.js";
import { type Trie, trieOf } from "./trie.js";

export interface Tables {
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
export const SECRET = 1;
/** A beginning that is hidden where a word begins. */
const WORD = 2;

export function tablesOf(secrets: ReadonlySet<string>, beginnings: readonly Beginning[]): Tables {
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
