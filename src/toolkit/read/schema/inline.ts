/** Replaces references in a JSON Schema by their definitions: some readers ignore the keywords next to a `$ref`, or those after it. */
import { isObject, type Json, type JsonObject } from "../document/data.js";

/** Parses a schema and inlines its references. A keyword next to a reference wins over the same keyword in its definition. */
export function withoutReferences(schemaText: string): JsonObject {
  const { $defs: definitions = {}, ...schema }: JsonObject = JSON.parse(schemaText);
  const inline = (node: Json): Json => {
    if (Array.isArray(node)) return node.map(inline);
    if (!isObject(node)) return node;
    const { $ref, ...own } = node;
    const company = Object.entries(own).map(([key, value]) => [key, inline(value)] as const);
    const definition = isObject(definitions) && $ref !== undefined ? definitions[nameIn($ref)] : undefined;
    return { ...(definition === undefined ? {} : (inline(definition) as JsonObject)), ...Object.fromEntries(company) };
  };
  return inline(schema) as JsonObject;
}

function nameIn($ref: Json): string {
  return String($ref).replace("#/$defs/", "");
}

/** The text of a schema. Restores 2^64 - 1, which parsing turned into the nearest double. */
export function schemaJson(schema: JsonObject): string {
  return `${JSON.stringify(schema, null, 2).replaceAll("18446744073709552000", "18446744073709551615")}\n`;
}
