/** Whether a predicate holds for an entry of a map. Iterating would make a pair of each entry until V8 has optimised it. */
export function someEntry<Value>(
  map: ReadonlyMap<string, Value>,
  holds: (value: Value, key: string) => boolean,
): boolean {
  let isFound = false;
  map.forEach((value, key) => {
    isFound ||= holds(value, key);
  });
  return isFound;
}
