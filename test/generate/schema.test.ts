/** What is made from the schema. Generated files are snapshots: a stale one is a red test, and `npm run gen` rewrites it. */
import { readFileSync } from "node:fs";
import { type Node, parseTree } from "jsonc-parser";
import { expect, test } from "vitest";
import { lint } from "../../src/lint.js";
import { compileSchema } from "../../src/schema/shape.js";
import { generateReference } from "./reference.js";
import { generateEffectiveTypes, generateTypes } from "./types.js";
import { generateValidator } from "./validator.js";

const schemaText = readFileSync("schema/config.schema.json", "utf8");

/** A schema without its examples, which only editors read, and without white space between its tokens. */
function compacted(text: string): string {
  const spans = schemaNodes(parseTree(text)).flatMap(examplesIn);
  const rest = spans
    .toSorted((a, b) => b.start - a.start)
    .reduce((whole, { start, end }) => whole.slice(0, start) + whole.slice(end), text);
  return rest.replace(/("(?:[^"\\]|\\.)*")|\s+/g, (_, token: string | undefined) => token ?? "");
}

/** A node and all that is below it. */
function schemaNodes(node: Node | undefined): readonly Node[] {
  return node === undefined ? [] : [node, ...(node.children ?? []).flatMap(schemaNodes)];
}

/** The `examples` of a schema, with the comma before them. */
function examplesIn({ type, children = [] }: Node): readonly { readonly start: number; readonly end: number }[] {
  if (type !== "object") return [];
  return children.flatMap(({ offset, length, children: [key, value] = [] }, index) => {
    const before = children[index - 1];
    if (key?.value !== "examples" || value?.type !== "array" || before === undefined) return [];
    return [{ start: before.offset + before.length, end: offset + length }];
  });
}

test("src/generated/schema.ts holds what the program needs of the schema", async () => {
  const compact = compacted(schemaText);
  expect(compileSchema(compact)).toMatchObject({ properties: expect.any(Map) });
  const text = `/** What the program needs of schema/config.schema.json, as text, made by \`npm run gen\`: its large integers would not survive parsing and printing. */\nexport const schemaText: string = ${JSON.stringify(compact)};\n`;
  await expect(text).toMatchFileSnapshot("../../src/generated/schema.ts");
});

test("src/generated/config.ts holds the types of the schema", async () => {
  await expect(await generateTypes(schemaText)).toMatchFileSnapshot("../../src/generated/config.ts");
});

test("src/generated/effective.ts holds the types of what is in effect", async () => {
  await expect(await generateEffectiveTypes(schemaText)).toMatchFileSnapshot("../../src/generated/effective.ts");
});

test("src/generated/validate.ts is a validator that loads nothing", async () => {
  const code = await generateValidator(schemaText);
  expect(code).not.toMatch(/\brequire\(|\bfrom "(?!\.\/config\.js")/);
  await expect(code).toMatchFileSnapshot("../../src/generated/validate.ts");
});

test("docs/config.md documents every key", async () => {
  await expect(generateReference(schemaText)).toMatchFileSnapshot("../../docs/config.md");
});

/** The sections of the reference, and the sample of each that has one. */
const samples = generateReference(schemaText)
  .split(/^## /m)
  .slice(1)
  .map((section) => [section.split("\n", 1)[0] ?? "", /^```yaml\n(.*?)^```/ms.exec(section)?.[1]] as const);

test("every section has a sample but those whose values the specification does not show", () => {
  expect(samples.length).toBeGreaterThan(50);
  expect(samples.flatMap(([title, sample]) => (sample === undefined ? [title] : []))).toEqual(["`data`", "`updates`"]);
});

test.each(samples.flatMap(([title, text = ""]) => (text === "" ? [] : [[title, text] as const])))(
  "the sample of %s is right",
  (_, text) => {
    const { diagnostics } = lint({ texts: [{ file: "config.yaml", text }] });
    const said = diagnostics.filter(({ severity }) => severity !== "info");
    expect(said.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([]);
  },
);
