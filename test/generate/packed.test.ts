/** What the program reads of the schema is what was put into it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { schemaText } from "../../src/generated/schema.js";
import { leanSchema } from "./lean.js";

test("the schema comes out as it was packed", () => {
  expect(schemaText).toBe(leanSchema(readFileSync("schema/config.schema.json", "utf8")));
});
