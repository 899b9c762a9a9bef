/** What a word of a command line means as a value. */
import { FORMATS } from "../document/formats.js";
import { toData } from "../document/node.js";
import { exactOf, type Spelt } from "../edit/assign.js";
import type { Shape } from "./shape.js";

/**
 * The value that an argument means at a place of this shape: the text itself where a text belongs, `null` where that unsets, and
 * otherwise what YAML (and so JSON) reads it as. A text in double quotes is always what is inside them.
 */
export function readValue(argument: string, shape: Shape | undefined): Spelt {
  const isText = shape?.types?.has("string") === true;
  if (argument === "null" && shape?.types?.has("null") !== false) return { value: null };
  const { root, problems } = FORMATS.yaml.read(argument);
  const read = root === undefined || problems.length > 0 ? argument : toData(root);
  const isOther = shape?.types?.has("boolean") === true && typeof read === "boolean";
  const isQuoted = argument.startsWith('"') && typeof read === "string";
  if ((isText && !isOther && !isQuoted) || root === undefined) return { value: argument };
  return problems.length > 0 ? { value: argument } : { value: read, exact: exactOf(root) };
}
