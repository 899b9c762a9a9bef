/** Runs `work` at the first call and remembers its result. */
export function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/** Runs `work` once for each object. For functions of a module, which live as long as the program. */
export function oncePer<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const done = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const there = done.get(key);
    if (there !== undefined) return there.value;
    const value = work(key);
    done.set(key, { value });
    return value;
  };
}

/** Runs `work` once for each key that `keyOf` makes of the arguments. Forgets nothing: only for functions that live as long as one run. */
export function oncePerKey<Given extends readonly unknown[], Value>(
  keyOf: (...given: Given) => string | number,
  work: (...given: Given) => Value,
): (...given: Given) => Value {
  const done = new Map<string | number, { readonly value: Value }>();
  return (...given) => {
    const key = keyOf(...given);
    const there = done.get(key);
    if (there !== undefined) return there.value;
    const value = work(...given);
    done.set(key, { value });
    return value;
  };
}

/** Remembers the answer for each text, up to a limit. */
export function remembered<Answer>(answer: (text: string) => Answer): (text: string) => Answer {
  const known = new Map<string, Answer>();
  return (text) => {
    const there = known.get(text);
    if (there !== undefined || text.length > LONGEST_REMEMBERED) return there ?? answer(text);
    if (known.size >= MOST_REMEMBERED) known.clear();
    const result = answer(text);
    known.set(text, result);
    return result;
  };
}

const LONGEST_REMEMBERED = 500;
const MOST_REMEMBERED = 1000;
