/** Every case on the page of every rule is a test: its findings, and the text once it is fixed. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { type Case, parsePage } from "../../src/toolkit/judge/report/rule-page.js";
import { ruleOf, rules } from "../../src/toolkit/judge/rules/index.js";
import { isAtLeast } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { lackingIn } from "../generate/begun.js";
import { isFixable } from "../generate/rules.js";
import { expectElsewhere } from "../report/sound.js";
import { afterFixes, fixedTexts, runCase } from "./case.js";

const pages = rules.map((rule) => ({ rule, page: parsePage(readFileSync(`docs/rules/${rule.id}.md`, "utf8")) }));

type Row = readonly [title: string, id: string, page: Case];
const rows = (kind: Case["kind"]): readonly Row[] =>
  pages.flatMap(({ rule: { id }, page: { cases } }) =>
    cases.filter((one) => one.kind === kind).map((one, index): Row => [`${id} ${index + 1}`, id, one]),
  );

test.each(rows("reported"))("reported: %s", async (_, id, one) => {
  const { diagnostics } = await runCase(one, id);
  expect([...new Set(diagnostics.map(({ rule }) => rule))]).toEqual([id]);
  for (const diagnostic of diagnostics) expectElsewhere(diagnostic);
  const { severity: usual, highest = usual } = ruleOf(id);
  for (const { severity } of diagnostics) expect(isAtLeast(highest, severity), "`highest` is too low").toBe(true);
});

test.each(rows("reported").filter(([, , { fixed }]) => fixed.length > 0))("fixed: %s", (_, id, one) => {
  const before = new Map(one.files.map(({ name, text }) => [name, text]));
  const changed = [...fixedTexts(one, id)].filter(([name, text]) => text !== before.get(name));
  expect(changed).toEqual(one.fixed.map(({ name, text }) => [name, text]));
  expect(afterFixes(one, id).map(({ rule }) => rule)).not.toContain(id);
});

test.each(rows("fine"))("fine: %s", async (_, id, one) => {
  const { diagnostics } = await runCase(one, id);
  expect(diagnostics.map(({ rule, message }) => `${rule} ${message}`)).toEqual([]);
});

test.each(pages.map(({ rule, page }) => [rule.id, page] as const))(
  "%s explains itself and has cases enough",
  (id, page) => {
    expect(lackingIn(page)).toEqual([]);
    expect(page.facts.includes("Fix: none")).toBe(!isFixable(page));
    expect(id).toMatch(/^[a-z]+(\/[a-z]+(-[a-z]+)*)$/);
  },
);

test("every page belongs to a rule", () => {
  const files = readdirSync("docs/rules", { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".md"));
  expect(files.toSorted()).toEqual(["README.md", ...rules.map(({ id }) => `${id}.md`)].toSorted());
});
