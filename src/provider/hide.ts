/** The credentials of a request, hidden in a text that comes back. */
import { type Headers, isKey, isUsual } from "./headers.js";

/** The address of requests. Each part of it may hold credentials, the query of the URL as well. */
export interface Address {
  readonly url: string;
  readonly headers: Headers;
}

/** Replaces the credentials of a request in a text. */
export type Hide = (text: string) => string;

/** Least characters of a credential: shorter texts are rather words of the language. The value of a key may be shorter. */
const SHORTEST = 8;
const SHORTEST_KEY = 4;

/** Fewest characters of the beginning of a key that are hidden; providers show fewer, so that people know which key is meant. */
const BEGINNING = 12;

const HIDDEN = "[redacted]";

/**
 * Hides the values in URL and headers of an address, as they are and in the forms in which servers repeat them, and long beginnings of its
 * keys.
 */
export function hiderOf({ url, headers }: Address): Hide {
  const { username, password, searchParams } = new URL(url);
  const values = [
    ...headers.flatMap(([name, value]) => {
      const shortest = isKey(name) ? SHORTEST_KEY : SHORTEST;
      return isUsual(name, value) ? [] : [value, withoutScheme(value)].filter((one) => one.length >= shortest);
    }),
    ...[username, password, ...searchParams.values()].filter((one) => one.length >= SHORTEST_KEY),
  ];
  // Longer forms first: a form may be a part of another one.
  const hidden = [...new Set(values.flatMap(formsOf))].sort((a, b) => b.length - a.length);
  const keys = headers.flatMap(([name, value]) => (isKey(name) ? [withoutScheme(value)] : []));
  const begun = [...new Set([...keys, username, password].flatMap(formsOf))].filter((form) => form.length > BEGINNING);
  return (text) => {
    const whole = hidden.reduce((rest, form) => rest.replaceAll(form, HIDDEN), text);
    return begun.reduce(withoutBeginnings, whole);
  };
}

function withoutScheme(value: string): string {
  return value.replace(/^\S+ +/, "");
}

function formsOf(value: string): readonly string[] {
  const base64 = Buffer.from(value).toString("base64url");
  return [value, JSON.stringify(value).slice(1, -1), encodeURIComponent(value.toWellFormed()), base64];
}

/** The text without beginnings of a key, each as long as it is. */
function withoutBeginnings(text: string, key: string): string {
  const head = key.slice(0, BEGINNING);
  let shown = "";
  let from = 0;
  for (let at = text.indexOf(head); at !== -1; at = text.indexOf(head, from)) {
    shown += text.slice(from, at) + HIDDEN;
    from = at + BEGINNING;
    while (from < text.length && from - at < key.length && text[from] === key[from - at]) from += 1;
  }
  return shown + text.slice(from);
}
