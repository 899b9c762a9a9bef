/** The type of a value in words, for references and explanations. */
import type { Shape } from "../../read/schema/shape.js";

/** Such as `integer or null, from 0 to 255` or `full, mini, nano or null`, values in backticks. */
export function describeType(shape: Shape): string {
  const nullable = shape.types?.has("null") ? " or null" : "";
  if (shape.tag !== undefined) return `mapping, by \`${shape.tag.key}\`${nullable}`;
  if (shape.values !== undefined) return `${shape.values.map((value) => `\`${value}\``).join(", ")}${nullable}`;
  if (shape.types === undefined) return "any";
  const names = [...shape.types].flatMap((type) => {
    if (type === "null") return [];
    if (type === "array") return [`list of ${shape.items ? describeType(shape.items) : "any"}`];
    return [type === "object" ? "mapping" : type];
  });
  return `${names.join(" or ")}${nullable}${limits(shape)}`;
}

function limits({ schema }: Shape): string {
  const parts = [
    schema.exclusiveMinimum === undefined ? "" : `above ${schema.exclusiveMinimum}`,
    schema.minimum === undefined ? "" : `from ${schema.minimum}`,
    schema.format === "uint64" ? "to 18446744073709551615" : schema.maximum === undefined ? "" : `to ${schema.maximum}`,
    schema["x-max-bytes"] === undefined ? "" : `at most ${schema["x-max-bytes"]} bytes`,
  ].filter((part) => part !== "");
  return parts.length === 0 ? "" : `, ${parts.join(" ")}`;
}
