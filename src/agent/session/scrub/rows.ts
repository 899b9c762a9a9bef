/**
 * The shallow nodes of an automaton as a table, which reads ordinary text with one look for each unit. All units without a pattern are one
 * class. Deep nodes are reached rarely and mostly have one child: rows for them would only cost memory.
 */
import { childOf, type Trie } from "./trie.js";

/** Most entries of a table, 1 MiB. */
const ENTRIES = 262_144;

export interface Rows {
  /** So many nodes, from the root on, have a row. */
  readonly count: number;
  readonly width: number;
  readonly classes: Uint16Array;
  /** By row and class: the row that comes next, or `limit` and the node, where that has none or where something ends. */
  readonly table: Int32Array;
  readonly limit: number;
}

/** `fail`: for each node the longest of its ends that is a node. `isEventful`: the nodes where something ends. */
export function rowsOf(trie: Trie, fail: Int32Array, isEventful: Uint8Array): Rows {
  const classes = new Uint16Array(65_536);
  let width = 1;
  for (const unit of trie.units.subarray(1)) {
    if (classes[unit] !== 0) continue;
    classes[unit] = width;
    width += 1;
  }
  const count = Math.min(trie.count, Math.max(1, Math.floor(ENTRIES / width)));
  const limit = count * width;
  const table = new Int32Array(limit);
  for (let node = 0; node < count; node += 1) {
    const row = node * width;
    const below = (fail[node] ?? 0) * width;
    if (node > 0) table.copyWithin(row, below, below + width);
    const end = trie.first[node + 1] ?? 0;
    for (let child = trie.first[node] ?? 0; child < end; child += 1) {
      const isQuiet = child < count && isEventful[child] === 0;
      table[row + (classes[trie.units[child] ?? 0] ?? 0)] = isQuiet ? child * width : limit + child;
    }
  }
  return { count, width, classes, table, limit };
}

/** The node after one more unit: the longest beginning of a pattern that the text now ends with. */
export function nodeAfter(trie: Trie, fail: Int32Array, from: number, unit: number): number {
  for (let node = from; ; node = fail[node] ?? 0) {
    const child = childOf(trie, node, unit);
    if (child !== 0 || node === 0) return child;
  }
}
