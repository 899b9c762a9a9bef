/** The secret spans of a value, a name or an argument, for frames, printers and serialised results alike. */

import { namesCredential } from "../../../text/credential-names.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Place, ScalarPlace } from "../../read/schema/place.js";
import { credentialsInItem } from "./arguments.js";
import { cutUsersIn, secretsInBroken } from "./broken-lines.js";
import { joined } from "./cover.js";

import { opensNothing, secretsIn } from "./credentials.js";
import { isHarmless, isPlaceholder, isSchemaWord, withoutReferences } from "./references.js";
import type { Secrecy } from "./secrecy.js";
import type { SecretWords } from "./words.js";

/** The secret spans of a value in its written form; in order, not overlapping. */
export function secretsOf(place: ScalarPlace, secrecy: Secrecy, words: SecretWords): readonly Span[] {
  const { value, shape } = place;
  const whole = { start: 0, end: String(value).length };
  if (value === null || typeof value === "boolean") return [];
  if (typeof value === "number") {
    return secrecy === "secret" || (secrecy === "named" && !isHarmless(String(value))) ? [whole] : [];
  }
  if (shape?.values?.includes(value)) return [];
  const isOpen = secrecy === "open" || (secrecy === "named" ? opensNothing(value) : isKnownWord(value));
  const isAddress = shape?.schema["x-capability"] === "destination";
  const users = isAddress ? [...usersIn(value), ...cutUsersIn(value)] : quotedUsersIn(value);
  // A text in place of a mapping is a line of it without its `:`.
  const isLine = shape?.types !== undefined && !shape.types.has("string") && shape.types.has("object");
  const lines = isLine ? secretsInBroken(value, namesCredential) : [];
  const spans = [...secretsIn(value), ...users.flatMap((span) => withoutReferences(value, span))];
  return joined([...(isOpen ? [] : withoutReferences(value, whole)), ...spans, ...lines, ...words.spansIn(value)]);
}

/** User and password of an address whose password has a quote, which ends a user in any other text. */
function quotedUsersIn(value: string): readonly Span[] {
  const start = URL_START.exec(value)?.[0].length;
  const end = value.lastIndexOf("@");
  const user = start === undefined ? "" : value.slice(start, end);
  return start !== undefined && end > start && /^[^/?#@:]*:/.test(user) && /["`]/.test(user) ? [{ start, end }] : [];
}

const URL_START = /^[a-z][a-z\d+.-]*:\/\//i;

/** The scheme and the slashes of an address that is not a URL, as far as they exist. */
const ODD_START = /^(?:[a-z][a-z\d+.-]*:(?=\/))?\/*/i;

/** User and password in an address that lacks its scheme, or a slash of it: everything up to its last `@`. */
function usersIn(address: string): readonly Span[] {
  if (URL_START.test(address)) return quotedUsersIn(address);
  const start = ODD_START.exec(address)?.[0].length ?? 0;
  const end = (address.split(/[?\s]/, 1)[0] ?? "").lastIndexOf("@");
  return end > start ? [{ start, end }] : [];
}

/** Whether a value is not secret, even in the place of a secret. */
function isKnownWord(value: string): boolean {
  return isSchemaWord(value) || isPlaceholder(value);
}

/** The secret spans of a list item, which may be an argument of a command. */
export function secretsOfItem(
  items: readonly Place[],
  index: number,
  secrecy: Secrecy,
  words: SecretWords,
): readonly Span[] {
  const [before, item] = [items[index - 1], items[index]];
  if (item?.kind !== "scalar") return [];
  const own = secretsOf(item, secrecy, words);
  const { value } = item;
  if (typeof value !== "string") return own;
  const credentials = credentialsInItem(value, before?.kind === "scalar" ? before.value : undefined);
  return joined([...own, ...credentials.flatMap((span) => withoutReferences(value, span))]);
}

/** The secret spans of a name, which may include its value. Names of the schema have none. */
export function secretsInName(name: string, words: SecretWords): readonly Span[] {
  if (isSchemaWord(name)) return [];
  // A name with a blank may be one without its `:`.
  const value = /[ \t;]/.test(name) ? secretsInBroken(name, namesCredential) : [];
  return joined([...secretsIn(name), ...value, ...words.spansIn(name)]);
}
