/** The writer of suppressions: where its comments stand, what it refuses, and that they are read back as they were meant. */
import { describe, expect, test } from "vitest";
import { suppressing, type Wanted } from "../../src/toolkit/judge/suppression/write.js";
import { lint } from "../../src/toolkit/lint.js";
import type { Diagnostic } from "../../src/toolkit/read/diagnostic/diagnostic.js";
import { type Format, formatOf } from "../../src/toolkit/read/document/formats.js";
import { parse } from "../../src/toolkit/read/document/parse.js";
import { applyEdits } from "../../src/toolkit/read/edit/text-edits.js";

const RULE = "schema/unknown-key";
const FILE = { yaml: "global.yaml", json: "global.json", jsonc: "global.jsonc" } as const;

const found = (text: string, format: Format): readonly Diagnostic[] =>
  lint({ texts: [{ file: FILE[format], text, as: "global" }] }).diagnostics;

/** The text in which the findings of a rule have comments; a refusal in its place. */
function suppressed(text: string, given: Partial<Wanted> & { readonly format?: Format } = {}): string {
  const { format = "yaml", rule = RULE, ...rest } = given;
  const where = [...new Set(found(text, format).flatMap((one) => (one.rule === rule ? [one.range.start.line] : [])))];
  const wanted: Wanted = { rule, scope: "global", severity: "warning", where, reason: "so be it", ...rest };
  const outcome = suppressing(parse({ file: FILE[format], text }, format), wanted);
  return "refusal" in outcome ? outcome.refusal : applyEdits(text, outcome.edits);
}

const rulesIn = (text: string, format: Format = "yaml"): readonly string[] =>
  found(text, format).map(({ rule }) => rule);

const NO_PLACE = "a comment there would be a part of the text around it; `agentcfg-ignore-file` counts everywhere";
const V = "version: 3\n";
const C = `# agentcfg-ignore ${RULE} -- so be it\n`;

describe("a comment stands", () => {
  test.each([
    ["above the line, as far in", `${V}defaults:\n  fulll: m\n`, `${V}defaults:\n  ${C}  fulll: m\n`],
    ["above the first line", `fulll: m\n${V}`, `${C}fulll: m\n${V}`],
    ["behind a byte order mark", `\ufefffulll: m\n${V}`, `\ufeff${C}fulll: m\n${V}`],
    ["behind the start of the document", `---\nfulll: m\n${V}`, `---\n${C}fulll: m\n${V}`],
    ["above the start of the document", `--- { version: 3, fulll: m }\n`, `${C}--- { version: 3, fulll: m }\n`],
    [
      "inside of braces",
      `{ version: 3,\n\tdefaults: {\n  fulll: m } }\n`,
      `{ version: 3,\n\tdefaults: {\n  ${C}  fulll: m } }\n`,
    ],
    ["once for a line", `${V}defaults: { fulll: m, minni: n }\n`, `${V}${C}defaults: { fulll: m, minni: n }\n`],
    ["on each line", `${V}defaults:\n  fulll: m\n  minni: n\n`, `${V}defaults:\n  ${C}  fulll: m\n  ${C}  minni: n\n`],
    [
      "below another comment",
      `${V}defaults:\n  # mine\n  fulll: m # too\n`,
      `${V}defaults:\n  # mine\n  ${C}  fulll: m # too\n`,
    ],
    [
      "with the line breaks of its place",
      `${V}defaults:\r\n  fulll: m\r\n`,
      `${V}defaults:\r\n  ${C.trim()}\r\n  fulll: m\r\n`,
    ],
    ["on a last line without a break", `${V}fulll: m`, `${V}${C}fulll: m`],
    [
      "below a block of text",
      `${V}a: |\n  x\n\nb: >+\n  y\n\nc: 1\n`,
      `${V}${C}a: |\n  x\n\n${C}b: >+\n  y\n\n${C}c: 1\n`,
    ],
    [
      "behind the line where the one above is in a text",
      `${V}defaults: { full: "a\n  b", fulll: m }\n`,
      `${V}defaults: { full: "a\n  b", fulll: m } ${C}`,
    ],
  ])("%s", (_, text, expected) => {
    expect(suppressed(text)).toBe(expected);
    expect(rulesIn(text)).toContain(RULE);
    expect(rulesIn(expected).filter((rule) => rule === RULE || rule.startsWith("suppress/"))).toEqual([]);
  });

  test.each([
    [
      "in JSON with comments",
      '{\r\n\t"version": 3,\r\n\t"fulll": "m"\r\n}',
      '{\r\n\t"version": 3,\r\n\t// agentcfg-ignore schema/unknown-key -- so be it\r\n\t"fulll": "m"\r\n}',
    ],
    [
      "behind the line where the one above is in a comment",
      '{ "version": 3, /* a\n b */ "fulll": "m" }',
      '{ "version": 3, /* a\n b */ "fulll": "m" } // agentcfg-ignore schema/unknown-key -- so be it',
    ],
  ])("%s", (_, text, expected) => {
    expect(suppressed(text, { format: "jsonc" })).toBe(expected);
    expect(rulesIn(text, "jsonc")).toEqual([RULE]);
    expect(rulesIn(expected, "jsonc")).toEqual([]);
  });

  test.each([
    ["at the top", `${V}fulll: m\n`, `# agentcfg-ignore-file ${RULE} -- so be it\n${V}fulll: m\n`],
    [
      "below the comments for tools",
      `\ufeff# yaml-language-server: $schema=x\r\n${V}fulll: m\n`,
      `\ufeff# yaml-language-server: $schema=x\r\n# agentcfg-ignore-file ${RULE} -- so be it\n${V}fulll: m\n`,
    ],
    [
      "in one that has the reason",
      `# agentcfg-ignore-file mcp/x -- so be it\n${V}`,
      `# agentcfg-ignore-file mcp/x, ${RULE} -- so be it\n${V}`,
    ],
    ["in an empty text", "", `# agentcfg-ignore-file ${RULE} -- so be it\n`],
  ])("for the whole file %s", (_, text, expected) => {
    expect(suppressed(text, { where: "file" })).toBe(expected);
  });
});

