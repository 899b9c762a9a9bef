/**
 * The schema as editors need it: for a file that is one layer of two, and for people who look up keys and their meanings.
 * It accepts every layer that `check` accepts, and is written in the few forms that language servers understand well.
 */
import type { Scope } from "../../diagnostic/diagnostic.js";
import { isObject, type Json, type JsonObject } from "../../document/data.js";
import { inDraft07 } from "../draft07.js";
import { schemaJson, withoutReferences } from "../inlined.js";
import { descriptionOf, forbiddenIn, proposalsOf } from "./described.js";
import { SNIPPETS, withSnippets } from "./snippets.js";
import { limitsOf, valuesOf } from "./values.js";
import { isVariants, variantsOf } from "./variants.js";

export type Draft = "07" | "2020-12";

/** The beginning of the `$id` of each of these schemas, which identifies a file made by this program. */
export const EDITOR_ID = "https://agentcfg.example/editor/";

/** The schema for the file of a layer, as text. */
export function editorSchema(schemaText: string, scope: Scope, draft: Draft): string {
  const { $schema = "", title: _, description = "", ...whole } = withoutReferences(schemaText);
  const { properties, ...rest } = forEditors(whole, scope);
  const named = Object.entries(isObject(properties) ? properties : {}).map(
    ([key, child]) => [key, withSnippets(child, SNIPPETS[key])] as const,
  );
  const head = {
    $schema,
    $id: `${EDITOR_ID}${scope}.schema.json`,
    description,
  };
  const schema: JsonObject = { ...head, ...rest, properties: Object.fromEntries(named) };
  return schemaJson(draft === "07" ? inDraft07(schema) : schema);
}

/** `isTag`: whether a value chooses the other keys; such a value cannot be a substitution. */
function forEditors(either: JsonObject, scope: Scope, isTag = false): JsonObject {
  const node = withNull(either);
  const { type, properties, additionalProperties: rest, propertyNames: names, items, allOf } = node;
  const inside = (child: Json): JsonObject => forEditors(isObject(child) ? child : {}, scope, isVariants(allOf));
  return {
    ...descriptionOf(node),
    ...forbiddenIn(scope, node),
    ...(type === undefined ? {} : { type }),
    ...valuesOf(node, isTag),
    ...limitsOf(node),
    ...proposalsOf(scope, node),
    ...(isObject(properties) ? { properties: each(properties, inside) } : {}),
    ...(rest === undefined ? {} : { additionalProperties: isObject(rest) ? inside(rest) : rest }),
    ...(isObject(names) ? { propertyNames: { ...descriptionOf(names), ...limitsOf(names, true) } } : {}),
    ...(items === undefined ? {} : { items: inside(items) }),
    ...(isVariants(allOf) ? { allOf: variantsOf(allOf, (variant) => forEditors(variant, scope)) } : {}),
  };
}

/** A schema that also accepts null. */
function withNull({ anyOf, ...company }: JsonObject): JsonObject {
  if (!Array.isArray(anyOf) || !isObject(anyOf[0])) return company;
  return { ...anyOf[0], ...company, type: [anyOf[0]["type"] ?? "object", "null"] };
}

function each(children: JsonObject, view: (child: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(children).map(([key, child]) => [key, view(child)]));
}
