/** Credentials among the items of a command line: as the value of a flag, beside it or behind its `=`. */
import type { Span } from "../diagnostic/diagnostic.js";
import { namesCredential } from "./credentials.js";
import { credentialsIn, isHarmless } from "./evident.js";

/** Where an item holds a credential: in a part of it, the first of several, or all of it. `before`: the item before it. */
export function credentialIn(item: string, before: unknown): Span | "all" | undefined {
  const flag = typeof before === "string" ? FLAG.exec(before)?.[1] : undefined;
  if (flag !== undefined && !item.startsWith("-") && isCredentialValue(flag, item)) return "all";
  const [, key = "", value = ""] = JOINED.exec(item) ?? [];
  if (isCredentialValue(key, value)) return { start: item.length - value.length, end: item.length };
  return credentialsIn(item)[0];
}

const FLAG = /^--?([A-Za-z][\w.-]*)$/;

/** `--token=X`, `-e TOKEN=X` and `--header "Authorization: X"`; not a URL whose scheme happens to be such a word. */
const JOINED = /^-{0,2}([A-Za-z][\w.-]*)(?:=|: *)(?!\/\/)(.+)$/s;

/** A `--key` alone may be anything. */
function isCredentialValue(name: string, value: string): boolean {
  return name.toLowerCase() !== "key" && namesCredential(name) && !isHarmless(value);
}

/** The same, as far as it must be hidden: a variable says nothing of its value. */
export function hiddenIn(item: string, before: unknown): Span | undefined {
  const found = credentialIn(item, before);
  const span = found === "all" ? { start: 0, end: item.length } : found;
  const words = span && item.slice(span.start, span.end).replace(/\$\{[A-Za-z_]\w*\}/g, "");
  return words === undefined || /^\s*(?:bearer|basic|token)?\s*$/i.test(words) ? undefined : span;
}
