/** Work that is done when it is first asked for, and then no more. */
export function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/** An object with more properties, each made when it is first asked for. To spread or copy it makes them all. */
export function lazy<Plain extends object, Made extends object>(
  plain: Plain,
  makers: { readonly [Key in keyof Made]: () => Made[Key] },
): Plain & Readonly<Made> {
  for (const key in makers) Object.defineProperty(plain, key, { get: once(makers[key]), enumerable: true });
  return plain as Plain & Readonly<Made>;
}

/** The same answer for the same text, as long as there is little to remember. */
export function remembered<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const there = known.get(text);
    if (there !== undefined || text.length > LONGEST_REMEMBERED) return there ?? answer(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    const found = answer(text);
    known.set(text, found);
    return found;
  };
}

const LONGEST_REMEMBERED = 500;
const MOST_REMEMBERED = 1000;
