/** A schema that says what must be there as the shortest code that is as fast: what all members of a union have is asked once. */
import type { Node } from "./bundle.js";

type Fields = Readonly<Record<string, Node>>;

/** The functions that the code below calls. */
export const READING = `function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

const isInteger = Number.isInteger;

function isString(data) {
  return typeof data === "string";
}

function areStrings(...all) {
  return all.every(isString);
}

function isBoolean(data) {
  return typeof data === "boolean";
}

function isAbsentOr(guard, data) {
  return data === undefined || guard(data);
}

function isNullOr(guard, data) {
  return data === null || guard(data);
}

function isListOf(guard, data) {
  return Array.isArray(data) && data.every(guard);
}
`;

const ANYTHING = "true";

/** An expression that is true of a value that fits. */
export function fitting(schema: Node, value: string): string {
  const { $ref } = schema;
  const choices = choicesOf(schema);
  const others = choices.filter(({ type }) => type !== "null");
  const [other = {}] = others;
  if (others.length === 1 && choices.length > 1) return calling("isNullOr", fitting(other, "data"), value);
  if (choices.length > 1) return `(${choices.map((one) => fitting(one, value)).join(" || ")})`;
  const { type } = other;
  if (Object.keys(other).length === 0) return ANYTHING;
  if ($ref !== undefined) return `is${nameOf($ref)}(${value})`;
  if (type === "string") return `isString(${value})`;
  if (type === "integer") return `isInteger(${value})`;
  if (type === "boolean") return `isBoolean(${value})`;
  if (type === "array") return calling("isListOf", fitting((schema["items"] ?? {}) as Node, "data"), value);
  if (type === "object" && value !== "data" && Object.keys(schema["properties"] ?? {}).length > 3)
    return `((data) => ${fitting(schema, "data")})(${value})`;
  if (type === "object") return allOf([`isObject(${value})`, ...fieldsFitting(schema, value)]);
  throw new Error(`no client reads ${JSON.stringify(schema)}`);
}

/** One schema for each type that the value may have. */
function choicesOf({ anyOf, type, ...rest }: Node): readonly Node[] {
  if (anyOf !== undefined) return (anyOf as Node[]).flatMap(choicesOf);
  return [type].flat().map((one) => (one === undefined ? rest : { ...rest, type: one }));
}

/** The same for the properties of an object alone. */
function fieldsFitting({ required = [], properties = {} }: Node, value: string): readonly string[] {
  return Object.entries(properties as Fields).flatMap(([name, schema]) => {
    if ((required as readonly string[]).includes(name)) return [fitting(schema, `${value}.${name}`)];
    const inner = fitting(schema, "data");
    return inner === ANYTHING ? [] : [calling("isAbsentOr", inner, `${value}.${name}`)];
  });
}

/** All of these, the strings among them asked together, which is shorter. */
function allOf(parts: readonly string[]): string {
  const strings = parts.flatMap((part) => /^isString\(([\w.]+)\)$/.exec(part)?.[1] ?? []);
  if (strings.length < 2) return parts.join(" && ");
  const others = parts.filter((part) => !/^isString\([\w.]+\)$/.test(part));
  // An object is known to be one before its fields are asked.
  return others.toSpliced(1, 0, `areStrings(${strings.join(", ")})`).join(" && ");
}

/** `isX(data)` as an argument is `isX`. */
function calling(helper: string, inner: string, value: string): string {
  const [, plain] = /^(\w+)\(data\)$/.exec(inner) ?? [];
  return `${helper}(${plain ?? `(data) => ${inner}`}, ${value})`;
}

/** One member of a union: the word of the field that tells, undefined for those that are not known, and the schema as a reader sees it. */
export interface Member {
  readonly word: string | undefined;
  readonly loose: Node;
}

/**
 * The body of the guard of a union whose members a field tells apart. A member with another word there is one of a later version, and fits
 * when it has what all have (P-S53).
 */
export function unionFitting(members: readonly Member[], tag: string): string {
  const told = `isString(data.${tag})`;
  const asked = members.map(({ loose }) => fieldsFitting(loose, "data").filter((one) => one !== told));
  const shared = (asked[0] ?? []).filter((one) => asked.every((each) => each.includes(one)));
  const words = new Map<string, string[]>();
  for (const [at, { word }] of members.entries()) {
    const own = allOf(asked[at]?.filter((one) => !shared.includes(one)) ?? []);
    if (word !== undefined && own) words.set(own, [...(words.get(own) ?? []), word]);
  }
  const cases = [...words].map(
    ([own, same]) => `${same.map((word) => `    case ${JSON.stringify(word)}:\n`).join("")}      return ${own};\n`,
  );
  const head = allOf(["isObject(data)", ...shared]);
  return `  if (!(${head})) return false;\n  switch (data.${tag}) {\n${cases.join("")}    default:\n      return ${told};\n  }`;
}

export function nameOf(ref: unknown): string {
  return String(ref).replace("#/$defs/", "");
}
