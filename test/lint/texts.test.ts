/** Texts by the endings of their names (S6). */
import { expect, test } from "vitest";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { FOREIGN_ENDING } from "../../src/toolkit/read/layers/layer.js";

const rulesOf = (text: LintText): readonly string[] => lint({ texts: [text] }).diagnostics.map(({ rule }) => rule);

const WRONG = "version: 3\nwrong: 1\n";

test("a text with a foreign ending is refused like a file", () => {
  const { diagnostics, unreadable } = lint({ texts: [{ file: "a.toml", text: WRONG }] });
  expect(diagnostics).toEqual([]);
  expect(unreadable).toEqual([{ file: "a.toml", reason: FOREIGN_ENDING }]);
});

test.each<LintText>([
  { file: "a.toml", text: WRONG, format: "yaml" },
  { file: "noending", text: WRONG },
  { file: "<stdin>", text: WRONG },
  { file: "v1.2/config", text: WRONG },
  { file: ".agentrc", text: WRONG },
])("$file is read as YAML with the format $format", (text) => {
  expect(rulesOf(text)).toEqual(["schema/unknown-key"]);
});
