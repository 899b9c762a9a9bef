/** What is made from the rules: the facts and reports on their pages, and the list of pages. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePage } from "../../src/toolkit/judge/report/rule-page.js";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { lackingIn, unnamedBlocks } from "./begun.js";
import { generateImportPage } from "./import-page.js";
import { generateIndex, generatePage } from "./pages.js";

test.each(rules.map((rule) => [rule.id, rule] as const))(
  "%s: the page says what the linter says today",
  async (id, rule) => {
    const file = `docs/rules/${id}.md`;
    const markdown = readFileSync(file, "utf8");
    expect(unnamedBlocks(markdown), file).toEqual([]);
    const page = parsePage(markdown);
    await expect(await generatePage(page, rule)).toMatchFileSnapshot(`../../${file}`);
    expect(lackingIn(page), `${file} lacks`).toEqual([]);
  },
);

test("docs/rules/README.md lists every rule", async () => {
  await expect(generateIndex(rules)).toMatchFileSnapshot("../../docs/rules/README.md");
});

test("docs/import.md shows the tables of what is understood", async () => {
  const file = "docs/import.md";
  await expect(generateImportPage(readFileSync(file, "utf8"))).toMatchFileSnapshot(`../../${file}`);
});
