/** Reads a command-line argument as a value. */
import { FORMATS } from "../document/formats.js";
import { type Node, toData } from "../document/node.js";
import type { SpelledValue } from "../edit/assign.js";
import { exactOf } from "../edit/spelling.js";
import type { Shape } from "./shape.js";

/**
 * The value of an argument at a place of this shape: the text itself if a string is accepted, `null` if that unsets, and any other argument
 * as YAML (and so JSON) reads it. A text in double quotes always loses its quotes; any other text stays exactly as given. Undefined for an
 * empty argument, or a comment, if no string is accepted: an empty variable empties nothing.
 */
export function readValue(argument: string, shape: Shape | undefined): SpelledValue | undefined {
  const types = shape?.types;
  const isText = types?.has("string") === true;
  const takesText = isText || types === undefined;
  if (argument === "null" && types?.has("null") !== false) return { value: null };
  const { root, problems } = FORMATS.yaml.read(argument);
  if (root === undefined || problems.length > 0) return { value: argument };
  const isNothing = root.kind === "mapping" && root.span.start === root.span.end;
  if (isNothing) return takesText ? { value: argument } : undefined;
  // If a string is accepted, a comment after a scalar is part of it.
  if (takesText && root.kind === "scalar" && !isWhole(argument, root)) return { value: argument };
  const read = toData(root);
  if (typeof read === "string") return { value: (isText ? /^"/ : /^["']/).test(argument) ? read : argument };
  const isOther = types?.has("boolean") === true && typeof read === "boolean";
  return isText && !isOther ? { value: argument } : { value: read, exact: exactOf(root) };
}

function isWhole(argument: string, { span }: Node): boolean {
  return argument.slice(0, span.start).trim() === "" && argument.slice(span.end).trim() === "";
}
