/** docs/rules.md shows, rule by rule, what the linter says of the examples today: messages, labels, other places, help and fixes. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { ruleInfos } from "../../src/rules/info.js";
import { chapter } from "../generate/rules.js";

const documentation = readFileSync("docs/rules.md", "utf8");

test.each(ruleInfos.map((info) => [info.id, info] as const))("%s", (id, info) => {
  const start = documentation.indexOf(`\n### \`${id}\`\n`);
  const written = chapter(info);
  expect(start).not.toBe(-1);
  expect(documentation.slice(start, start + written.length)).toBe(written);
});
