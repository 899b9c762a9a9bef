/**
 * The schema for editors: for a file that is one layer of two, and for people who look up keys and their meanings. It accepts every layer
 * that `check` accepts, in the few forms that language servers understand well.
 */
import type { Scope } from "../../diagnostic/diagnostic.js";
import { isObject, type Json, type JsonObject } from "../../document/data.js";
import { inDraft07 } from "../draft07.js";
import { schemaJson, withoutReferences } from "../inline.js";
import { SNIPPETS, withSnippets } from "./snippets.js";

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

/** The meaning of a key and its default. The plain text serves servers that do not show Markdown. */
function descriptionOf({ description, default: defaultValue, "x-default": dependent }: JsonObject): JsonObject {
  if (typeof description !== "string") return {};
  const value = defaultValue ?? (isObject(dependent) ? dependent["value"] : undefined);
  const where = isObject(dependent) && dependent["by"] === "custom" ? " for custom models" : "";
  const ending =
    value === undefined ? "" : `\n\nDefault: \`${typeof value === "string" ? value : JSON.stringify(value)}\`${where}`;
  const text = `${description}${ending}`;
  return { description: text, markdownDescription: text };
}

/** Marks a key that only the other layer may set: editors strike it out and do not propose it. */
function forbiddenIn(scope: Scope, node: JsonObject): JsonObject {
  if (!isForbidden(scope, node)) return {};
  return { deprecationMessage: "Only the global configuration can set this, not a project.", doNotSuggest: true };
}

function isForbidden(scope: Scope, node: JsonObject): boolean {
  return scope === "project" && node["x-scope"] === "global";
}

/**
 * Proposed values for a new key: no name that only the user can choose, no empty value, and no reference, which editors would propose
 * inside one that the user is typing.
 */
function proposalsOf(scope: Scope, node: JsonObject): JsonObject {
  const { default: defaultValue, examples, "x-ref": reference } = node;
  if (isForbidden(scope, node)) return {};
  return {
    ...(defaultValue === undefined || isEmpty(defaultValue) ? {} : { default: defaultValue }),
    ...(examples === undefined || reference !== undefined || isReference(examples) ? {} : { examples }),
  };
}

function isReference(examples: Json): boolean {
  return Array.isArray(examples) && examples.some((example) => typeof example === "string" && example.includes("${"));
}

function isEmpty(value: Json): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

/** Matches a substitution, or its look-alike. */
const SUBSTITUTION = "\\$[({]";

/** The values of an enum, each with its meaning. `isTag`: whether substitutions are excluded. */
function valuesOf(node: JsonObject, isTag: boolean): JsonObject {
  const { const: only, enum: values, "x-value-descriptions": texts } = node;
  if (only !== undefined) return { const: only };
  if (!Array.isArray(values)) return {};
  const meanings = values.map(
    (value) => (isObject(texts) ? (texts[String(value)] ?? "") : "") || "As if it were left out.",
  );
  const known = { enum: values, enumDescriptions: meanings, markdownEnumDescriptions: meanings };
  if (isTag) return known;
  const type = values.includes(null) ? ["string", "null"] : "string";
  return { type, anyOf: [known, { type: "string", pattern: SUBSTITUTION }] };
}

/** The limits of a value. `isName`: whether it is a name, which cannot be a substitution. */
function limitsOf(node: JsonObject, isName = false): JsonObject {
  const { minimum, exclusiveMinimum, maximum, pattern, patternErrorMessage, maxLength } = node;
  return {
    ...(minimum === undefined ? {} : { minimum }),
    ...(exclusiveMinimum === undefined ? {} : { exclusiveMinimum }),
    ...(maximum === undefined ? {} : { maximum }),
    ...(typeof pattern === "string" ? { pattern: isName ? pattern : `(?:${pattern})|${SUBSTITUTION}` } : {}),
    ...(typeof patternErrorMessage === "string" ? { patternErrorMessage: `This ${patternErrorMessage}.` } : {}),
    ...(maxLength === undefined ? {} : { anyOf: [{ maxLength }, { pattern: SUBSTITUTION }] }),
  };
}

interface Choice {
  readonly if: JsonObject & { readonly properties: JsonObject };
  readonly then: JsonObject;
}

type Keys = { readonly properties?: JsonObject; readonly additionalProperties?: Json };

/**
 * Whether `allOf` lists variants. The editor schema writes them as conditions on the tag, so that language servers describe the chosen
 * variant.
 */
function isVariants(allOf: Json | undefined): allOf is readonly (Json & Choice)[] {
  return Array.isArray(allOf);
}

/** Each variant after its condition; without a tag, which another layer may set, the keys of all variants. */
function variantsOf(choices: readonly Choice[], view: (variant: JsonObject) => Keys): readonly Json[] {
  const [tag = ""] = choices.flatMap((choice) => Object.keys(choice.if.properties));
  const variants = choices.map((choice) => {
    const { properties = {}, additionalProperties = true } = view(choice.then);
    return { condition: choice.if, keys: { properties: { ...properties, [tag]: true }, additionalProperties } };
  });
  const all = variants.toReversed().flatMap(({ keys }) => Object.entries(keys.properties));
  const untold = { properties: Object.fromEntries(all), additionalProperties: false };
  return [...variants.map(({ condition, keys }) => when(condition, keys)), when({ not: { required: [tag] } }, untold)];
}

/** A condition for objects alone: null stays valid. */
function when(condition: JsonObject, keys: Keys): Json {
  const branch = "then";
  return { if: { type: "object", ...condition }, [branch]: { ...keys } };
}
