/** `agent`: everything that is known of a finding on one line, and what to run next. */
import { describe, expect, test } from "vitest";
import { type LintText, lint } from "../../src/toolkit/lint.js";
import { exchanged, MEANS } from "./exchanges.js";
import { lintedFixtures } from "./fixtures.js";

const said = (text: string, words: readonly string[] | undefined = ["lint"], more: Partial<LintText> = {}): string =>
  exchanged(lint({ texts: [{ file: "a.yaml", text, as: "project", ...more }] }), { ...MEANS, words }).agent;

test("nothing is left out", () => {
  for (const { name, result } of lintedFixtures()) {
    const lines = exchanged(result).agent.split("\n");
    expect(lines.length, name).toBe(result.diagnostics.length + 2);
    for (const [index, diagnostic] of result.diagnostics.entries()) {
      const { file, range, severity, rule, message, label = "", help = "", notes, related, fixes } = diagnostic;
      const { line, column } = range.start;
      expect(lines[index]?.startsWith(`${file}:${line}:${column}: ${severity}[${rule}]: ${message}`), name).toBe(true);
      const parts = [label, help, ...notes, ...fixes.map(({ title }) => title)];
      const places = related.flatMap((one) => [
        one.message,
        `${one.file}:${one.range.start.line}:${one.range.start.column}`,
      ]);
      for (const part of [...parts, ...places]) expect(lines[index], name).toContain(part);
    }
  }
});

test("one finding, by the letter", () => {
  expect(said("tui: { theme: drak }\n")).toBe(
    "a.yaml:1:15: error[schema/unknown-value]: `tui.theme` cannot be `drak`; did you mean `dark`?; " +
      "help: one of `auto`, `light` or `dark`; fix: write `dark` (safe); path: /tui/theme; project layer, up to 1:19\n" +
      "next: agentcfg lint --fix\n",
  );
});

describe("the last line is the command to run next", () => {
  const next = (...given: Parameters<typeof said>): string | undefined =>
    said(...given)
      .split("\n")
      .at(-2);
  const FIXABLE = "tui: { theme: drak }\n";

  test.each([
    ["the same run with --fix, where that mends something", FIXABLE, ["lint"], "agentcfg lint --fix"],
    [
      "with the words that were given",
      FIXABLE,
      ["lint", "--no-global", "a.yaml"],
      "agentcfg lint --no-global a.yaml --fix",
    ],
    ["as a shell reads them", FIXABLE, ["lint", "$(touch x)'.yaml"], "agentcfg lint '$(touch x)'\\''.yaml' --fix"],
    [
      "about the first finding, where nothing is mended",
      "nonsense: 1\n",
      ["lint"],
      "agentcfg explain schema/unknown-key",
    ],
    ["the same once --fix has run", FIXABLE, ["lint", "--fix"], "agentcfg explain schema/unknown-value"],
    ["the files, where nobody typed words", FIXABLE, undefined, "agentcfg lint a.yaml --fix"],
  ] as const)("%s", (_, text, words, command) => {
    const given =
      words === undefined
        ? exchanged(lint({ texts: [{ file: "a.yaml", text, as: "project" }] }), { ...MEANS, words }).agent
        : said(text, words);
    expect(given.split("\n").at(-2)).toBe(`next: ${command}`);
  });

  test("nothing, where there is nothing to say", () => {
    expect(next("version: 3\n")).toBe("no problems; nothing to run next");
  });
});
