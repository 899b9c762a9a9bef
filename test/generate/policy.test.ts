/** The policy's schema as code and types. Generated files are snapshots: a stale one is a red test, and `npm run gen` rewrites it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileSchema } from "../../src/toolkit/read/schema/shape.js";
import { leanSchema } from "./lean.js";
import { formOf } from "./shape-form.js";
import { generatePolicyTypes } from "./types.js";

const text = readFileSync("schema/policy.schema.json", "utf8");

test("src/generated/policy-schema.ts holds what the program needs of the schema of policies", async () => {
  const lean = leanSchema(text);
  expect(formOf(compileSchema(JSON.parse(lean)))).toEqual(formOf(compileSchema(JSON.parse(text))));
  const head = "/** What the program needs of schema/policy.schema.json, made by `npm run gen`. */";
  await expect(`${head}\nexport const policySchema = ${lean} as const;\n`).toMatchFileSnapshot(
    "../../src/generated/policy-schema.ts",
  );
});

test("src/generated/policy.ts holds the types of the schema", async () => {
  await expect(await generatePolicyTypes(text)).toMatchFileSnapshot("../../src/generated/policy.ts");
});
