/** Commands of GitHub Actions: read back as its runner reads them, and escaped as its own toolkit escapes them. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { printable } from "../../src/text/escape.js";
import { github } from "../../src/toolkit/judge/report/github.js";
import { stepSummary } from "../../src/toolkit/judge/report/github-summary.js";
import { lint } from "../../src/toolkit/lint.js";
import type { Diagnostic, Range } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { CHARACTER } from "../arbitrary/character.js";
import { slowCases } from "../cases.js";
import { exchanged, MEANS } from "./exchanges.js";
import { commandsIn } from "./runner.js";

const nothing = lint({ texts: [] });

const render = (shown: readonly Diagnostic[]): string =>
  github.render(nothing, shown, { suppressed: new Map(), ...MEANS });

const piece = fc.oneof(
  fc.string({ unit: CHARACTER, maxLength: 8 }),
  fc.constantFrom("%", "%25", "%0A", "%3A", ":", "::", ",", "=", "\r", "\n", "::error::x", "##[error]", "]", ";", " "),
  fc.constantFrom("\u0000", "\ufffe", "\ud800", "\u202e", "</script>", "]]>", "a,line=9", "::stop-commands::x"),
);
const text = fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(""));

const position = fc
  .record({ line: fc.integer({ min: 1, max: 99 }), column: fc.integer({ min: 1, max: 99 }) })
  .map((at) => ({ ...at, offset: at.line * 100 + at.column }));
const range: fc.Arbitrary<Range> = fc
  .tuple(position, position)
  .map(([a, b]) => (a.offset <= b.offset ? { start: a, end: b } : { start: b, end: a }));

/** Sentences are fit to be shown (`diagnose`); names of files are as they are. */
const finding: fc.Arbitrary<Diagnostic> = fc
  .record({
    ...{ rule: fc.constantFrom("schema/unknown-key", "syntax/json"), layer: fc.constant("project" as const) },
    severity: fc.constantFrom("error" as const, "warning" as const, "info" as const),
    ...{ message: text.map(printable), help: text.map(printable), file: text, range },
    notes: fc.array(text.map(printable), { maxLength: 2 }),
  })
  .map((one) => ({ ...one, related: [], fixes: [] }));

const NAMES = { error: "error", warning: "warning", info: "notice" } as const;

/** What the toolkit of GitHub does to a text, one character after the other. */
const escaped = (value: string, also: string): string =>
  [...value]
    .map((character) =>
      `%\r\n${also}`.includes(character)
        ? `%${character.charCodeAt(0).toString(16).toUpperCase().padStart(2, "0")}`
        : character,
    )
    .join("");

/** The name of a file without steps that lead nowhere. */
function nameOf(file: string): string {
  const done: string[] = [];
  for (const step of file.split("/")) {
    if (step === ".." && done.length > 0 && done.at(-1) !== "..") done.pop();
    else if (step !== ".") done.push(step);
  }
  return printable(done.join("/").replace(/\/+$/, "") || ".").replace(/^=/, "./=");
}

const isElsewhere = (file: string): boolean => /^(?:~?\/|[A-Za-z]:\/)/.test(file);

test("the runner reads back command, file, line, title and message of 1,000 findings, and nothing else", () => {
  fc.assert(
    fc.property(fc.array(finding, { minLength: 4, maxLength: 4 }), (findings) => {
      const log = render(findings);
      const expected = ["error", "warning", "info"].flatMap((severity) =>
        findings.filter((one) => one.severity === severity),
      );
      const commands = commandsIn(log);
      expect(commands).toHaveLength(findings.length);
      for (const [index, { severity, rule, message, notes, help, file, range: at }] of expected.entries()) {
        if (isElsewhere(file)) continue;
        const { start, end } = at;
        const columns = start.line === end.line ? { col: `${start.column}`, endColumn: `${end.column}` } : {};
        const said = [message, ...notes.map((note) => `note: ${note}`), `help: ${help}`].join("\n");
        expect(commands[index]).toEqual({
          name: NAMES[severity],
          properties: { file: nameOf(file), line: `${start.line}`, endLine: `${end.line}`, ...columns, title: rule },
          data: said,
        });
        const list = Object.entries(commands[index]?.properties ?? {});
        const bytes = list.map(([key, value]) => `${key}=${escaped(value, ":,")}`).join(",");
        expect(log.split("\n")[index]).toBe(`::${NAMES[severity]} ${bytes}::${escaped(said, "")}`);
      }
    }),
    { numRuns: slowCases(250) },
  );
});

const at = (file: string, severity: Diagnostic["severity"] = "error"): Diagnostic => ({
  ...{
    rule: "syntax/json",
    severity,
    message: "a: b, 100%",
    layer: "project",
    file,
    related: [],
    notes: [],
    fixes: [],
  },
  range: { start: { line: 2, column: 3, offset: 5 }, end: { line: 2, column: 4, offset: 6 } },
});

