/** Every example of every rule is a test: bad ones are reported where they are marked, their fixes mend them, good ones are silent. */
import { expect, test } from "vitest";
import type { Diagnostic } from "../../src/diagnostic/diagnostic.js";
import { exampleTexts, fixedTexts } from "../../src/rules/example.js";
import { rules } from "../../src/rules/index.js";
import type { Example, Rule } from "../../src/rules/rule.js";
import { lintExample, lintExampleTexts, tryFixes } from "./lint-example.js";

type Row = readonly [title: string, rule: Rule, example: Example];

const rows = (kind: "bad" | "good"): readonly Row[] =>
  rules.flatMap((rule) => rule.examples[kind].map((example, index): Row => [`${rule.id} ${index + 1}`, rule, example]));

const place = ({ layer, range, rule }: Diagnostic): string =>
  `${rule} in ${layer} ${range.start.offset}-${range.end.offset}`;

test.each(rows("bad"))("bad: %s", async (_, { id }, example) => {
  const marked = exampleTexts(example).flatMap(({ scope, marks }) =>
    marks.map(({ start, end }) => `${id} in ${scope} ${start}-${end}`),
  );
  const diagnostics = await lintExample(example, id);
  if (marked.length > 0) expect(diagnostics.map(place).sort()).toEqual(marked.sort());
  else expect([...new Set(diagnostics.map(({ rule }) => rule))]).toEqual([id]);
});

test.each(rows("bad").filter(([, , example]) => fixedTexts(example) !== undefined))(
  "fixed: %s",
  (_, { id }, example) => {
    const after = tryFixes(example, id);
    expect(after).toEqual(fixedTexts(example)?.map(({ text }) => text));
    const texts = exampleTexts(example).map((layer, index) => ({ ...layer, text: after[index] ?? "" }));
    expect(lintExampleTexts(texts, example, id)).toEqual([]);
  },
);

test.each(rows("good"))("good: %s", async (_, { id }, example) => {
  expect((await lintExample(example, id)).map(({ rule, message }) => `${rule} ${message}`)).toEqual([]);
});

test.each(rules.map((rule) => [rule.id, rule] as const))("%s explains itself and has examples enough", (id, rule) => {
  const { bad, good } = rule.examples;
  expect({ bad: bad.length >= 2, good: good.length >= 2, why: rule.why.length > 60 }).toEqual({
    bad: true,
    good: true,
    why: true,
  });
  expect(id).toMatch(/^[a-z]+(\/[a-z]+(-[a-z]+)*)$/);
});
