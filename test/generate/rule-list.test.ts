/** The list of rules, made from the names of their files: the rules are not imported, because the old list may name one that is gone. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { generateRuleList } from "./rules.js";

test("src/toolkit/judge/rules/all.ts lists every rule", async () => {
  const isRule = (file: string): boolean => /^export const rule\b/m.test(readFileSync(file, "utf8"));
  await expect(generateRuleList("src/toolkit/judge/rules", isRule)).toMatchFileSnapshot(
    "../../src/toolkit/judge/rules/all.ts",
  );
});
