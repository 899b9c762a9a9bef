/** The fields of a finding in SARIF besides its place. */
import { describe, expect, test } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { rules } from "../../src/toolkit/judge/rules/index.js";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { applyEdits } from "../../src/toolkit/read/edit/text-edits.js";
import { exchanged, MEANS } from "./exchanges.js";
import { lintedFixtures } from "./fixtures.js";

interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

interface Located {
  readonly id?: number;
  readonly message?: { readonly text: string };
  readonly physicalLocation: { readonly artifactLocation: object; readonly region: Region };
}

interface Replacement {
  readonly deletedRegion: Region;
  readonly insertedContent?: { readonly text: string };
}

interface Result {
  readonly ruleId: string;
  readonly ruleIndex: number;
  readonly level: string;
  readonly message: { readonly text: string };
  readonly locations: readonly Located[];
  readonly relatedLocations?: readonly Located[];
  readonly partialFingerprints: Readonly<Record<string, string>>;
  readonly fixes?: readonly {
    readonly artifactChanges: readonly { readonly replacements: readonly Replacement[] }[];
  }[];
  readonly suppressions: readonly { readonly kind: string; readonly justification: string }[];
}

interface Run {
  readonly tool: { readonly driver: { readonly rules: readonly Readonly<Record<string, never>>[] } };
  readonly results: readonly Result[];
  readonly [key: string]: unknown;
}

const runOf = (result: LintResult): Run => JSON.parse(exchanged(result).sarif).runs[0];

const lintText = (text: string, more: Partial<LintText> = {}): LintResult =>
  lint({ texts: [{ file: "a.yaml", text, as: "project", ...more }] });

test("columns count UTF-16 units, as ours do, and every line break that we know ends a line", () => {
  const run = runOf(lintText('tui: { "é𐐀": x, theme: drak }\n'));
  expect(run).toMatchObject({ columnKind: "utf16CodeUnits", newlineSequences: ["\r\n", "\n", "\r"] });
  expect(run.results[0]?.locations[0]?.physicalLocation.region).toEqual({
    ...{ startLine: 1, startColumn: 25, endLine: 1, endColumn: 29 },
  });
});

test("nothing lists the files, and nothing says where they are", () => {
  const run = runOf(lintText("tui: { theme: drak }\n"));
  expect(run["artifacts"]).toBeUndefined();
  expect(run["originalUriBaseIds"]).toEqual({ SRCROOT: { description: { text: "The root of the repository." } } });
});

test("no address is given that leads nowhere", () => {
  expect(JSON.stringify(runOf(lintText("tui: { theme: drak }\n")))).not.toContain("agentcfg.example");
});

test("each rule that found something is described once, in text and in Markdown, with a level", () => {
  for (const { result, name } of lintedFixtures()) {
    const { tool, results } = runOf(result);
    const ids = tool.driver.rules.map(({ id }) => id);
    expect(ids, name).toEqual([...new Set(results.map(({ ruleId }) => ruleId))].toSorted());
    for (const { ruleId, ruleIndex } of results) expect(ids[ruleIndex]).toBe(ruleId);
  }
});

