/** References of other tools, and text that would be a substitution here. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { literalOf, scan } from "../../src/text/scan.js";
import { translate } from "../../src/toolkit/import/reference.js";
import { cases } from "../cases.js";

const spelt = (text: string, hasBareVariables = false): string => translate(text, hasBareVariables).text;

test.each([
  ["${TOKEN}", "${TOKEN}"],
  ["${TOKEN:-some text}", "${TOKEN}"],
  ["${env:TOKEN}", "${TOKEN}"],
  ["{env:TOKEN}", "${TOKEN}"],
  ["Bearer ${input:github-token}", "Bearer ${GITHUB_TOKEN}"],
  ["${{ secrets.MY_KEY }}", "${MY_KEY}"],
  ["${{secrets.team/my-key}}", "${TEAM_MY_KEY}"],
  ["{file:~/.secrets/openai-key.txt}", "${OPENAI_KEY}"],
  ["${file:/run/token}", "${TOKEN}"],
  ["${workspaceFolder}/x", "${WORKSPACE_FOLDER}/x"],
  ["${userHome}/x", "${HOME}/x"],
  ["${A}${env:B} and {env:C}", "${A}${B} and ${C}"],
  ["$(date)", "$$(date)"],
  ["${VAR:-$(id)}", "${VAR}"],
  ["${VAR:=x}", "$${VAR:=x}"],
  ["${a b}", "$${a b}"],
  ["$NAME pa$$word", "$NAME pa$$word"],
  ["$${env:X}", "$$${env:X}"],
])("%s becomes %s", (text, expected) => {
  expect(spelt(text)).toBe(expected);
});

test("$NAME is a variable where the tool says so", () => {
  expect(spelt("Bearer $TOKEN, $5", true)).toBe("Bearer ${TOKEN}, $5");
});

test("what refers to nothing stays the text that it is, and never becomes a command", () => {
  const part = fc.constantFrom(
    "$",
    "(",
    ")",
    "{",
    "}",
    "${",
    "$(",
    "$$",
    ":",
    "-",
    "x",
    "env",
    "}",
    "`",
    "'",
    '"',
    " ",
  );
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, fc.boolean(), (written, isBare) => {
      const { text: result, references } = translate(written, isBare);
      const { parts, problems } = scan(result);
      expect(problems).toEqual([]);
      expect(parts.filter(({ kind }) => kind === "command" || kind === "fallback")).toEqual([]);
      expect(parts.filter(({ kind }) => kind === "variable")).toHaveLength(references.length);
      if (references.length === 0) expect(literalOf(result)).toBe(written);
    }),
    { numRuns: cases(5000) },
  );
});
