/** A configuration as it may be shown: secrets, values from outside the files and all that the schema cannot vouch for are hidden. */

import type { Json } from "../document/node.js";
import { configShape, keyShape, type Shape, variantOf } from "../schema/shape.js";
import type { Path } from "../text/path.js";
import { credentialSpans, REDACTED, withoutWords } from "../text/printable.js";
import { isCredentialFlag } from "./credential.js";
import { isReference, mayShow } from "./spans.js";

/** The value with `<redacted>` in place of what must not be seen. `outside`: paths whose strings hold variables or command output. */
export function redact(value: Json, outside: readonly Path[], words: RegExp | undefined): Json {
  const hidden = new Set(outside.map((path) => JSON.stringify(path)));
  const visit = (at: Json, shape: Shape | undefined, path: Path): Json => {
    if (Array.isArray(at)) {
      return at.map((item: Json, index) =>
        isCredentialFlag(at[index - 1]) && !isReference(item) ? REDACTED : visit(item, shape?.items, [...path, index]),
      );
    }
    if (typeof at === "object" && at !== null) {
      const object = at as { readonly [key: string]: Json };
      const variant = shape && variantOf(shape, shape.tag && object[shape.tag.key]);
      const entries = Object.entries(object).map(([key, child]): [string, Json] => [
        key,
        visit(child, variant && keyShape(variant, key), [...path, key]),
      ]);
      return Object.fromEntries(entries);
    }
    if (!mayShow(at, shape) || hidden.has(JSON.stringify(path))) return REDACTED;
    return typeof at === "string" ? withoutSecrets(at, words) : at;
  };
  return visit(value, configShape, []);
}

function withoutSecrets(text: string, words: RegExp | undefined): string {
  let result = "";
  let at = 0;
  for (const { start, end } of credentialSpans(text)) {
    result += `${text.slice(at, start)}${REDACTED}`;
    at = end;
  }
  return withoutWords(result + text.slice(at), words);
}
