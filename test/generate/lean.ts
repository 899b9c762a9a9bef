/** The schema without what only editors, `explain` and the reference read. What rules quote stays: they say why a number or a key is wanted. */
import type { Json } from "../../src/toolkit/read/document/data.js";

type Node = Readonly<Record<string, Json>>;

export function leanSchema(schemaText: string): string {
  const schema = JSON.parse(schemaText) as Node;
  const names = Object.keys(schema["$defs"] as Node);
  // Numbers for the names of definitions, which nobody sees.
  const short = (key: string, value: Json): Json => {
    if (key === "$defs") return Object.fromEntries(Object.values(value as Node).entries());
    return key === "$ref" ? String(names.indexOf(String(value).replace("#/$defs/", ""))) : value;
  };
  const lean = JSON.stringify(stripped(schema, false), short);
  // Parsing turned 2^64 - 1 into the nearest double.
  const exact = lean.replaceAll("18446744073709552000", "18446744073709551615");
  // Within a text of JSON an escape says the same, and a text of ASCII takes half the room.
  return exact.replace(/[^ -~]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** `isRequired`: whether a rule may say that it is missing. */
function stripped(
  { examples: _, title: __, $id: ___, "x-value-descriptions": ____, description, ...node }: Node,
  isRequired: boolean,
): Node {
  const required = Array.isArray(node["required"]) ? node["required"] : [];
  const said = Object.entries(node).filter(([key, value]) => !isUnderstood(key, value, node));
  const entries = said.map(([key, value]): readonly [string, Json] => {
    if (key === "properties" || key === "$defs") {
      const children = Object.entries(value as Record<string, Node>);
      return [
        key,
        Object.fromEntries(children.map(([name, child]) => [name, stripped(child, required.includes(name))])),
      ];
    }
    if (key === "allOf" || key === "anyOf")
      return [key, (value as readonly Node[]).map((child) => stripped(child, false))];
    // A condition is always about one key, and never without it.
    if (key === "if") return [key, { properties: (value as Node)["properties"] ?? {} }];
    const isSchema = ["items", "additionalProperties", "propertyNames", "then"].includes(key) && isNode(value);
    return [key, isSchema ? stripped(value, false) : value];
  });
  // What chooses a variant is not missing from it.
  const isTag = node["const"] !== undefined;
  const quoted = typeof description === "string" && !isTag ? quotedOf(description, node, isRequired) : undefined;
  return { ...(quoted === undefined ? {} : { description: quoted }), ...Object.fromEntries(entries) };
}

/** Whether a program that takes unknown keys for mistakes need not be told. */
function isUnderstood(key: string, value: Json, node: Node): boolean {
  return (
    key === "$schema" ||
    (key === "type" && value === "object" && node["properties"] !== undefined) ||
    value === "benign" ||
    (key === "additionalProperties" && value === false && node["type"] !== undefined)
  );
}

function quotedOf(description: string, { type = "", "x-zero": zero }: Node, isRequired: boolean): string | undefined {
  if (zero === "rejected") return description;
  const isNumber = /number|integer/.test(String(type));
  return isNumber || isRequired ? description.split(/(?<=\.) /, 1)[0] : undefined;
}

function isNode(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
