/** Questions about the entries of a map. */

/** Whether a predicate holds for an entry. */
export function someEntry<Key, Value>(
  map: ReadonlyMap<Key, Value>,
  holds: (value: Value, key: Key) => boolean,
): boolean {
  for (const [key, value] of map) if (holds(value, key)) return true;
  return false;
}

/** The keys of those entries that a predicate holds for. */
export function keysWhere<Key, Value>(map: ReadonlyMap<Key, Value>, holds: (value: Value, key: Key) => boolean): Key[] {
  return Array.from(map).flatMap(([key, value]) => (holds(value, key) ? [key] : []));
}
