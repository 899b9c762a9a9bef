/** Whether something holds for an entry of a map. Iterating would make pairs of all of them, as long as V8 has not optimised it. */
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
