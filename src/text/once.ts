/** Work that is done when it is first asked for, and then no more. */
export function once<Value>(work: () => Value): () => Value {
  let done: { readonly value: Value } | undefined;
  return () => {
    done ??= { value: work() };
    return done.value;
  };
}

/**
 * The same for each object that it is done for. The answer is kept with the object, where copies do not take it along: of thousands that live
 * shortly, a `WeakMap` would keep what belongs to them for longer. For functions of a module, of which there are few.
 */
export function oncePer<Key extends object, Value>(work: (key: Key) => Value): (key: Key) => Value {
  const done = Symbol("done");
  return (key) => {
    const there = (key as { readonly [done]?: { readonly value: Value } })[done];
    if (there !== undefined) return there.value;
    const value = work(key);
    Object.defineProperty(key, done, { value: { value } });
    return value;
  };
}

/** What the properties are made with, and those that have been. */
const MAKERS = Symbol("makers");
const MADE = Symbol("made");

interface Made {
  readonly [MAKERS]: Readonly<Record<string, () => unknown>>;
  readonly [MADE]: Map<string, unknown>;
}

/** An object with more properties, each made when it is first asked for. They are inherited: to spread or copy it leaves them behind. */
export function lazy<Plain extends object, Later extends object>(
  plain: Plain,
  makers: { readonly [Key in keyof Later]: () => Later[Key] },
): Plain & Readonly<Later> {
  const own = { [MAKERS]: makers, [MADE]: new Map() };
  return Object.assign(Object.create(prototypeFor(Object.keys(makers))), plain, own);
}

const prototypes = new Map<string, object>();

/** To give each object accessors of its own takes ten times as long as all else that is done to make it. */
function prototypeFor(names: readonly string[]): object {
  const known = prototypes.get(names.join());
  if (known !== undefined) return known;
  const prototype = {};
  for (const name of names) {
    Object.defineProperty(prototype, name, {
      get(this: Made) {
        const { [MADE]: made, [MAKERS]: makers } = this;
        if (!made.has(name)) made.set(name, makers[name]?.());
        return made.get(name);
      },
    });
  }
  prototypes.set(names.join(), prototype);
  return prototype;
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