test("of every rule there is something to read", () => {
  const [first] = lintText("nonsense: 1\n").diagnostics;
  if (first === undefined) throw new Error("nothing was found");
  const diagnostics = rules.map(({ id }) => ({ ...first, rule: id }));
  const { tool } = runOf({ ...lintText(""), diagnostics });
  expect(tool.driver.rules).toHaveLength(rules.length);
  for (const rule of tool.driver.rules) {
    const { help, shortDescription, fullDescription, defaultConfiguration } = rule as unknown as Readonly<
      Record<string, Readonly<Record<string, string>>>
    >;
    expect(help?.["text"]).toMatch(/\n\nSeverity: .*`agentcfg explain [a-z/-]+` tells more\.$/s);
    expect(help?.["markdown"]).toContain("**Reported:**");
    // No HTML, which viewers may or may not show as such.
    expect(help?.["markdown"]?.replace(/```[\s\S]*?```|`[^`]*`/g, "")).not.toMatch(/<\/?[a-z!]/);
    expect(shortDescription?.["text"]).toMatch(/^.{10,}\.$/);
    expect(fullDescription?.["text"]?.length).toBeLessThanOrEqual(1024);
    expect(["error", "warning", "note"]).toContain(defaultConfiguration?.["level"]);
  }
});

test("without the pages of rules their summary is the help", () => {
  const result = lintText("nonsense: 1\n");
  const text = exchanged(result, { ...MEANS, pageOf: () => undefined }).sarif;
  expect(JSON.parse(text).runs[0].tool.driver.rules[0].help.text).toBe(
    "A key that the configuration does not have.\n\n`agentcfg explain schema/unknown-key` tells more.",
  );
});

test("related locations are links in the message", () => {
  let count = 0;
  for (const { result } of lintedFixtures()) {
    for (const { message, relatedLocations = [] } of runOf(result).results) {
      count += relatedLocations.length;
      for (const { id, message: own } of relatedLocations) {
        const [, label = ""] = new RegExp(`\\[((?:[^\\[\\]\\\\]|\\\\.)*)\\]\\(${id}\\)`).exec(message.text) ?? [];
        expect(own?.text.replace(/\.$/, "")).toBe(label.replace(/\\(.)/g, "$1").replace(/\.$/, ""));
      }
    }
  }
  expect(count).toBeGreaterThan(10);
});

describe("a name that looks like a link", () => {
  test("is none", () => {
    const [result] = runOf(lintText("tui: { theme: '[x](http://evil.example)' }\n")).results;
    expect(result?.message.text).toContain("`[x] (http://evil.example)`");
  });
});

test("every fix does what our own does", () => {
  let count = 0;
  for (const { result } of lintedFixtures()) {
    const texts = new Map(result.layers.map(({ document: { source } }) => [source.file, source.text]));
    const { results } = runOf({ ...result, suppressions: new Map() });
    for (const [index, { file, fixes }] of result.diagnostics.entries()) {
      const text = texts.get(file) ?? "";
      for (const [which, { edits }] of fixes.entries()) {
        count += 1;
        const replacements = results[index]?.fixes?.[which]?.artifactChanges.flatMap((change) => change.replacements);
        expect(replaced(text, replacements ?? [])).toBe(applyEdits(text, edits));
      }
    }
  }
  expect(count).toBeGreaterThan(50);
});

/** As a viewer applies replacements: by lines and columns of the text as it was. */
function replaced(text: string, replacements: readonly Replacement[]): string {
  const mark = text.startsWith("\ufeff") ? 1 : 0;
  const starts = [mark, ...[...text.matchAll(/\r\n|\n|\r/g)].map((match) => match.index + match[0].length)];
  const offset = (line: number, column: number): number => (starts[line - 1] ?? 0) + column - 1;
  return applyEdits(
    text,
    replacements.map(({ deletedRegion: { startLine, startColumn, endLine, endColumn }, insertedContent }) => ({
      ...{ start: offset(startLine, startColumn), end: offset(endLine, endColumn), text: insertedContent?.text ?? "" },
    })),
  );
}

describe("suppressed findings", () => {
  const text =
    "version: 3\nnonsense: 1 # agentcfg-ignore schema/unknown-key -- kept, sk-CANARY-0123456789abcdef\nother: 1\n";

  test("are there, with the reason, which shows no secret", () => {
    const { results } = runOf(lintText(text));
    expect(results.map(({ ruleId, suppressions }) => [ruleId, suppressions])).toEqual([
      ["schema/unknown-key", [{ kind: "inSource", justification: "kept, <redacted>" }]],
      ["schema/unknown-key", []],
    ]);
  });

  test("are in no other format, and not where nothing is suppressed", () => {
    const { sarif, agent: _, ...others } = exchanged(lintText(text));
    for (const other of Object.values(others)) expect(other).not.toContain("nonsense");
    expect(sarif).toContain("nonsense");
    const shown = runOf(lint({ texts: [{ file: "a.yaml", text, as: "project" }], ignores: false }));
    expect(shown.results.flatMap(({ suppressions }) => suppressions)).toEqual([]);
  });
});

test("a file that could not be read makes the run no success", () => {
  const result = { ...lintText(""), unreadable: [{ file: "/none.yaml", reason: "there is no such file" }] };
  expect(runOf(result)["invocations"]).toEqual([
    {
      executionSuccessful: false,
      toolExecutionNotifications: [
        { level: "error", message: { text: "Cannot read (root)/none.yaml: there is no such file." } },
      ],
    },
  ]);
});
