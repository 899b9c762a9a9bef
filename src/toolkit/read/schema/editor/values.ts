/** What a text or a number must be. A text that stands for another one may come to anything. */
import { isObject, type JsonObject } from "../../document/data.js";

/** A text with a substitution in it, or with what looks like one. */
const SUBSTITUTION = "\\$[({]";

/** The values of an enum, and what each means. `isTag`: nothing may stand for one of them. */
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

/** `isName`: nothing may stand for a name. */
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