describe("one finding", () => {
  test("escaped: the percent sign first, colon and comma in properties alone", () => {
    expect(render([at("a,b:c%2C.json")])).toBe(
      "::error file=a%2Cb%3Ac%252C.json,line=2,endLine=2,col=3,endColumn=4,title=syntax/json::a: b, 100%25\n",
    );
  });

  test("no columns where it reaches over lines", () => {
    const { range: one } = at("");
    expect(render([{ ...at("a.json"), range: { ...one, end: { line: 3, column: 1, offset: 9 } } }])).toContain(
      "::error file=a.json,line=2,endLine=3,title=syntax/json::",
    );
  });

  test.each([
    ["~/.config/agent/config.yaml", "~/.config/agent/config.yaml"],
    ["/etc/agent/config.yaml", "(root)/etc/agent/config.yaml"],
  ])("what lies outside of the repository, as %s does, is named in the message alone", (file, name) => {
    expect(render([at(file)])).toBe(`::error title=syntax/json::${name}:2:3: a: b, 100%25\n`);
  });

  test("errors come first, then warnings", () => {
    const log = render([at("a", "info"), at("b", "warning"), at("c"), at("d", "warning")]);
    expect(commandsIn(log).map(({ name, properties }) => [name, properties["file"]])).toEqual([
      ...[
        ["error", "c"],
        ["warning", "b"],
        ["warning", "d"],
        ["notice", "a"],
      ],
    ]);
  });
});

describe("the summary of a step", () => {
  test("a table with what was found", () => {
    const result = lint({ texts: [{ file: "a.yaml", text: "tui: { theme: drak }\n", as: "project" }] });
    expect(stepSummary(result, result.diagnostics, MEANS.ground)).toBe(
      [
        "### agentcfg: 1 error",
        "",
        "| severity | rule | place | message |",
        "|---|---|---|---|",
        "| error | schema&#47;unknown&#45;value | a&#46;yaml&#58;1&#58;15 | &#96;tui&#46;theme&#96; cannot be &#96;drak&#96;&#59; did you mean &#96;dark&#96;&#63; |",
        "\n",
      ].join("\n"),
    );
  });

  test("a run without findings says so", () => {
    const fine = lint({ texts: [{ file: "a.yaml", text: "version: 3\n", as: "project" }] });
    expect(stepSummary(fine, [], MEANS.ground)).toBe("### agentcfg: no problems\n\n");
  });

  test("a run that checked nothing says why, and never that there are no problems", () => {
    expect(stepSummary(nothing, [], MEANS.ground, "no configuration found in `.agent`")).toBe(
      "### agentcfg: nothing was checked: no configuration found in <code>&#46;agent</code>\n\n",
    );
    const unread = (names: readonly string[]) => ({
      ...nothing,
      unreadable: names.map((file) => ({ file, reason: "there is no such file" })),
    });
    expect(stepSummary(unread(["a.yaml"]), [], MEANS.ground)).toBe(
      "### agentcfg: nothing was checked: cannot read a&#46;yaml&#58; there is no such file\n\n",
    );
    const many = stepSummary(unread(Array.from({ length: 130 }, (_, index) => `<b>${index}`)), [], MEANS.ground);
    expect(many).toContain("\n- 30 more files cannot be read\n");
    expect(many).not.toContain("<b>");
  });

  test("files that cannot be read stand beside the findings of the others", () => {
    const result = lint({ texts: [{ file: "a.yaml", text: "tui: { theme: drak }\n", as: "project" }] });
    const some = { ...result, unreadable: [{ file: "b.yaml", reason: "it is a directory" }] };
    const lines = stepSummary(some, some.diagnostics, MEANS.ground).split("\n");
    expect(lines.slice(0, 5)).toEqual([
      "### agentcfg: 1 error, 1 file not read",
      "",
      "- cannot read b&#46;yaml&#58; it is a directory",
      "",
      "| severity | rule | place | message |",
    ]);
    expect(stepSummary({ ...some, diagnostics: [] }, [], MEANS.ground)).toMatch(
      /b&#46;yaml&#58; it is a directory\n\n$/,
    );
  });

  test("one finding stays one row, and nothing in it is markup", () => {
    fc.assert(
      fc.property(fc.array(finding, { minLength: 1, maxLength: 5 }), (findings) => {
        const lines = stepSummary(nothing, findings, MEANS.ground).split("\n");
        const rows = lines.slice(4, -2);
        expect(rows).toHaveLength(findings.length);
        for (const row of rows)
          expect(row).toMatch(/^\| \w+ \|(?: (?:[^|<>[\]`*_\\!()\p{Cc}\p{Cf}\p{Cs}]|&#\d+;)* \|){3}$/u);
      }),
      { numRuns: slowCases(200) },
    );
  });

  test("of very many, a hundred are shown and the others counted", () => {
    const many = Array.from({ length: 130 }, () => at("a.json"));
    const summary = stepSummary(nothing, many, MEANS.ground);
    expect(summary.match(/^\| error/gm)).toHaveLength(100);
    expect(summary).toContain("\n30 more\n");
  });
});

test("related places and fixes are part of the message", () => {
  const result = lint({ texts: [{ file: "a.yaml", text: "tui: { theme: drak }\n", as: "project" }] });
  expect(exchanged(result).github).toContain("%0Afix: write `dark` (safe)");
});
