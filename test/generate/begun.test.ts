/** What `npm run gen` says about a page that a person has begun. */
import { expect, test } from "vitest";
import { parsePage } from "../../src/toolkit/judge/report/rule-page.js";
import { lackingIn, unnamedBlocks } from "./begun.js";

const BLOCK = "```yaml\na: 1\n```\n";
const NAMED = `\`config.yaml\`:\n\n${BLOCK}`;
const REPORT = "```text\nwarning\n```\n";

test.each([
  ["a block without a name", `# a/b\n\n## Reported\n\n${BLOCK}`, [5]],
  ["a named block", `# a/b\n\n## Reported\n\n${NAMED}`, []],
  ["a report below a named block", `# a/b\n\n## Reported\n\n${NAMED}\n${REPORT}`, []],
  ["a second block without a name", `# a/b\n\n## Reported\n\n${NAMED}\n${REPORT}\n${BLOCK}`, [15]],
  ["a block of the next case", `# a/b\n\n## Reported\n\n${NAMED}\n### Fine\n\n${BLOCK}`, [13]],
  ["a block in the prose", `# a/b\n\n${BLOCK}`, []],
])("%s", (_, markdown, lines) => {
  expect(unnamedBlocks(markdown).map((text) => Number(/^line (\d+):/.exec(text)?.[1]))).toEqual(lines);
});

test("a page that was just begun lacks cases and prose", () => {
  expect(lackingIn(parsePage(`# a/b\n\na thing\n\nShort.\n\n## Reported\n\n${NAMED}`))).toEqual([
    "two cases that are reported; it has 1",
    "two cases that are fine; it has 0",
    "more than 60 characters of prose; it has 6",
  ]);
});

test.each([
  ["no line at all", "", false],
  ["a sentence", "A thing.", false],
  ["two lines", "a thing\nand another", false],
  ["a line", "a thing that is `there`", true],
])("a page says what is reported in %s", (_, summary, isEnough) => {
  const lacking = lackingIn(parsePage(`# a/b\n\n${summary}\n\n## Reported\n\n${NAMED}`));
  expect(lacking.some((one) => one.startsWith("a first line"))).toBe(!isEnough);
});
