/** Rewrites the schema in draft 07, for editors that know no later one. */
import type { JsonObject } from "../document/data.js";
import { schemaJson, withoutReferences } from "./inline.js";

/** Draft 07 ignores all keywords next to a `$ref`; a schema without references needs no other change. */
export function toDraft07(schemaText: string): string {
  return schemaJson(inDraft07(withoutReferences(schemaText)));
}

/** A schema without references, under a name of its own. */
export function inDraft07(schema: JsonObject): JsonObject {
  const $id = String(schema["$id"]).replace(/\.json$/, ".draft-07.json");
  return { ...schema, $schema: "http://json-schema.org/draft-07/schema#", $id };
}
