/** What an editor shows for a key: in a tooltip, beside a proposal, and as the proposed value. */
import type { Scope } from "../../diagnostic/diagnostic.js";
import { isObject, type Json, type JsonObject } from "../../document/data.js";

/** The meaning of a key and its default. Servers without Markdown, and those that ignore it, find the same in the plain text. */
export function descriptionOf({ description, default: defaultValue, "x-default": dependent }: JsonObject): JsonObject {
  if (typeof description !== "string") return {};
  const value = defaultValue ?? (isObject(dependent) ? dependent["value"] : undefined);
  const where = isObject(dependent) && dependent["by"] === "custom" ? " for custom models" : "";
  const ending =
    value === undefined ? "" : `\n\nDefault: \`${typeof value === "string" ? value : JSON.stringify(value)}\`${where}`;
  const text = `${description}${ending}`;
  return { description: text, markdownDescription: text };
}

/** Marks a key that only the other layer may set: it is struck out and not proposed. */
export function forbiddenIn(scope: Scope, node: JsonObject): JsonObject {
  if (!isForbidden(scope, node)) return {};
  return { deprecationMessage: "Only the global configuration can set this, not a project.", doNotSuggest: true };
}

function isForbidden(scope: Scope, node: JsonObject): boolean {
  return scope === "project" && node["x-scope"] === "global";
}

/**
 * Proposed values to begin with: no name that only the user can choose, no empty value, and no reference, which would be proposed inside one that
 * is being typed.
 */
export function proposalsOf(scope: Scope, node: JsonObject): JsonObject {
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
