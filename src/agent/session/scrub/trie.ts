/**
 * The tree of some patterns. Each beginning of a pattern is a node; node 0, the root, is the empty one. Nodes are numbered by their depth,
 * so that the children of a node stand side by side.
 */

export interface Trie {
  readonly count: number;
  /** The last unit of each node. */
  readonly units: Uint16Array;
  /** The first child of each node; its last one stands before the first of the next node. */
  readonly first: Int32Array;
  readonly depths: Int32Array;
  /** The node of each pattern. */
  readonly ends: Int32Array;
}

/** `patterns`: each once, none empty, in the order of their units. */
export function trieOf(patterns: readonly string[]): Trie {
  const most = patterns.reduce((sum, { length }) => sum + length, 1);
  const units = new Uint16Array(most);
  const first = new Int32Array(most + 1);
  const depths = new Int32Array(most);
  const ends = new Int32Array(patterns.length);
  // The patterns that begin as a node does.
  const [from, to] = [new Int32Array(most), new Int32Array(most)];
  to[0] = patterns.length;
  let count = 1;
  for (let node = 0; node < count; node += 1) {
    const depth = depths[node] ?? 0;
    const last = to[node] ?? 0;
    let at = from[node] ?? 0;
    first[node] = count;
    if (patterns[at]?.length === depth) {
      ends[at] = node;
      at += 1;
    }
    while (at < last) {
      const unit = patterns[at]?.charCodeAt(depth) ?? 0;
      from[count] = at;
      while (at < last && patterns[at]?.charCodeAt(depth) === unit) at += 1;
      to[count] = at;
      units[count] = unit;
      depths[count] = depth + 1;
      count += 1;
    }
  }
  first[count] = count;
  // Patterns that share a beginning need fewer nodes than they have units.
  return {
    ...{ count, ends, units: units.slice(0, count), first: first.slice(0, count + 1), depths: depths.slice(0, count) },
  };
}

/** The child of a node by its unit; 0, the root, for none. */
export function childOf({ units, first }: Trie, node: number, unit: number): number {
  let low = first[node] ?? 0;
  let high = first[node + 1] ?? 0;
  while (high - low > 8) {
    const middle = (low + high) >> 1;
    if ((units[middle] ?? 0) <= unit) low = middle;
    else high = middle;
  }
  for (; low < high; low += 1) if (units[low] === unit) return low;
  return 0;
}