describe("a comment that is there", () => {
  const B = "reference/unknown-model";
  test.each([
    [
      "gets another rule with the same reason",
      `# agentcfg-ignore ${B} -- so be it`,
      `# agentcfg-ignore ${B}, ${RULE} -- so be it`,
    ],
    [
      "gets it behind a comma, too",
      `# agentcfg-ignore ${B}, -- so be it`,
      `# agentcfg-ignore ${B}, ${RULE}, -- so be it`,
    ],
    ["gets a reason", `# agentcfg-ignore: ${RULE}`, `# agentcfg-ignore: ${RULE} -- so be it`],
    ["gets a reason behind empty dashes", `# agentcfg-ignore ${RULE} --`, `# agentcfg-ignore ${RULE} -- so be it`],
    ["stays with another reason", `# agentcfg-ignore ${B} -- no`, `# agentcfg-ignore ${B} -- no\n${C.trim()}`],
    [
      "stays without a reason for two rules",
      `# agentcfg-ignore ${B} ${RULE}`,
      `# agentcfg-ignore ${B} ${RULE}\n${C.trim()}`,
    ],
    ["stays without a rule", "# agentcfg-ignore -- so be it", `# agentcfg-ignore -- so be it\n${C.trim()}`],
  ])("%s", (_, comment, expected) => {
    expect(suppressed(`${V}${comment}\nfulll: m\n`)).toBe(`${V}${expected}\nfulll: m\n`);
    expect(rulesIn(`${V}${expected}\nfulll: m\n`)).not.toContain(RULE);
  });

  test("between stars keeps its end", () => {
    const text = `{ "version": 3,\n/* agentcfg-ignore ${RULE} */\n"fulll": 1 }`;
    expect(suppressed(text, { format: "jsonc" })).toBe(text.replace(" */", " -- so be it */"));
    expect(suppressed(text, { format: "jsonc", reason: "not */ here" })).toBe(
      text.replace(" */\n", ` */\n// agentcfg-ignore ${RULE} -- not */ here\n`),
    );
  });

  test("is enough where it names the rule and gives a reason", () => {
    const text = `${V}fulll: m # agentcfg-ignore ${RULE} -- mine\n`;
    expect(suppressed(text, { where: [2] })).toBe(text);
    expect(suppressed(text, { where: [2], reason: undefined })).toBe(text);
  });
});

test("without a reason the finding stays, and the comment is reported", () => {
  const text = suppressed(`${V}fulll: m\n`, { reason: undefined });
  expect(text).toBe(`${V}# agentcfg-ignore ${RULE}\nfulll: m\n`);
  expect(rulesIn(text)).toEqual(["suppress/no-reason", RULE]);
});

test.each([
  ["a\n b\t c ", "a b c"],
  ["-- a -- b", "-- a -- b"],
  ["see */", "see */"],
  ["# x: {", "# x: {"],
])("the reason %j is written as %j", (reason, written) => {
  expect(suppressed(`${V}fulll: m\n`, { reason })).toBe(`${V}# agentcfg-ignore ${RULE} -- ${written}\nfulll: m\n`);
  const json = suppressed('{ "version": 3,\n"fulll": 1 }', { reason, format: "jsonc" });
  expect(json).toContain(`// agentcfg-ignore ${RULE} -- ${written}\n`);
  expect(rulesIn(json, "jsonc")).toEqual([]);
});

describe("refused is", () => {
  test.each<[string, string, Parameters<typeof suppressed>[1], string]>([
    ["strict JSON", '{ "version": 3,\n"fulll": 1 }', { format: "json" }, "strict JSON has no comments"],
    ["a text that cannot be read", "a: [\n", { where: [1] }, "the file cannot be read"],
    ["an error of the schema", V, { severity: "error" }, "findings of `schema/unknown-key` cannot be suppressed"],
    [
      "a rule about secrets in a project",
      V,
      { rule: "secret/literal", scope: "project" },
      "findings of `secret/literal` cannot be suppressed in a project's file",
    ],
    ["a reason that acts on terminals", V, { reason: "a\u001b[2Jb" }, "the reason has characters that cannot be shown"],
    ["a reason that turns text around", V, { reason: "a\u202eb" }, "the reason has characters that cannot be shown"],
    ["a line within a block of text", `${V}a: |\n  x\n  y\n`, { where: [4] }, NO_PLACE],
    ["the last line of a block of text", `${V}a: |\n  x\n  y`, { where: [4] }, NO_PLACE],
  ])("%s", (_, text, given, refusal) => {
    expect(suppressed(text, given)).toBe(refusal);
  });
});

test("lines without a place are named, and the others get their comments", () => {
  const text = `${V}a: |\n  x\n  y\nb: 1\n`;
  const document = parse({ file: "x.yaml", text }, formatOf("x.yaml"));
  const wanted: Wanted = { rule: RULE, scope: "global", severity: "warning", where: [4, 5], reason: "so be it" };
  expect(suppressing(document, wanted)).toMatchObject({ edits: [{ start: 24, end: 24, text: C }], missed: [4] });
});
