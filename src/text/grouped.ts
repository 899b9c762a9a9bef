/** Values by name, each list in the order of the pairs. */
export function grouped<Value>(pairs: Iterable<readonly [string, Value]>): ReadonlyMap<string, readonly Value[]> {
  const groups = new Map<string, Value[]>();
  for (const [name, value] of pairs) {
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [value]);
    else group.push(value);
  }
  return groups;
}
