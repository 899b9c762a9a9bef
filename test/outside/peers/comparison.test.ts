/** One file with a dozen mistakes, read by two validators that people use today and by us. README.md shows the outcome. */
import { readFileSync } from "node:fs";
import { findNodeAtLocation, parseTree } from "jsonc-parser";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { lint } from "../../../src/toolkit/lint.js";
import { runAjvCli } from "./ajv-cli.js";
import { comparisonTable, judge, type Mistake } from "./table.js";
import { runVscodeJson } from "./vscode-json.js";

const FOLDER = "fixtures/examples/twelve-mistakes";
const FILE = `${FOLDER}/project.json`;
const SCHEMA = "schema/config.schema.json";

interface Row extends Mistake {
  readonly rule: string;
}

/** EXPECTED.md with the lines of project.json: line and path of the mistake, line of the object it stands in, rule. */
const mistakes: readonly Row[] = [
  row(4, "/defaults/fulll", 3, "schema/unknown-key"), // `full` misspelt
  row(9, "/providers/local/kind/type", 8, "schema/unknown-variant"), // `custom_beta_compatible` misspelt
  row(12, "/providers/proxy", 6, "provider/missing-url"), // a custom provider needs one
  row(20, "/models/acme~1big-1.5/max_output_tokens_per_turn", 19, "model/output-exceeds-max"), // 4096 in global.yaml
  row(22, "/models/mine", 18, "model/missing-context-window"), // follows from the next one
  row(23, "/models/mine/provider", 22, "reference/unknown-provider"), // `acme` misspelt
  row(24, "/models/mine/class", 22, "schema/unknown-value"), // full, mini or nano
  row(25, "/models/mine/compaction_threshold", 22, "schema/out-of-range"), // above 0, at most 1
  row(31, "/mcp_servers/files/comand", 29, "schema/unknown-key"), // `command` misspelt, and so missing
  row(32, "/mcp_servers/files/default_timeout_seconds", 29, "schema/out-of-range"), // zero
  row(38, "/mcp_servers/docs/headers/X-Token", 37, "substitution/in-project"), // a command that never runs
  row(43, "/permissions/secret_word", 42, "schema/unknown-key"), // `secret_words` misspelt
  row(47, "/updates", 1, "layer/global-only"), // not a project's to erase
];

function row(line: number, pointer: string, objectLine: number, rule: string): Row {
  return { line, pointer, object: { line: objectLine, pointer: pointer.slice(0, pointer.lastIndexOf("/")) }, rule };
}

/** Mistakes that a schema of one file can find. The other rows are references, cross-field and cross-layer mistakes. */
const expressible = mistakes.filter(({ rule }) => rule.startsWith("schema/"));

/** Read over the global file beside it, as the agent would; the other two read one file. */
const diagnostics = lint({ files: [FILE], as: "project", global: `${FOLDER}/global.yaml` }).diagnostics;
const ajvCli = judge(runAjvCli(SCHEMA, FILE), mistakes);
const vscodeJson = judge(await runVscodeJson(SCHEMA, FILE), mistakes);
const agentcfg = judge(
  diagnostics.map(({ range, path, message }) => ({
    line: range.start.line,
    ...(path === undefined ? {} : { pointer: path }),
    message,
  })),
  mistakes,
);

const places = (rows: readonly Row[]) => rows.map(({ line, pointer }) => `${line} ${pointer}`);

test("project.json is project.yaml in another spelling", () => {
  const yaml: unknown = parseYaml(readFileSync(`${FOLDER}/project.yaml`, "utf8"));
  expect(readFileSync(FILE, "utf8")).toBe(`${JSON.stringify(yaml, null, 2)}\n`);
});

test("the mistakes are those of EXPECTED.md, at the lines where project.json has them", () => {
  const expected = readFileSync(`${FOLDER}/EXPECTED.md`, "utf8").matchAll(/^\| \d+ \| .+? \| ([\w/-]+)[^|]*\|/gm);
  expect(mistakes.map(({ rule }) => rule)).toEqual(Array.from(expected, ([, rule]) => rule));

  const text = readFileSync(FILE, "utf8");
  const tree = parseTree(text);
  const lineOf = (pointer: string): number => {
    const path = pointer.split("/").slice(1);
    const names = path.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
    const node = tree === undefined ? undefined : findNodeAtLocation(tree, names);
    if (node === undefined) throw new Error(`nothing at ${pointer}`);
    return text.slice(0, node.offset).split("\n").length;
  };
  for (const { line, pointer, object } of mistakes) {
    expect([pointer, lineOf(pointer), lineOf(object.pointer)]).toEqual([pointer, line, object.line]);
  }
  expect(expressible).toHaveLength(7);
});

test("ajv-cli finds what a schema can express, in eleven messages without a line", () => {
  expect(ajvCli.messages).toHaveLength(11);
  expect(ajvCli.withLine).toBe(0);
  expect(places(ajvCli.found)).toEqual(places(expressible));
  // "A mapping or null" is two variants to try, a variant's rules sit behind an `if` that is reported as well, and the missing
  // `command` is the unknown `comand` once more.
  expect(ajvCli.surplus.map(({ pointer, message }) => `${pointer} ${message}`)).toEqual([
    "/permissions must be null",
    "/permissions must match a schema in anyOf",
    "/mcp_servers/files must NOT have additional properties",
    '/mcp_servers/files must match "then" schema',
  ]);
});

test("VS Code finds what a schema can express, and says one thing twice", () => {
  expect(vscodeJson.messages).toHaveLength(8);
  expect(vscodeJson.withLine).toBe(8);
  expect(places(vscodeJson.found)).toEqual(places(expressible));
  // The missing `command` is the unknown `comand` of line 31 once more: true, but one slip of the pen.
  expect(vscodeJson.surplus.map(({ line, message }) => `${line} ${message}`)).toEqual([
    '29 Missing property "command".',
  ]);
});

test("agentcfg says each of them once, at its place, and nothing else", () => {
  expect(mistakes).toHaveLength(13);
  expect(diagnostics.map(({ rule, range, path }) => `${rule} ${range.start.line} ${path}`)).toEqual(
    mistakes.map(({ rule, line, pointer }) => `${rule} ${line} ${pointer}`),
  );
  expect(agentcfg.messages).toHaveLength(13);
  expect(agentcfg.withLine).toBe(13);
  expect(places(agentcfg.found)).toEqual(places(mistakes));
  expect(agentcfg.surplus).toEqual([]);
});

test("README.md shows the comparison as it is", () => {
  const tools = new Map([
    ["ajv-cli 5", ajvCli],
    ["VS Code JSON", vscodeJson],
    ["agentcfg", agentcfg],
  ]);
  const shown = /<!-- comparison -->\s*([\s\S]*?)\s*<!-- \/comparison -->/.exec(readFileSync("README.md", "utf8"))?.[1];
  expect(shown).toBe(comparisonTable(tools, mistakes.length));
});
