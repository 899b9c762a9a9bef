/** The guards of a client: they take all that the contract allows, words and fields that are new, and nothing without a field that must be there. */
import { expect, test } from "vitest";
import * as answers from "../../../src/generated/protocol/answers.js";
import { dice } from "../../ports/chance.js";
import { type Node, protocolSchemas } from "./bundle.js";

const { definitions } = protocolSchemas();
type Roll = (sides: number) => number;

function pick<Of>(from: readonly Of[], roll: Roll): Of {
  return from[roll(from.length)] as Of;
}

/** A value of a schema, as far as a client looks: lengths and patterns are left out. */
function sampleOf(schema: Node, roll: Roll): unknown {
  const { $ref, type, oneOf, anyOf, items = {}, required = [], properties = {} } = schema;
  if ($ref !== undefined) return sampleOf(definitions[String($ref).replace("#/$defs/", "")] ?? {}, roll);
  if ("const" in schema) return schema["const"];
  if (schema["enum"] !== undefined) return pick(schema["enum"] as unknown[], roll);
  if ((oneOf ?? anyOf) !== undefined) return sampleOf(pick((oneOf ?? anyOf) as Node[], roll), roll);
  const one = Array.isArray(type) ? pick(type as string[], roll) : type;
  if (one === "object") {
    const fields = Object.entries(properties as Readonly<Record<string, Node>>);
    const taken = fields.filter(([name]) => (required as string[]).includes(name) || roll(2) === 0);
    return Object.fromEntries([...taken.map(([name, field]) => [name, sampleOf(field, roll)]), ["new_field", 1]]);
  }
  if (one === "array") return Array.from({ length: roll(3) }, () => sampleOf(items as Node, roll));
  return { string: "of_tomorrow", integer: 7, boolean: true, null: null }[String(one)];
}

const guards = Object.entries(answers).flatMap(([name, guard]) =>
  typeof guard === "function" ? [[name.slice(2), guard as (data: unknown) => boolean] as const] : [],
);

test("there is a guard for every answer, and each has its schema", () => {
  expect(guards.length).toBeGreaterThan(30);
  expect(guards.filter(([name]) => definitions[name] === undefined)).toEqual([]);
});

/** The required fields of the member that a value is of. */
function requiredOf(schema: Node, value: Readonly<Record<string, unknown>>): readonly string[] {
  const { $ref, oneOf, anyOf, required = [] } = schema;
  if ($ref !== undefined) return requiredOf(definitions[String($ref).replace("#/$defs/", "")] ?? {}, value);
  const members = (oneOf ?? anyOf) as readonly Node[] | undefined;
  if (members === undefined) return required as readonly string[];
  const names = members
    .map((member) => requiredOf(member, value))
    .filter((each) => each.every((name) => name in value));
  return names.sort((a, b) => b.length - a.length)[0] ?? [];
}

/** Unions of which a client reads no more than that they are objects. */
const OPEN = ["ItemAttachment"];

test.each(guards)(
  "%s takes every value of its schema, and none without a required field or with another type there",
  (name, guard) => {
    const roll = dice(7);
    for (let time = 0; time < 60; time += 1) {
      const schema = definitions[name] ?? {};
      const value = sampleOf(schema, roll) as Record<string, unknown>;
      expect(guard(value), JSON.stringify(value)).toBe(true);
      if (OPEN.includes(name)) continue;
      for (const field of requiredOf(schema, value)) {
        const { [field]: own, ...rest } = value;
        expect(guard(rest), `${JSON.stringify(value)} without ${field}`).toBe(false);
        const wrong = typeof own === "object" && own !== null && !Array.isArray(own) ? "text" : { an: "object" };
        expect(guard({ ...value, [field]: wrong }), `${JSON.stringify(value)} with another ${field}`).toBe(false);
      }
    }
    for (const other of [null, undefined, 1, "text", [], true]) expect(guard(other)).toBe(false);
  },
);
