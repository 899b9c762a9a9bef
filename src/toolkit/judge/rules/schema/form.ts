/** Another form of a value, as the schema sketches it: `{ type: static_key, key: … }`; `${…}` stands for the bare name of a variable. */

interface Filled {
  /** The form with the value in it, unless the value may be secret. */
  readonly shown: string;
  /** The same as data; undefined if the value must not be repeated, or if more than the form is missing. */
  readonly value?: Readonly<Record<string, string>>;
}

export function filled(form: string, written: unknown): Filled {
  const text = String(written);
  const isName = form.includes("${…}") && /^[A-Za-z_]\w*$/.test(text);
  const isReference = /^\$\{\w+\}$/.test(text);
  const parts = form.slice(2, -2).split(", ");
  if ((!isName && !isReference) || parts.includes("…")) return { shown: form.replace("${…}", "…") };
  const put = (word: string): string =>
    isName ? word.replace("…", () => text) : word.replace(/\$\{…\}|…/, () => text);
  const pairs = parts.map((part) => {
    const [key = "", ...words] = part.split(": ");
    return [key, put(words.join(": "))] as const;
  });
  return { shown: put(form), value: Object.fromEntries(pairs) };
}
