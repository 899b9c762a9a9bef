/**
 * The schemas of policies and of permissions as code and types. Generated files are snapshots: a stale one is a red test, and `npm run gen`
 * rewrites it.
 */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSchema } from "../../src/toolkit/read/schema/shape.js";
import { leanSchema } from "./lean.js";
import { formOf } from "./shape-form.js";
import { generateCompanionTypes } from "./types.js";

describe.each(["policy", "permissions"] as const)("schema/%s.schema.json", (name) => {
  const text = readFileSync(`schema/${name}.schema.json`, "utf8");

  test("holds what the program needs of the schema, in code", async () => {
    const lean = leanSchema(text);
    expect(formOf(compileSchema(JSON.parse(lean)))).toEqual(formOf(compileSchema(JSON.parse(text))));
    const head = `/** What the program needs of schema/${name}.schema.json, made by \`npm run gen\`. */`;
    await expect(`${head}\nexport const ${name}Schema = ${lean} as const;\n`).toMatchFileSnapshot(
      `../../src/generated/${name}-schema.ts`,
    );
  });

  test("has its types in code", async () => {
    await expect(await generateCompanionTypes(name, text)).toMatchFileSnapshot(`../../src/generated/${name}.ts`);
  });
});
