/** How a key, and a whole new entry, begin in YAML. */
import { isObject, type Json } from "../../../toolkit/read/document/data.js";
import { SPELLINGS } from "../../../toolkit/read/edit/spelling.js";
import type { Shape } from "../../../toolkit/read/schema/shape.js";
import type { Beginning } from "../completion.js";
import type { Spot } from "../placed.js";
import { escaped, inlineSnippet } from "../snippet-text.js";

export function keyInYaml(name: string, shape: Shape, { hasColon, isInFlow, after }: Spot): Beginning {
  const key = SPELLINGS.yaml.key(name);
  if (hasColon) return { insert: key, isSnippet: false };
  if (after !== "") return { insert: `${escaped(key)}: $1${after}`, isSnippet: true };
  return { insert: `${key}:${isInFlow ? " " : behindColon(shape)}`, isSnippet: false };
}

function behindColon({ types }: Shape): string {
  if (types?.has("object")) return "\n  ";
  return types?.has("array") ? "\n  - " : " ";
}

export function entryInYaml(name: string, body: Json, { isInFlow, after }: Spot): string {
  return isInFlow ? `${name}: ${inlineSnippet(body)}${after}` : linesOfEntry({ [name]: body }, "").join("\n");
}

function linesOfEntry(entries: Json, indent: string): readonly string[] {
  if (!isObject(entries)) return [];
  return Object.entries(entries).flatMap(([key, value]) =>
    isObject(value)
      ? [`${indent}${key}:`, ...linesOfEntry(value, `${indent}  `)]
      : [`${indent}${key}: ${isPlain(value) ? value : inlineSnippet(value)}`],
  );
}

/** A text that stands without quotes, and in which nobody types. */
function isPlain(value: Json): value is string {
  return typeof value === "string" && /^[a-z_]+$/.test(value);
}
