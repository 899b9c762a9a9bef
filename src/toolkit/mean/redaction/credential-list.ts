/** The credentials of a configuration in effect, as texts to search for elsewhere. Skips values that are not credentials. */
import { NONE } from "../../../text/none.js";
import type { Path } from "../../../text/path.js";
import type { Span } from "../../read/diagnostic/diagnostic.js";
import type { Place, ScalarPlace } from "../../read/schema/place.js";
import { credentialsInItem } from "./arguments.js";
import { credentialsIn, isUserAt, opensNothing } from "./credentials.js";
import { isSchemaWord, saysNoKey, withoutReferences } from "./references.js";
import { entryAt, itemSecrecy, type Secrecy } from "./secrecy.js";

export interface ListedCredential {
  readonly path: Path;
  /** Whether the user declares it (spec 2.7); place, name or form identify all others. */
  readonly isDeclared: boolean;
  /** The credentials at a place, in each form that they have there. */
  readonly texts: readonly string[];
}

/** The credentials at a place and inside it, in the order of the tree. */
export function* credentialsAt(place: Place, secrecy: Secrecy = "open", path: Path = []): Generator<ListedCredential> {
  if (place.kind === "object") {
    for (const key of place.entries.keys()) {
      const child = entryAt(place, key, secrecy);
      if (child !== undefined) yield* credentialsAt(child.place, child.secrecy, [...path, key]);
    }
  } else if (place.kind === "list") {
    for (const [index, item] of place.items.entries()) {
      const own = itemSecrecy(item, secrecy);
      const at = [...path, index];
      if (item.kind === "scalar") yield* credentialsOfScalar(item, own, at, place.items[index - 1]);
      else yield* credentialsAt(item, own, at);
    }
  } else yield* credentialsOfScalar(place, secrecy, path);
}

/** `before`: the item before this one in a list, which may be the flag of a command. */
function* credentialsOfScalar(
  place: ScalarPlace,
  secrecy: Secrecy,
  path: Path,
  before?: Place,
): Generator<ListedCredential> {
  if (typeof place.value !== "string" || place.shape?.values?.includes(place.value)) return;
  const text = place.value.trim();
  const isDeclared = place.shape?.schema["x-secret-word"] === true;
  const texts = isDeclared ? [text] : textsIn(text, secrecy, before);
  const known = [...new Set(texts)].filter((one) => one !== "" && !isReference(one));
  if (known.length > 0) yield { path, isDeclared, texts: known };
}

function textsIn(text: string, secrecy: Secrecy, before: Place | undefined): readonly string[] {
  const item = before?.kind === "scalar" ? credentialsInItem(text, before.value) : NONE;
  const parts = [...credentialsIn(text), ...item].flatMap((span) => partsOf(text, span));
  return isWhole(text, secrecy) ? [text, ...afterScheme(text), ...parts] : parts;
}

/** Whether the place makes its whole value a credential. */
function isWhole(text: string, secrecy: Secrecy): boolean {
  if (secrecy === "named") return !opensNothing(text);
  return secrecy === "secret" && !isSchemaWord(text) && !saysNoKey(text);
}

/** The second of two words, if the first is `Bearer` or another scheme. */
function afterScheme(text: string): readonly string[] {
  const { 1: credential } = /^[A-Za-z][\w-]*[ \t]+(\S+)$/.exec(text) ?? (NONE as readonly string[]);
  return credential === undefined ? NONE : [credential];
}

/** A credential in a text; for a user in a URL, also the password, as written and decoded. */
function partsOf(text: string, { start, end }: Span): readonly string[] {
  const part = text.slice(start, end);
  const colon = isUserAt(text, start) ? part.indexOf(":") : -1;
  if (colon === -1) return [part];
  const password = part.slice(colon + 1);
  return [part, password, decoded(password)];
}

function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/** Whether a text only names the source of a secret: unresolved, or an example. */
function isReference(text: string): boolean {
  return withoutReferences(text, { start: 0, end: text.length }).length === 0;
}
