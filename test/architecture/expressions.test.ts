/** No regular expression may take more than linear time for a text that somebody made for it: those of the source, and the schema's patterns. */
import { readdirSync, readFileSync } from "node:fs";
import { analyse } from "scslre";
import { expect, test } from "vitest";
import { parseAst } from "vitest/node";
import { WELL_KNOWN } from "../../src/toolkit/mean/redaction/credentials.js";

/** Fewer would mean that they are not found. */
const EXPECTED = 200;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

/** Every object in a tree. */
function* objectsIn(value: unknown): Generator<Readonly<Record<string, unknown>>> {
  if (!isObject(value)) return;
  if (!Array.isArray(value)) yield value;
  for (const child of Object.values(value)) yield* objectsIn(child);
}

function expressionsIn(file: string): readonly RegExp[] {
  return [...objectsIn(parseAst(readFileSync(file, "utf8"), { lang: "ts" }))].flatMap(({ type, regex }) =>
    type === "Literal" && isObject(regex) ? [new RegExp(String(regex["pattern"]), String(regex["flags"]))] : [],
  );
}

const files = readdirSync("src", { recursive: true, encoding: "utf8" }).filter(
  (name) => name.endsWith(".ts") && !name.startsWith("generated"),
);

const schema: unknown = JSON.parse(readFileSync("schema/config.schema.json", "utf8"));

const patterns = [...objectsIn(schema)].flatMap(({ pattern }) =>
  typeof pattern === "string" ? [new RegExp(pattern, "u")] : [],
);

const slow = (expressions: readonly RegExp[]): readonly string[] =>
  expressions.filter((expression) => analyse(expression).reports.length > 0).map(String);

test("the source", () => {
  const found = files.map((name) => [name, expressionsIn(`src/${name}`)] as const);
  expect(found.flatMap(([, all]) => all).length).toBeGreaterThan(EXPECTED);
  expect(found.flatMap(([name, all]) => slow(all).map((one) => `${name} ${one}`))).toEqual([]);
});

test("the one that is made of a table", () => {
  expect(slow([WELL_KNOWN])).toEqual([]);
});

test("the schema's patterns", () => {
  expect(patterns).not.toEqual([]);
  expect(slow(patterns)).toEqual([]);
});

test.each([/^mcp__.+__.+$/, /\/*$/, /(?:\s+#[^\n\r]*|\s)*$/])("%s would be found", (expression) => {
  expect(slow([expression])).toEqual([String(expression)]);
});
