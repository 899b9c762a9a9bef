/** The words for a value of another type than its place takes, and what was probably meant by it. Never repeats what may be secret. */

import type { Finding } from "../diagnostic/finding.js";
import type { Json } from "../document/node.js";
import { missingSpace } from "../document/yaml-problems.js";
import { mayShow } from "../redaction/spans.js";
import { formatPath, type Path } from "../text/path.js";
import { enumerate, quote } from "../text/printable.js";
import { name, oneOf } from "./findings.js";
import { acceptsType, type Shape, type TypeName, typeOf } from "./shape.js";

const TYPE_NAMES: Readonly<Record<TypeName, readonly string[]>> = {
  object: ["a mapping"],
  array: ["a list"],
  string: ["a string"],
  number: ["a number"],
  integer: ["an integer"],
  boolean: ["`true`", "`false`"],
  null: ["null"],
};

export function wrongType(path: Path, value: Json, shape: Shape): Finding {
  const wanted = [...(shape.types ?? [])].filter((type) => type !== "null").flatMap((type) => TYPE_NAMES[type]);
  const demand = wanted.length === 0 ? "cannot be" : `must be ${enumerate(wanted)}, not`;
  return {
    rule: "schema/wrong-type",
    at: { path, part: "value" },
    message: `${name(path)} ${demand} ${nameOfValue(value)}`,
    ...wrongTypeHelp(path, value, shape),
  };
}

/** The tag has a value of a type that no tag has. */
export function wrongTag(path: Path, value: Json, accepted: readonly string[]): Finding {
  return {
    rule: "schema/wrong-type",
    at: { path, part: "value" },
    message: `${name(path)} must be a string, not ${nameOfValue(value)}`,
    help: oneOf(accepted),
  };
}

function nameOfValue(value: Json): string {
  if (Number.isNaN(value)) return "`.nan`";
  if (typeof value === "number" && !Number.isFinite(value)) return "a number beyond all limits";
  if (typeof value === "number" && !Number.isInteger(value)) return "a fraction";
  if (typeof value === "boolean") return quote(value);
  return enumerate(TYPE_NAMES[typeOf(value)]);
}

function wrongTypeHelp(path: Path, value: Json, shape: Shape): Pick<Finding, "help" | "proposals"> {
  if (value === null) return { help: "remove the key to leave it unset" };
  const space = typeof value === "string" && shape.types?.has("object") ? missingSpace(value) : undefined;
  if (space !== undefined) return { help: space };
  if (shape.tag !== undefined)
    return { help: `its ${quote(shape.tag.key)} is ${oneOf([...shape.tag.variants.keys()])}` };
  if (shape.values !== undefined) return { help: oneOf(shape.values) };
  if (typeof value !== "string" || shape.types === undefined) return {};
  if (shape.types.has("array")) return { help: listHelp(value, shape) };
  const meant = meantBy(value, shape);
  if (meant === undefined) {
    const isNumber = /^\d/.test(value) && acceptsType(shape, 0);
    return isNumber ? { help: "write the number out, in digits alone" } : {};
  }
  // A newer version is no slip: the rest of the file may be as new (S10).
  if (formatPath(path) === "version" && Number(meant) > Number(shape.schema.default)) return {};
  return {
    help: `write ${quote(meant)}${value.toLowerCase() === String(meant) ? ", without quotes" : ""}`,
    proposals: [{ title: `write ${quote(meant)}`, safe: true, changes: [{ kind: "replace", path, value: meant }] }],
  };
}

/** A text where a list belongs. What may be secret, or is more than one item, is not repeated. */
function listHelp(value: string, { items }: Shape): string {
  const isItem = /^[^\s,"'\\]+$/.test(value) && mayShow(value, items);
  return isItem ? `write a list: ${quote(JSON.stringify([value]))}` : "write a list";
}

/** Words that YAML 1.1 read as booleans and YAML 1.2 does not. */
const OLD_BOOLEANS: ReadonlyMap<string, boolean> = new Map([
  ["yes", true],
  ["on", true],
  ["true", true],
  ["no", false],
  ["off", false],
  ["false", false],
]);

/** A number as somebody might write it: in quotes, or with `_` between thousands. */
const NUMBER = /^(?:0|[1-9]\d{0,14}|[1-9]\d{0,2}(?:_\d{3}){1,4})(?:\.\d{1,9})?$/;

/** The boolean or number that a text evidently stands for. */
function meantBy(text: string, shape: Shape): boolean | number | undefined {
  const meant = NUMBER.test(text) ? Number(text.replaceAll("_", "")) : OLD_BOOLEANS.get(text.toLowerCase());
  return meant !== undefined && acceptsType(shape, meant) ? meant : undefined;
}
