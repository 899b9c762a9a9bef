/** The policy's schema as code and types. Generated files are snapshots: a stale one is a red test, and `npm run gen` rewrites it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { printed } from "./lean.js";
import { generatePolicyTypes } from "./types.js";

const text = readFileSync("schema/policy.schema.json", "utf8");

test("src/generated/policy-schema.ts is the schema of policies", async () => {
  const head = "/** schema/policy.schema.json as code, made by `npm run gen`. */";
  await expect(`${head}\nexport const policySchema = ${printed(JSON.parse(text), "")} as const;\n`).toMatchFileSnapshot(
    "../../src/generated/policy-schema.ts",
  );
});

test("src/generated/policy.ts holds the types of the schema", async () => {
  await expect(await generatePolicyTypes(text)).toMatchFileSnapshot("../../src/generated/policy.ts");
});
