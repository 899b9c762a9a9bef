/** Whether a value of JSON is small enough to be kept and written: neither large nor deep. The check uses no recursion, so that depth costs no stack. */

/** `size`: characters, about as many as its JSON has. `depth`: of objects and lists within each other. */
export interface Most {
  readonly size: number;
  readonly depth: number;
}

/** About as many characters as its JSON has; undefined when it is larger or deeper than allowed. */
export function sizeWithin(value: unknown, most: Most): number | undefined {
  let size = 0;
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value, depth: 1 }];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next.value === "string") size += next.value.length;
    size += 4;
    if (typeof next.value === "object" && next.value !== null) {
      if (next.depth > most.depth) return undefined;
      const depth = next.depth + 1;
      const isList = Array.isArray(next.value);
      for (const [key, inner] of Object.entries(next.value)) {
        size += isList ? 1 : key.length + 4;
        if (size > most.size) return undefined;
        open.push({ value: inner, depth });
      }
    }
    if (size > most.size) return undefined;
  }
  return size;
}
