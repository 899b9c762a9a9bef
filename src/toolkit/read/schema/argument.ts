/** What a word of a command line means as a value. */
import { FORMATS } from "../document/formats.js";
import { type Node, toData } from "../document/node.js";
import { exactOf, type Spelt } from "../edit/assign.js";
import type { Shape } from "./shape.js";

/**
 * The value that an argument means at a place of this shape: the text itself where a text belongs, `null` where that unsets, and
 * otherwise what YAML (and so JSON) reads it as. A text in double quotes is always what is inside them; any other text is the argument as
 * it was given. Undefined for an empty argument, or a comment, where no text belongs: an empty variable empties nothing.
 */
export function readValue(argument: string, shape: Shape | undefined): Spelt | undefined {
  const types = shape?.types;
  const isText = types?.has("string") === true;
  const takesText = isText || types === undefined;
  if (argument === "null" && types?.has("null") !== false) return { value: null };
  const { root, problems } = FORMATS.yaml.read(argument);
  if (root === undefined || problems.length > 0) return { value: argument };
  const isNothing = root.kind === "mapping" && root.span.start === root.span.end;
  if (isNothing) return takesText ? { value: argument } : undefined;
  // A comment behind a scalar is part of the text, where a text may be.
  if (takesText && root.kind === "scalar" && !isWhole(argument, root)) return { value: argument };
  const read = toData(root);
  if (typeof read === "string") return { value: (isText ? /^"/ : /^["']/).test(argument) ? read : argument };
  const isOther = types?.has("boolean") === true && typeof read === "boolean";
  return isText && !isOther ? { value: argument } : { value: read, exact: exactOf(root) };
}

function isWhole(argument: string, { span }: Node): boolean {
  return argument.slice(0, span.start).trim() === "" && argument.slice(span.end).trim() === "";
}
