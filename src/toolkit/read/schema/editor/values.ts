/** The limits of strings and numbers. A string with a substitution may become any text. */
import { isObject, type JsonObject } from "../../document/data.js";

/** Matches a substitution, or its look-alike. */
const SUBSTITUTION = "\\$[({]";

/** The values of an enum, each with its meaning. `isTag`: whether substitutions are excluded. */
export function valuesOf(node: JsonObject, isTag: boolean): JsonObject {
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
export function limitsOf(node: JsonObject, isName = false): JsonObject {
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
