/** A schema as an expression that is true of what fits it. Of JSON Schema 2020-12 only what the protocol is written in; ajv is asked whether it is right. */
import { isDeepStrictEqual } from "node:util";
import type { Node, Protocol } from "./bundle.js";

const UNDERSTOOD = new Set([
  ...["$ref", "type", "const", "enum", "oneOf", "anyOf", "not", "title", "description", "examples"],
  ...["pattern", "minLength", "maxLength", "minimum", "maximum"],
  ...["required", "properties", "additionalProperties", "items", "minItems", "maxItems", "uniqueItems"],
]);

type Definitions = Protocol["definitions"];

/** `value` is the JavaScript of what is looked at. An empty expression: anything fits. */
export function guardOf(schema: Node, value: string, definitions: Definitions): string {
  const unknown = Object.keys(schema).filter((key) => !UNDERSTOOD.has(key));
  if (unknown.length > 0) throw new Error(`the guards know nothing of ${unknown.join(", ")}`);
  const { $ref, type, const: only, enum: values, oneOf, anyOf, not } = schema;
  const inner = (one: unknown): string => guardOf(one as Node, value, definitions);
  const parts = [
    $ref === undefined ? "" : `is${String($ref).replace("#/$defs/", "")}(${value})`,
    type === undefined ? "" : ofTypes(schema, value, definitions),
    only === undefined ? "" : `${value} === ${JSON.stringify(only)}`,
    values === undefined ? "" : either((values as unknown[]).map((one) => `${value} === ${JSON.stringify(one)}`)),
    oneOf === undefined ? "" : exactlyOne(oneOf as Node[], (oneOf as Node[]).map(inner), definitions),
    anyOf === undefined ? "" : either((anyOf as Node[]).map(inner)),
    not === undefined ? "" : `!(${inner(not)})`,
  ];
  return all(parts);
}

function ofTypes(schema: Node, value: string, definitions: Definitions): string {
  const types = [schema["type"]].flat() as readonly string[];
  return either(types.map((type) => ofType(type, schema, value, definitions)));
}

function ofType(type: string, schema: Node, value: string, definitions: Definitions): string {
  const { pattern, minLength, maxLength, minimum, maximum, minItems, maxItems, uniqueItems } = schema;
  if (type === "null") return `${value} === null`;
  if (type === "boolean") return `typeof ${value} === "boolean"`;
  if (type === "integer") return all([`Number.isInteger(${value})`, ...bounds(value, minimum, maximum)]);
  if (type === "string")
    return all([
      `typeof ${value} === "string"`,
      pattern === undefined ? "" : `${new RegExp(String(pattern), "u")}.test(${value})`,
      // Not empty is the same in every unit.
      ...(minLength === 1 ? [`${value} !== ""`] : bounds(`lengthOf(${value})`, minLength)),
      ...bounds(`lengthOf(${value})`, undefined, maxLength),
    ]);
  if (type === "array") {
    const each = guardOf((schema["items"] ?? {}) as Node, "item", definitions);
    return all([
      `Array.isArray(${value})`,
      ...bounds(`${value}.length`, minItems, maxItems),
      uniqueItems ? `new Set(${value}).size === ${value}.length` : "",
      each === "" ? "" : `${value}.every((item) => ${each})`,
    ]);
  }
  return ofObject(schema, value, definitions);
}

function ofObject(schema: Node, value: string, definitions: Definitions): string {
  const { required = [], properties = {}, additionalProperties = true } = schema;
  const isRequired = (name: string): boolean => (required as readonly string[]).includes(name);
  // A constant tells most quickly that it is something else.
  const entries = Object.entries(properties as Readonly<Record<string, Node>>).sort(
    ([, a], [, b]) => Number("const" in b) - Number("const" in a),
  );
  const checks = entries.map(([name, schema]) => {
    const property = `${value}.${name}`;
    const guard = guardOf(schema, property, definitions);
    if (isRequired(name)) return guard === "" ? `${property} !== undefined` : guard;
    return guard === "" ? "" : `(${property} === undefined || ${guard})`;
  });
  // Only of a map, whose keys are no properties.
  const each = additionalProperties === true ? "" : guardOf(additionalProperties as Node, "item", definitions);
  return all([`isObject(${value})`, ...checks, each === "" ? "" : `Object.values(${value}).every((item) => ${each})`]);
}

/** Where a property tells the choices apart, none of them need be counted. */
function exactlyOne(choices: readonly Node[], guards: readonly string[], definitions: Definitions): string {
  const bodies = choices.map((choice) => definitions[String(choice["$ref"]).replace("#/$defs/", "")] ?? choice);
  const told = Object.keys((bodies[0]?.["properties"] ?? {}) as Node).some((name) => {
    const tags = bodies.map(({ properties = {}, required = [] }) =>
      (required as readonly string[]).includes(name) ? ((properties as Node)[name] as Node) : {},
    );
    const constants = tags.flatMap((tag) => ("const" in tag ? [tag["const"]] : []));
    const others = tags.filter((tag) => !("const" in tag));
    const areOthers = others.every(({ not }) => isDeepStrictEqual((not as Node | undefined)?.["enum"], constants));
    return new Set(constants).size === constants.length && others.length < 2 && areOthers;
  });
  return told ? either(guards) : `${guards.map((guard) => `Number(${guard})`).join(" + ")} === 1`;
}

function bounds(value: string, least?: unknown, most?: unknown): readonly string[] {
  return [least === undefined ? "" : `${value} >= ${least}`, most === undefined ? "" : `${value} <= ${most}`];
}

function all(parts: readonly string[]): string {
  return parts.filter((part) => part !== "").join(" && ");
}

function either(parts: readonly string[]): string {
  return parts.length === 1 ? (parts[0] ?? "") : `(${parts.join(" || ")})`;
}
