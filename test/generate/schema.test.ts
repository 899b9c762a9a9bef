/** What is made from the schema. Generated files are snapshots: a stale one is a red test, and `npm run gen` rewrites it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { lint } from "../../src/toolkit/lint.js";
import { compileSchema } from "../../src/toolkit/read/schema/shape.js";
import { leanSchema } from "./lean.js";
import { generateMaterials } from "./materials.js";
import { generateReference } from "./reference.js";
import { formOf } from "./shape-form.js";
import { generateProtocols } from "./spoken.js";
import { generateEffectiveTypes, generateTypes } from "./types.js";
import { generateValidator } from "./validator.js";

const fullText = readFileSync("schema/config.schema.json", "utf8");

test("src/generated/schema.ts holds what the program needs of the schema", async () => {
  const lean = leanSchema(fullText);
  expect(formOf(compileSchema(JSON.parse(lean)))).toEqual(formOf(compileSchema(JSON.parse(fullText))));
  // The largest integer is no double: code that reads `format` compares digits.
  expect(lean).not.toContain("18446744073709");
  const head = "/** What the program needs of schema/config.schema.json, made by `npm run gen`. */";
  await expect(`${head}\nexport const schema = ${lean} as const;\n`).toMatchFileSnapshot(
    "../../src/generated/schema.ts",
  );
});

test("src/generated/config.ts holds the types of the schema", async () => {
  await expect(await generateTypes(fullText)).toMatchFileSnapshot("../../src/generated/config.ts");
});

test("src/generated/effective.ts holds the types of what is in effect", async () => {
  await expect(await generateEffectiveTypes(fullText)).toMatchFileSnapshot("../../src/generated/effective.ts");
});

test("src/generated/protocols.ts holds the protocols that the agent speaks", async () => {
  await expect(generateProtocols(fullText)).toMatchFileSnapshot("../../src/generated/protocols.ts");
});

test("src/generated/validate.ts is a validator that loads nothing", async () => {
  const code = await generateValidator(fullText);
  expect(code).not.toMatch(/\brequire\(|\bfrom "(?!\.\/config\.js")/);
  await expect(code).toMatchFileSnapshot("../../src/generated/validate.ts");
});

test("docs/config.md documents every key", async () => {
  await expect(generateReference(fullText)).toMatchFileSnapshot("../../docs/config.md");
});

test("docs/sbom.cdx.json lists what is shipped", async () => {
  await expect(generateMaterials(readFileSync("package-lock.json", "utf8"))).toMatchFileSnapshot(
    "../../docs/sbom.cdx.json",
  );
});

/** The sections of the reference, and the sample of each that has one. */
const samples = generateReference(fullText)
  .split(/^## /m)
  .slice(1)
  .filter((section) => section.includes("| Key | Type |"))
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
