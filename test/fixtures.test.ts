/** Every file in fixtures/ok is silent; every file in fixtures/err gives exactly the findings that stand beside it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Diagnostic } from "../src/diagnostic.js";
import { toValue } from "../src/document/node.js";
import { type LintResult, lint } from "../src/lint.js";
import { rules } from "../src/rules/index.js";

const inputs = (folder: string): string[] => readdirSync(folder).filter((name) => !name.endsWith(".expected"));

const lintFile = (file: string): LintResult => lint({ texts: [{ file, text: readFileSync(file) }] });

/** `line:column rule`, and `-> text` where a safe fix would put one. */
function line({ range, rule, fixes }: Diagnostic): string {
  const fix = fixes.find(({ safe }) => safe)?.edits[0]?.text;
  return `${range.start.line}:${range.start.column} ${rule}${fix === undefined ? "" : ` -> ${fix}`}`;
}

test.each(inputs("fixtures/ok"))("ok: %s", (name) => {
  expect(lintFile(`fixtures/ok/${name}`).diagnostics).toEqual([]);
});

test.each(inputs("fixtures/err"))("err: %s", (name) => {
  const expected = readFileSync(`fixtures/err/${name}.expected`, "utf8").trimEnd().split("\n");
  expect(lintFile(`fixtures/err/${name}`).diagnostics.map(line)).toEqual(expected);
});

/** What JSON can spell as well: no trouble with the text itself, no aliases, no digits that a double forgets. */
const respellable = inputs("fixtures/err").filter((name) => {
  const { layers, diagnostics } = lintFile(`fixtures/err/${name}`);
  const text = layers[0]?.document.source.text ?? "";
  return diagnostics.every(({ path }) => path !== undefined) && !/[&*]\w|\d{16}|1e\d\d|\.inf|\.nan/.test(text);
});

test.each(respellable)("the JSON spelling says the same: %s", (name) => {
  const facts = ({ diagnostics }: LintResult): string[] =>
    diagnostics.map(({ rule, path, message }) => `${rule} ${path} ${message}`).sort();
  const authored = lintFile(`fixtures/err/${name}`);
  const root = authored.layers[0]?.document.root;
  const text = JSON.stringify(root && toValue(root));
  expect(facts(lint({ texts: [{ file: "x.json", text }] }))).toEqual(facts(authored));
});

test("every rule has a fixture", () => {
  const shown = new Set(
    inputs("fixtures/err").flatMap((name) => lintFile(`fixtures/err/${name}`).diagnostics.map(({ rule }) => rule)),
  );
  expect(rules.map(({ id }) => id).filter((id) => !shown.has(id))).toEqual([]);
});
