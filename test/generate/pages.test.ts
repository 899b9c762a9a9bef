/** What is made from the rules: the facts and reports on their pages, and the list of pages. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parsePage, type RulePage } from "../../src/toolkit/judge/report/rule-page.js";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { lackingIn, unnamedBlocks } from "./begun.js";
import { generateImportPage } from "./import-page.js";
import { generateIndex, generatePage } from "./pages.js";
import { generatePageList } from "./rules.js";

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

const pageOf = (id: string): RulePage => ({ ...parsePage(readFileSync(`docs/rules/${id}.md`, "utf8")), id });

test("docs/rules/README.md lists every rule", async () => {
  await expect(generateIndex(rules, pageOf)).toMatchFileSnapshot("../../docs/rules/README.md");
});

test("src/generated/pages.ts has the summary of every page", async () => {
  await expect(generatePageList(rules.map(({ id }) => pageOf(id)))).toMatchFileSnapshot("../../src/generated/pages.ts");
});

test("docs/import.md shows the tables of what is understood", async () => {
  const file = "docs/import.md";
  await expect(generateImportPage(readFileSync(file, "utf8"))).toMatchFileSnapshot(`../../${file}`);
});
