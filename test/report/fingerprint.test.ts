/** The fingerprint of a finding stays as long as the finding does, and is never that of another one. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { findingFingerprints } from "../../src/toolkit/judge/report/fingerprint.js";
import { groundOf, nameFromRoot } from "../../src/toolkit/judge/report/ground.js";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { machine } from "../machine/machine.js";
import { memoryHost } from "../machine/memory.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const ground = groundOf(memoryHost({ files: {} }));

const prints = (result: LintResult, from = ground): readonly string[] => [
  ...findingFingerprints(result, from).values(),
];

const ofText = (text: string, more: Partial<LintText> = {}): readonly string[] =>
  prints(lint({ texts: [{ file: "config.yaml", text, ...more }] }));

/** Shows the hashed text in place of the hash. */
function spelled(result: LintResult): readonly string[] {
  const all: string[] = [];
  const sha256 = (bytes: Uint8Array): string => {
    all.push(new TextDecoder().decode(bytes));
    return "";
  };
  findingFingerprints(result, { ...ground, sha256 });
  return all;
}

test.each(readdirSync("fixtures/err").filter((name) => !name.endsWith(".expected")))("unique: %s", (name) => {
  const all = ofText(readFileSync(`fixtures/err/${name}`, "utf8"), { file: name });
  expect(new Set(all).size).toBe(all.length);
  for (const one of all) expect(one).toMatch(/^[0-9a-f]{32}$/);
});

test("unique over both layers, several files and equal mistakes", () => {
  const text = "tui: { theme: drak }\ntui: { theme: drak }\n# agentcfg-ignore\n# agentcfg-ignore\n";
  const result = lint({
    texts: [
      { file: "a.yaml", text, as: "global" },
      { file: "a.yaml", text, as: "project" },
      { file: "b.yaml", text, as: "project" },
    ],
  });
  expect(result.diagnostics.length).toBeGreaterThan(3);
  expect(new Set(prints(result)).size).toBe(result.diagnostics.length);
});

test("equal lines count", () => {
  const text = "# agentcfg-ignore\n# agentcfg-ignore\nversion: 3\n";
  expect(spelled(lint({ texts: [{ file: "a.yaml", text }] }))).toEqual([
    '["suppress/unknown-rule","global","a.yaml",{"line":"# agentcfg-ignore"}] 1',
    '["suppress/unknown-rule","global","a.yaml",{"line":"# agentcfg-ignore"}] 2',
  ]);
});

test("to suppress one of several equal findings leaves the others what they are", () => {
  const text = (reason: string): string => `a: [1] # ${reason}\n# agentcfg-ignore\n# agentcfg-ignore\n`;
  const both = lint({ texts: [{ file: "a.yaml", text: text("agentcfg-ignore schema/unknown-key -- why") }] });
  expect(both.suppressed).toBe(1);
  expect(prints(both).toSorted()).toEqual(prints(lint({ texts: [{ file: "a.yaml", text: text("") }] })).toSorted());
});

test("a very long line is hashed once, however many findings are on it", () => {
  const text = `# agentcfg-ignore a/b c/d e/f -- ${"x".repeat(100_000)}\n`;
  const all = spelled(lint({ texts: [{ file: "a.yaml", text }] }));
  expect(all.map(({ length }) => length > 1000)).toEqual([true, false, false, false]);
});

test("lines above change nothing", () => {
  const texts = readdirSync("fixtures/err")
    .filter((name) => name.endsWith(".yaml"))
    .map((name) => readFileSync(`fixtures/err/${name}`, "utf8"))
    .filter((text) => !/^(%|---|\ufeff)/m.test(text) && !text.includes("\r"));
  fc.assert(
    fc.property(
      fc.constantFrom(...texts),
      fc.array(fc.constantFrom("", "# a remark"), { maxLength: 5 }),
      (text, above) => {
        expect(ofText(above.map((line) => `${line}\n`).join("") + text)).toEqual(ofText(text));
      },
    ),
  );
});

test("indentation and another mistake change nothing", () => {
  const [theme] = ofText("tui: { theme: drak }\n");
  expect(ofText("nonsense: 1\ntui:\n      theme: drak\n")).toContain(theme);
});

test("the same wherever in the repository one works", () => {
  const files = { [PROJECT]: "tui: { theme: drak }\n", [GLOBAL]: "deamon: 1\n", "a/b/": "" };
  const [above, below] = [machine(files), machine(files, { cwd: "a/b" })];
  expect(below.lint().diagnostics.map(({ file }) => file)).toContain("../../.agent/config.yaml");
  expect(prints(below.lint(), groundOf(below.host))).toEqual(prints(above.lint(), groundOf(above.host)));
});

test.each([
  ["", "a.yaml", "a.yaml"],
  ["a/b/", "x/../../c.yaml", "a/c.yaml"],
  ["a/", "../../../c.yaml", "../../c.yaml"],
  ["a/", "~/.config/agent/config.yaml", "~/.config/agent/config.yaml"],
  ["a/", "/etc/config.yaml", "(root)/etc/config.yaml"],
  ["a/", "C:/etc/config.yaml", "(root)/C:/etc/config.yaml"],
  ["", "", "."],
])("a file below %j called %s is %s", (directory, file, name) => {
  expect(nameFromRoot({ ...ground, directory }, file)).toBe(name);
});

test("no secret is in what is hashed: it could be guessed from the hash", () => {
  const secret = "sk-CANARY-0123456789abcdef";
  const declared = "permissions: { secret_words: [hushhush] }\n";
  const readable = `${declared}# agentcfg-ignore hushhush ${secret}\nproviders: { "${secret}": { hushhush: 1 } }\n`;
  const broken = `providers:\n  acme: { key: ${secret}\n`;
  for (const text of [readable, broken]) {
    const all = spelled(lint({ texts: [{ file: "a.yaml", text }] })).join("\n");
    expect(all).toContain("<redacted>");
    expect(all).not.toMatch(/CANARY|hushhush/);
  }
});
