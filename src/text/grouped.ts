/** Values by name or by another key, each list in the order of the pairs. */
export function grouped<Key, Value>(pairs: Iterable<readonly [Key, Value]>): ReadonlyMap<Key, readonly Value[]> {
  const groups = new Map<Key, Value[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
}

/** The first value of each key. */
export function uniqueBy<Value>(values: readonly Value[], keyOf: (value: Value) => string): readonly Value[] {
  const first = new Map<string, Value>();
  for (const value of values) if (!first.has(keyOf(value))) first.set(keyOf(value), value);
  return [...first.values()];
}
