/** Comments that suppress diagnostics: where they count, what they may suppress, and the reports about those that do nothing. */
import { describe, expect, test } from "vitest";
import type { LintResult } from "../../src/toolkit/judge/analysis/run.js";
import { type LintOptions, lint } from "../../src/toolkit/lint.js";
import type { Scope } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import type { Format } from "../../src/toolkit/read/document/formats.js";
import { machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";

interface Text {
  readonly text: string;
  readonly format?: Format;
  readonly as?: Scope;
}

function linted(texts: readonly Text[], options: LintOptions = {}): LintResult {
  return lint({
    texts: texts.map((each) => ({ file: `${each.as ?? "global"}.yaml`, as: "global", ...each })),
    ...options,
  });
}

/** What is reported, as `line rule`, in the order of the text. */
const said = (text: string, rest: Omit<Text, "text"> = {}, options: LintOptions = {}): readonly string[] =>
  linted([{ text, ...rest }], options).diagnostics.map(({ rule, range }) => `${range.start.line} ${rule}`);

const IGNORE = "agentcfg-ignore schema/unknown-key -- known elsewhere";
const V = "version: 3\n";

describe("a comment counts", () => {
  test.each([
    ["on the line itself", `${V}defaults:\n  fulll: m # ${IGNORE}\n`],
    ["on the line before", `${V}defaults:\n  # ${IGNORE}\n  fulll: m\n`],
    ["at any indentation", `${V}defaults:\n# ${IGNORE}\n  fulll: m\n`],
    [
      "above other comments of the same block",
      `${V}defaults:\n  # ${IGNORE}\n  # the other one\n  # and one more\n  fulll: m\n`,
    ],
    ["below other comments", `${V}defaults:\n  # the other one\n  # ${IGNORE}\n  fulll: m\n`],
    ["for all findings of its rule on the line", `${V}defaults: { fulll: m, minni: n } # ${IGNORE}\n`],
    ["with CRLF and a byte order mark", `\ufeff${V}defaults:\n  # ${IGNORE}\n  fulll: m\n`.replaceAll("\n", "\r\n")],
    ["without a line break at the end", `${V}defaults:\n  fulll: m # ${IGNORE}`],
    ["without white space around it", `${V}defaults:\n  #${IGNORE}\n  fulll: m\n`],
    [
      "with more dashes in its reason",
      `${V}defaults:\n  # agentcfg-ignore schema/unknown-key -- a -- b --c\n  fulll: m\n`,
    ],
    ["with a colon behind the word", `${V}defaults:\n  fulll: m # ${IGNORE.replace("ignore ", "ignore: ")}\n`],
    ["inside of braces", `${V}defaults: {\n  # ${IGNORE}\n  fulll: m }\n`],
    ["between a key and its value's first one", `${V}defaults: # mine\n  # ${IGNORE}\n  fulll: m\n`],
  ])("%s", (_, text) => {
    expect(said(text)).toEqual([]);
    expect(linted([{ text }]).suppressed).toBe(text.match(/fulll|minni/g)?.length);
    expect(said(text, {}, { ignores: false }).map((line) => line.split(" ")[1])).toContain("schema/unknown-key");
  });

  test.each([
    ["on the line itself", `{ "version": 3, "defaults": {\n  "fulll": "m" // ${IGNORE}\n} }`],
    ["on the line before", `{ "version": 3, "defaults": {\n  // ${IGNORE}\n  "fulll": "m",\n} }`],
    ["between stars on the line itself", `{ "version": 3, "defaults": {\n  "fulll": /* ${IGNORE} */ "m"\n} }`],
    ["between stars on the line before", `{ "version": 3, "defaults": {\n  /* ${IGNORE} */\n  "fulll": "m"\n} }`],
    [
      "above other comments",
      `{ "version": 3, "defaults": {\n  // ${IGNORE}\n  /* more */\n  // more\n  "fulll": "m"\n} }`,
    ],
  ])("in JSON with comments: %s", (_, text) => {
    expect(said(text, { format: "jsonc" })).toEqual([]);
  });

  test.each([
    [
      "at the top",
      `# agentcfg-ignore-file schema/unknown-key -- another tool's\n${V}defaults:\n  fulll: m\n  minni: n\n`,
    ],
    [
      "at the end",
      `${V}defaults:\n  fulll: m\n  minni: n\n# agentcfg-ignore-file schema/unknown-key -- another tool's\n`,
    ],
    [
      "behind something",
      `${V}defaults: # agentcfg-ignore-file schema/unknown-key -- another tool's\n  fulll: m\n  minni: n\n`,
    ],
  ])("for the whole file, %s", (_, text) => {
    expect(said(text)).toEqual([]);
    expect(linted([{ text }]).suppressed).toBe(2);
  });

  test.each(["schema/unknown-key, reference/unknown-model", "reference/unknown-model schema/unknown-key"])(
    "for several rules: %s",
    (rules) => {
      expect(said(`${V}# agentcfg-ignore ${rules} -- later\ndefaults: { full: m, minni: n }\n`)).toEqual([]);
    },
  );
});

describe("a comment does not count", () => {
  const LEFT = (line: number): string => `${line} schema/unknown-key`;

  test.each([
    ["two lines before", `${V}# ${IGNORE}\ndefaults:\n  fulll: m\n`, ["2 suppress/unused", LEFT(4)]],
    ["before a blank line", `${V}defaults:\n  # ${IGNORE}\n\n  fulll: m\n`, ["3 suppress/unused", LEFT(5)]],
    ["on the line behind", `${V}defaults:\n  fulll: m\n  # ${IGNORE}\n`, [LEFT(3), "4 suppress/unused"]],
    [
      "for the next line, when it stands behind something",
      `${V}defaults: # ${IGNORE}\n  fulll: m\n`,
      ["2 suppress/unused", LEFT(3)],
    ],
    [
      "for another rule",
      `${V}defaults:\n  fulll: m # agentcfg-ignore reference/unknown-model -- no\n`,
      [LEFT(3), "3 suppress/unused"],
    ],
    [
      "without a reason",
      `${V}defaults:\n  fulll: m # agentcfg-ignore schema/unknown-key\n`,
      [LEFT(3), "3 suppress/no-reason"],
    ],
    [
      "with an empty reason",
      `${V}defaults:\n  fulll: m # agentcfg-ignore schema/unknown-key --  \n`,
      [LEFT(3), "3 suppress/no-reason"],
    ],
    [
      "without a rule",
      `${V}defaults:\n  fulll: m # agentcfg-ignore -- all of it\n`,
      [LEFT(3), "3 suppress/unknown-rule"],
    ],
    [
      "for everything",
      `${V}defaults:\n  fulll: m # agentcfg-ignore * -- all of it\n`,
      [LEFT(3), "3 suppress/unknown-rule"],
    ],
    [
      "for a family",
      `${V}defaults:\n  fulll: m # agentcfg-ignore schema/* -- all of it\n`,
      [LEFT(3), "3 suppress/unknown-rule"],
    ],
    [
      "for a misspelt rule",
      `${V}defaults:\n  fulll: m # agentcfg-ignore schema/unknown-keys -- x\n`,
      [LEFT(3), "3 suppress/unknown-rule"],
    ],
    ["of another name", `${V}defaults:\n  fulll: m # agentcfg-ignored schema/unknown-key -- x\n`, [LEFT(3)]],
    [
      "that starts with other words",
      `${V}defaults:\n  fulll: m # see agentcfg-ignore schema/unknown-key -- x\n`,
      [LEFT(3)],
    ],
  ])("%s", (_, text, expected) => {
    expect(said(text)).toEqual(expected);
    expect(linted([{ text }]).suppressed).toBe(0);
  });

  test.each<[string, string, Format, readonly string[]]>([
    ["in a plain text", `${V}defaults:\n  fulll: m#${IGNORE}\n`, "yaml", [LEFT(3)]],
    ["in quotes", `${V}defaults:\n  fulll: "m # ${IGNORE}"\n`, "yaml", [LEFT(3)]],
    ["in single quotes", `${V}defaults:\n  fulll: 'm # ${IGNORE}'\n`, "yaml", [LEFT(3)]],
    ["in a block scalar", `${V}defaults:\n  fulll: |\n    # ${IGNORE}\n    m\n`, "yaml", [LEFT(3)]],
    [
      "in a folded block scalar above",
      `${V}plugins:\n  a: >\n    text\n    # ${IGNORE}\ndefaults: { fulll: m }\n`,
      "yaml",
      [LEFT(6)],
    ],
    ["in a key", `${V}defaults:\n  "fulll # ${IGNORE}": m\n`, "yaml", [LEFT(3)]],
    ["in a text of JSON", `{ "version": 3, "defaults": { "fulll": "// ${IGNORE}" } }`, "jsonc", [LEFT(1)]],
    [
      "in a text of JSON with stars",
      `{ "version": 3, "defaults": { "fulll": "/* ${IGNORE} */" } }`,
      "jsonc",
      [LEFT(1)],
    ],
    ["in a text of strict JSON", `{ "version": 3, "defaults": { "fulll": "// ${IGNORE}" } }`, "json", [LEFT(1)]],
    [
      "in strict JSON, where it is a mistake",
      `{ "version": 3, // ${IGNORE}\n"defaults": { "fulll": "m" } }`,
      "json",
      ["1 syntax/json"],
    ],
  ])("%s", (_, text, format, expected) => {
    expect(said(text, { format })).toEqual(expected);
  });

  test("behind a block scalar it is one again", () => {
    expect(said(`${V}plugins:\n  a: |\n    # text\n# ${IGNORE}\ndefaults: { fulll: m }\n`)).toEqual([]);
  });

  test("in the other layer", () => {
    const comment = "# agentcfg-ignore-file schema/unknown-key -- no\n";
    const texts = (global: string, project: string): readonly Text[] => [
      { as: "global", text: `${V}${global}defaults: { fulll: m }\n` },
      { as: "project", text: `${V}${project}daemon: { log_levl: info }\n` },
    ];
    const rules = (global: string, project: string): readonly string[] =>
      linted(texts(global, project)).diagnostics.map(({ layer, rule }) => `${layer} ${rule}`);
    expect(rules("", "")).toEqual(["global schema/unknown-key", "project schema/unknown-key"]);
    expect(rules(comment, "")).toEqual(["project schema/unknown-key"]);
    expect(rules("", comment)).toEqual(["global schema/unknown-key"]);
    expect(rules(comment, comment)).toEqual([]);
  });
});

describe("a reason without `--`", () => {
  const fixed = (comment: string, format: Format = "yaml"): readonly (string | undefined)[] => {
    const text = format === "yaml" ? `${V}tui: { themee: x } # ${comment}\n` : `{ "themee": 1 /* ${comment} */ }`;
    const { diagnostics } = linted([{ text, format }]);
    const about = diagnostics.filter(({ rule }) => rule.startsWith("suppress/"));
    return about.map(({ rule, fixes }) => {
      const edits = fixes.flatMap(({ edits: all }) => all).toSorted((a, b) => b.start - a.start);
      const after = edits.reduce((now, one) => now.slice(0, one.start) + one.text + now.slice(one.end), text);
      return `${rule}: ${/agentcfg-ignore.*?(?= \*\/|\n|$)/s.exec(after)?.[0]}`;
    });
  };
  const RULE = "agentcfg-ignore schema/unknown-key";

  test.each([
    ["no mark", `${RULE} because we want it`],
    ["a colon", `${RULE}: because we want it`],
    ["a blank and a colon", `${RULE} : because we want it`],
    ["a colon behind the word too", `agentcfg-ignore : schema/unknown-key: because we want it`],
    ["one dash", `${RULE} - because we want it`],
    ["a long dash", `${RULE} — because we want it`],
    ["a long dash without blanks", `${RULE}—because we want it`],
    ["dashes that touch the reason", `${RULE} --because we want it`],
    ["a comma", `${RULE}, because we want it`],
  ])("is one finding, and its fix writes the dashes: %s", (_, comment) => {
    const now = comment.slice(0, comment.indexOf("schema/unknown-key"));
    const expected = [`suppress/no-reason: ${now}schema/unknown-key -- because we want it`];
    expect(fixed(comment)).toEqual(expected);
    expect(fixed(comment, "jsonc")).toEqual(expected);
  });

  test("behind several rules", () => {
    const comment = "agentcfg-ignore schema/unknown-key, reference/unknown-model see docs/why.md";
    expect(said(`${V}defaults: { full: m, minni: n } # ${comment}\n`).slice(2)).toEqual(["2 suppress/no-reason"]);
  });

  test.each([
    ["behind a misspelt rule", "agentcfg-ignore schema/unknown-kye because we want it", ["suppress/unknown-rule"]],
    ["behind a rule without findings", "agentcfg-ignore effect/zero because we want it", ["suppress/unused"]],
    ["one word", `${RULE} wanted`, ["suppress/no-reason"]],
    ["a rule without its family", `${RULE}, zero`, ["suppress/unknown-rule"]],
    ["two of them", `${RULE} null-entry`, ["suppress/unknown-rule"]],
    ["a family", `${RULE} effect/*`, ["suppress/unknown-rule"]],
    [
      "another rule among the words",
      `${RULE} or so effect/zero`,
      Array(2).fill("suppress/unknown-rule").concat("suppress/unused"),
    ],
  ])("%s", (_, comment, expected) => {
    expect(fixed(comment).map((line) => line?.split(":")[0])).toEqual(expected);
  });
});

describe("what cannot be suppressed", () => {
  const ignoring = (rule: string, text: string): string => `# agentcfg-ignore-file ${rule} -- I know\n${text}`;

  test.each<[string, string, Scope]>([
    ["layer/global-only", `${V}updates: null\n`, "project"],
    ["layer/null-entry", `${V}models: { m: null }\n`, "project"],
    ["schema/wrong-type", `${V}tui: { theme: 5 }\n`, "global"],
    ["schema/unknown-value", `${V}tui: { theme: drak }\n`, "global"],
    ["schema/missing-key", `${V}providers: { p: {} }\n`, "global"],
    ["schema/out-of-range", "version: 256\n", "global"],
    // An error there, and a warning elsewhere.
    ["schema/unknown-key", `${V}permissions: { secret_word: [hunter22] }\n`, "global"],
    ["syntax/merge-key", `${V}<<: {}\n`, "global"],
    ["substitution/in-project", `${V}plugins: { a: $(id) }\n`, "project"],
    [
      "secret/literal",
      `${V}mcp_servers: { m: { transport: stdio, command: m, env: { TOKEN: sk-0123456789abcdef0123 } } }\n`,
      "project",
    ],
  ])("%s in a %s layer", (rule, text, as) => {
    expect(said(text, { as }).join()).toContain(rule);
    const result = linted([{ text: ignoring(rule, text), as }]);
    const rules = result.diagnostics.map((diagnostic) => diagnostic.rule);
    expect(rules).toContain(rule);
    expect(rules).toContain("suppress/not-allowed");
    expect(result.suppressed).toBe(0);
  });

  test.each<[string, string]>([
    [
      "secret/literal",
      `${V}mcp_servers: { m: { transport: stdio, command: m, env: { TOKEN: sk-0123456789abcdef0123 } } }\n`,
    ],
    ["substitution/disabled", `${V}plugins: { a: $(id) }\n`],
  ])("but %s by the user, in the user's own file", (rule, text) => {
    expect(said(text).join()).toContain(rule);
    expect(said(ignoring(rule, text))).toEqual([]);
  });

  test.each(["suppress/unused", "suppress/no-reason", "suppress/not-allowed", "suppress/unknown-rule"])(
    "what is said of such comments: %s",
    (rule) => {
      const said2 = said(ignoring(rule, `${V}tui: {} # agentcfg-ignore schema/unknown-key -- unused\n`));
      expect(said2).toEqual(["1 suppress/not-allowed", "3 suppress/unused"]);
    },
  );

  test("a file that cannot be read is not searched for comments", () => {
    expect(said(ignoring("syntax/yaml", "tui: [\n"))).toEqual(["2 syntax/yaml"]);
    expect(said(ignoring("syntax/duplicate-key", "tui: {}\ntui: {}\n")).join()).toContain("syntax/duplicate-key");
  });

  test("an error of a rule that may be suppressed is", () => {
    const text = `${V}models: { m: { context_window: 9000, max_tokens: 5, max_output_tokens_per_turn: 6 } }`;
    expect(said(`${text}\n`)).toEqual(["2 model/output-exceeds-max"]);
    expect(said(`${text} # agentcfg-ignore model/output-exceeds-max -- the provider said so\n`)).toEqual([]);
  });
});

describe("what is left of a comment", () => {
  test("a rule that is not needed any more, beside one that is", () => {
    const text = `${V}defaults: { fulll: m } # agentcfg-ignore schema/unknown-key, secret/literal -- x\n`;
    const { diagnostics, suppressed } = linted([{ text }]);
    expect(suppressed).toBe(1);
    expect(diagnostics).toMatchObject([{ rule: "suppress/unused", range: { start: { line: 2 } }, fixes: [] }]);
    expect(diagnostics[0]?.message).toContain("secret/literal");
    expect(diagnostics[0]?.message).not.toContain("unknown-key");
  });

  test.each([
    ["on a line of its own", `${V}# ${IGNORE}\ntui: {}\n`, `${V}tui: {}\n`],
    ["behind something", `${V}tui: {}   # ${IGNORE}\n`, `${V}tui: {}\n`],
    ["in the last line", `${V}tui: {}\n# ${IGNORE}`, `${V}tui: {}\n`],
  ])("one that suppresses nothing has a fix: %s", (_, text, after) => {
    const [diagnostic] = linted([{ text }]).diagnostics;
    expect(diagnostic).toMatchObject({
      rule: "suppress/unused",
      severity: "warning",
      fixes: [{ safe: true, edits: [{}] }],
    });
    const [edit] = diagnostic?.fixes[0]?.edits ?? [];
    expect(text.slice(0, edit?.start) + text.slice(edit?.end)).toBe(after);
  });

  test("a misspelt rule is recognised", () => {
    const [, diagnostic] = linted([
      { text: `${V}defaults: { fulll: m } # agentcfg-ignore schema/unknown-kye -- x\n` },
    ]).diagnostics;
    expect(diagnostic?.label).toContain("`schema/unknown-key`");
  });
});

test("the command line counts what is suppressed, fails only for the rest, and shows all of it when asked", async () => {
  const place = machine({
    [GLOBAL]: `${V}models:
  # agentcfg-ignore model/output-exceeds-max -- the provider said so
  m: { context_window: 9000, max_tokens: 5, max_output_tokens_per_turn: 6 }
defaults: { fulll: m } # ${IGNORE}
`,
  });
  const run = (...flags: string[]): ReturnType<typeof place.run> =>
    place.run(["lint", "--format", "concise", ...flags]);
  expect(await run()).toMatchObject({
    code: 0,
    stdout: "",
    stderr: expect.stringContaining("no problems (2 suppressed) in "),
  });
  expect((await run("--fail-on", "warning")).code).toBe(0);
  const all = await run("--no-ignores");
  expect(all.code).toBe(1);
  expect(all.stdout.match(/\[[a-z/-]+\]/g)).toEqual(["[model/output-exceeds-max]", "[schema/unknown-key]"]);
  expect(all.stderr).not.toContain("suppressed");
  const { diagnostics, summary } = JSON.parse((await place.run(["lint", "--format", "json"])).stdout);
  expect({ diagnostics, summary }).toEqual({ diagnostics: [], summary: { errors: 0, warnings: 0, infos: 0 } });
});
