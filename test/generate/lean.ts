/** The schema without what only editors, `explain` and the reference read. What rules quote stays: they say why a number or a key is wanted. */
import type { Json } from "../../src/toolkit/read/document/data.js";

type Node = Readonly<Record<string, Json>>;

/** A JSON Schema in the same forms, as text. A definition that one place alone refers to stands in that place. */
export function leanSchema(schemaText: string): string {
  const { $defs: definitions = {}, ...schema } = stripped(JSON.parse(schemaText), false) as Definitions;
  const uses = (name: string): number => schemaText.split(`"${PREFIX}${name}"`).length - 1;
  const placed = (key: string, value: Json): Json => {
    if (!isNode(value)) return key === "$ref" ? String(value).replace(PREFIX, "") : value;
    const { $ref: reference, ...own } = value;
    const name = String(reference).replace(PREFIX, "");
    const definition = definitions[name];
    return definition !== undefined && uses(name) === 1 ? { ...(placed("", definition) as Node), ...own } : value;
  };
  const shared = Object.entries(definitions).filter(([name]) => uses(name) > 1);
  const lean = JSON.stringify({ ...schema, ...(shared.length > 0 && { $defs: Object.fromEntries(shared) }) }, placed);
  // Parsing turned 2^64 - 1 into the nearest double.
  return printed(JSON.parse(lean), "");
}

/** JSON in which every object and list that fits in a line stands in one. */
function printed(value: Json, indent: string): string {
  const line = JSON.stringify(value);
  if (typeof value !== "object" || value === null || indent.length + line.length < LINE_WIDTH) return line;
  const inner = `${indent} `;
  const content = isNode(value)
    ? Object.entries(value).map(([key, child]) => `${inner}${JSON.stringify(key)}: ${printed(child, inner)}`)
    : value.map((item) => `${inner}${printed(item, inner)}`);
  const [open, close] = isNode(value) ? ["{", "}"] : ["[", "]"];
  return `${open}\n${content.join(",\n")}\n${indent}${close}`;
}

const LINE_WIDTH = 120;

type Definitions = Node & { readonly $defs?: Readonly<Record<string, Node>> };

const PREFIX = "#/$defs/";

/** `isRequired`: whether a rule may say that it is missing. */
function stripped(
  { examples, title: __, $id: ___, "x-value-descriptions": ____, "x-spoken": _____, description, ...node }: Node,
  isRequired: boolean,
): Node {
  const required = Array.isArray(node["required"]) ? node["required"] : [];
  const said = Object.entries(node).filter(([key, value]) => !isUnderstood(key, value, node));
  const entries = said.map(([key, value]): readonly [string, Json] => {
    if (key === "properties" || key === "$defs") {
      const children = Object.entries(value as Record<string, Node>);
      return [
        key,
        Object.fromEntries(
          children.map(([name, child]) => [name, stripped(child, required.includes(name) && !isTagOf(node, name))]),
        ),
      ];
    }
    if (key === "allOf" || key === "anyOf")
      return [key, (value as readonly Node[]).map((child) => stripped(child, false))];
    const isSchema = ["items", "additionalProperties", "propertyNames", "then"].includes(key) && isNode(value);
    return [key, isSchema ? stripped(value, false) : value];
  });
  // What chooses a variant is not missing from it.
  const isTag = node["const"] !== undefined;
  const quoted = typeof description === "string" && !isTag ? quotedOf(description, node, isRequired) : undefined;
  // A rule shows the example of a number.
  const [example] = Array.isArray(examples) ? examples : [];
  return {
    ...(quoted === undefined ? {} : { description: quoted }),
    ...Object.fromEntries(entries),
    ...(typeof example === "number" ? { examples: [example] } : {}),
  };
}

/** Whether a key chooses the variant of an object: a rule of its own says that it is missing. */
function isTagOf({ allOf }: Node, name: string): boolean {
  const choices = Array.isArray(allOf) ? allOf : [];
  return choices.some(({ if: condition }) => condition.required.includes(name));
}

/** Whether a program that takes unknown keys for mistakes need not be told. */
function isUnderstood(key: string, value: Json, node: Node): boolean {
  return (
    key === "$schema" ||
    // The variant itself has the value that chooses it.
    key === "if" ||
    (key === "type" && value === "object" && node["properties"] !== undefined) ||
    value === "benign" ||
    (key === "additionalProperties" && value === false && node["type"] !== undefined) ||
    // The format says it.
    (key === "maximum" && node["format"] === "uint64")
  );
}

function quotedOf(description: string, { type = "", "x-zero": zero }: Node, isRequired: boolean): string | undefined {
  if (zero === "rejected") return description;
  const isNumber = /number|integer/.test(String(type));
  // The first sentence up to a semicolon: the rest says what follows from the value, not what it is.
  const [sentence = ""] = description.split(/(?<=\.) /, 1);
  return isNumber || isRequired ? sentence.replace(/; .*$/, ".") : undefined;
}

function isNode(value: Json): value is Record<string, Json> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
