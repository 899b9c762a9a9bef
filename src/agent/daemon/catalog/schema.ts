/** The input schema of a tool in a catalog: plain data of bounded size and depth, whatever a tool server sends. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Fields } from "../../run/tools/tool.js";
import type { Texts } from "./texts.js";

/** What stands in the place of a schema that is no plain data, too large or too deep: every object fits it. */
export const ANY_OBJECT: Fields = { type: "object" };

/** What was found in a schema that can be published. */
export interface SchemaParts {
  readonly names: readonly string[];
  readonly texts: readonly string[];
  /** Characters of names and texts, and one for each value. */
  readonly size: number;
}

/** Undefined for a schema that is no plain data, too large or too deep. The work ends where the limit does. */
export function partsOf(schema: Fields): SchemaParts | undefined {
  const parts = { names: [], texts: [], size: 0 };
  return take(schema, limits.bodyDepth, parts) ? parts : undefined;
}

interface Parts {
  readonly names: string[];
  readonly texts: string[];
  size: number;
}

/** Adds the parts of a value; false when it cannot be published. */
function take(value: unknown, depth: number, parts: Parts): boolean {
  parts.size += 1;
  if (typeof value === "string") {
    parts.size += value.length;
    parts.texts.push(value);
  } else if (typeof value === "object" && value !== null) {
    if (depth === 0) return false;
    return Array.isArray(value)
      ? value.every((item) => take(item, depth - 1, parts))
      : takeFields(value as Fields, depth - 1, parts);
  } else if (value !== null && typeof value !== "boolean" && typeof value !== "number") return false;
  return parts.size <= limits.catalogSchemaCharacters;
}

function takeFields(fields: Fields, depth: number, parts: Parts): boolean {
  for (const name of Object.keys(fields)) {
    parts.size += name.length;
    parts.names.push(name);
    if (!take(fields[name], depth, parts)) return false;
  }
  return parts.size <= limits.catalogSchemaCharacters;
}

/** A value of a schema with hidden texts. Only for schemas with parts. */
export function hiddenIn(value: unknown, texts: Texts): unknown {
  if (typeof value === "string") return texts.hidden(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => hiddenIn(item, texts));
  // It defines `__proto__` as any other name.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, hiddenIn(inner, texts)]));
}
