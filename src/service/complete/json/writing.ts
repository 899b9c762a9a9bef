/** How a key, and a whole new entry, begin in JSON. A key needs a value there, so that it is a snippet. */
import type { Json } from "../../../toolkit/read/document/data.js";
import { SPELLINGS } from "../../../toolkit/read/edit/spelling.js";
import type { Shape } from "../../../toolkit/read/schema/shape.js";
import type { Beginning } from "../completion.js";
import type { Spot } from "../placed.js";
import { escaped, inlineSnippet } from "../snippet-text.js";

export function keyInJson(name: string, shape: Shape, { hasColon, before, after }: Spot): Beginning {
  const key = SPELLINGS.json.key(name);
  if (hasColon) return { insert: key, isSnippet: false };
  return { insert: `${before}${escaped(key)}: ${beginningOf(shape)}${after}`, isSnippet: true };
}

function beginningOf({ types }: Shape): string {
  if (types?.has("object")) return "{$1}";
  if (types?.has("array")) return "[$1]";
  if (types?.has("string")) return '"$1"';
  return types?.has("boolean") ? CHOICE : NOTHING;
}

const CHOICE = "${1|true,false|}";
const NOTHING = "${1:null}";

export function entryInJson(name: string, body: Json, { before, after }: Spot): string {
  return `${before}"${name}": ${inlineSnippet(body)}${after}`;
}
