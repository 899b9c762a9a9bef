/** A JSON Schema with what its references mean in their places: some readers overlook what stands beside a `$ref`, or what is behind it. */
import { isObject, type Json, type JsonObject } from "../document/data.js";

/** The schema that a text holds, without references and definitions. What is said beside a reference wins over what its definition says. */
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

/** The text of a schema. Parsing turned 2^64 - 1 into the nearest double. */
export function schemaJson(schema: JsonObject): string {
  return `${JSON.stringify(schema, null, 2).replaceAll("18446744073709552000", "18446744073709551615")}\n`;
}
