/** Every file in fixtures/ok is silent; every file in fixtures/err gives exactly the findings that stand beside it. */
import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { toData } from "../../src/toolkit/read/document/node.js";

const inputs = (folder: string): string[] => readdirSync(folder).filter((name) => !name.endsWith(".expected"));

const lintFile = (file: string): LintResult => lint({ texts: [{ file, text: readFileSync(file) }] });

/** `line:column rule`, and `-> text` where a safe fix would put one. */
function line({ range, rule, fixes }: Diagnostic): string {
  const fix = fixes
    .find(({ safe }) => safe)
    ?.edits.map(({ text }) => text)
    .join("|");
  const shown = fix === undefined ? "" : ` -> ${fix.replaceAll("\n", "\\n")}`;
  return `${range.start.line}:${range.start.column} ${rule}${shown}`;
}

test.each(inputs("fixtures/ok"))("ok: %s", (name) => {
  expect(lintFile(`fixtures/ok/${name}`).diagnostics).toEqual([]);
});

test.each(inputs("fixtures/err"))("err: %s", (name) => {
  const lines = lintFile(`fixtures/err/${name}`).diagnostics.map((diagnostic) => `${line(diagnostic)}\n`);
  expect(lines.join("")).toBe(readFileSync(`fixtures/err/${name}.expected`, "utf8"));
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
  const text = JSON.stringify(root && toData(root));
  expect(facts(lint({ texts: [{ file: "x.json", text }] }))).toEqual(facts(authored));
});

/** A project over a global file; related places follow the finding. */
test.each(readdirSync("fixtures/pairs"))("pair: %s", (name) => {
  const { diagnostics } = lintPair(name);
  const lines = diagnostics.map(({ layer, range, rule, related }) => {
    const others = related.map(({ file, range: { start } }) => `, ${file.split(".")[0]} ${start.line}:${start.column}`);
    return `${layer} ${range.start.line}:${range.start.column} ${rule}${others.join("")}\n`;
  });
  expect(lines.join("")).toBe(readFileSync(`fixtures/pairs/${name}/expected`, "utf8"));
});

function lintPair(name: string): LintResult {
  const text = (file: string): LintText => ({ file, text: readFileSync(`fixtures/pairs/${name}/${file}`) });
  return lint({
    texts: [
      { ...text("global.yaml"), as: "global" },
      { ...text("project.yaml"), as: "project" },
    ],
  });
}

/** An expectation without an input is never looked at. */
test("every expectation stands beside its input and names rules that exist", () => {
  const expectations = readdirSync("fixtures/err").filter((name) => name.endsWith(".expected"));
  const expected = inputs("fixtures/err").map((name) => `${name}.expected`);
  expect(expectations.toSorted()).toEqual(expected.toSorted());
  const files = [
    ...expectations.map((name) => `fixtures/err/${name}`),
    ...readdirSync("fixtures/pairs").map((name) => `fixtures/pairs/${name}/expected`),
  ];
  const named = files.flatMap((file) => readFileSync(file, "utf8").match(/\b[a-z]+\/[a-z-]+/g) ?? []);
  const known = new Set(rules.map(({ id }) => id));
  expect(named.length).toBeGreaterThan(100);
  expect(named.filter((rule) => !known.has(rule))).toEqual([]);
});
