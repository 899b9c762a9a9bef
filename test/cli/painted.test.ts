/** Output on a terminal: colours in every command for people, lines that fit, links where the terminal knows them; and none of it elsewhere. */
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.js";
import { columnsOf } from "../../src/text/width.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { type Env, type Files, machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";
import type { Run } from "../machine/run.js";

const FILES: Files = {
  [GLOBAL]: `version: 3
config_command_substitution: true
providers:
  acme: { kind: { type: custom, api_url: "https://acme.example/v1" }, protocol: openai-chat, auth: { type: static_key, key: "\${ACME}" } }
models:
  "🚀 fast 日本": { class: full, provider: acme, context_window: 100000 }
  slow: { class: mini, provider: acme, context_window: 200000 }
`,
  [PROJECT]: `tui: { theme: drak } # 日本 ${"a long remark ".repeat(10)}
mcp_servers:
  files: { transport: stdio, command: files-mcp }
`,
};

/** Runs a command line at a terminal of so many columns. */
async function at(columns: number | undefined, line: string, env: Env = {}, files = FILES): Promise<Run> {
  const place = machine(files);
  const said = { stdout: "", stderr: "" };
  const into = (name: keyof typeof said) => ({
    ...(columns !== undefined && { isTTY: true, columns }),
    write: (text: string, done?: () => void): void => {
      said[name] += text;
      done?.();
    },
  });
  const host = nodeHost({ cwd: place.cwd, env: { ...place.env, TERM: "xterm-256color", ...env } });
  const streams = { stdin: Object.assign([], { isTTY: true }), stdout: into("stdout"), stderr: into("stderr") };
  const argv = ["node", "agentcfg", ...line.split(" ")];
  return { code: await main({ directory: resolve("."), argv, ...streams } as never, host), ...said };
}

const STROKES = /\u001b\[\d+m|\u001b\]8;;[^\u001b]*\u001b\\/g;
const unpainted = (text: string): string => text.replace(STROKES, "");

const LINES = [
  ...["lint", "lint --format concise", "lint --statistics", "lint --diff", "show", "show --origin", "models"],
  ...["models --origin", "explain tui", "explain effect/zero", "explain effect", "plan", "rules", "review"],
  ...["upgrade --diff"],
];

describe("colours", () => {
  test.each(LINES)("%s has some at a terminal, and says the same without", async (line) => {
    const [painted, bare, piped] = await Promise.all([
      at(500, line),
      at(500, `${line} --color never`),
      at(undefined, line),
    ]);
    expect(painted.stdout).toContain("\u001b[");
    expect(unpainted(painted.stdout)).toBe(bare.stdout);
    expect(bare.stdout + bare.stderr).not.toContain("\u001b");
    expect(piped.stdout + piped.stderr).not.toContain("\u001b");
    expect(painted.code).toBe(bare.code);
  });

  test.each(LINES)("%s: as the environment and --color say", async (line) => {
    expect((await at(500, line, { NO_COLOR: "1" })).stdout).not.toContain("\u001b");
    expect((await at(500, line, { TERM: "dumb" })).stdout).not.toContain("\u001b");
    expect((await at(undefined, line, { FORCE_COLOR: "1" })).stdout).toContain("\u001b[");
    expect((await at(undefined, `${line} --color always`)).stdout).toContain("\u001b[");
  });

  test("none in what programs read", async () => {
    for (const line of ["lint --format json", "show --format json", "models --format json", "rules --format json"])
      expect((await at(80, line)).stdout).not.toContain("\u001b");
  });

  test("of a diff, by what goes and what comes", async () => {
    const { stdout } = await at(80, "lint --diff");
    expect(stdout).toMatch(/^\u001b\[31m-tui: .*\u001b\[39m$/m);
    expect(stdout).toMatch(/^\u001b\[32m\+tui: .*\u001b\[39m$/m);
    expect(stdout).toMatch(/^\u001b\[1m--- \.agent\/config\.yaml\u001b\[22m$/m);
  });

  test("of YAML, keys and comments, and no value that looks like one", async () => {
    const text = 'version: 3\nmodels:\n  "a: b # c": { class: full, provider: "x: # y" }\n';
    const { stdout } = await at(80, "show models --origin", {}, { [GLOBAL]: text });
    const line = stdout.split("\n").find((one) => one.includes("provider")) ?? "";
    expect(line).toBe('  \u001b[1mprovider\u001b[22m: "x: # y" \u001b[34m# ~/.config/agent/config.yaml:3:40\u001b[39m');
  });
});

describe("lines fit", () => {
  /** Lines that cannot be broken: a place, a line of source, a word. */
  const longest = ({ stdout }: Run, but: RegExp): number =>
    Math.max(
      ...unpainted(stdout)
        .split("\n")
        .filter((line) => !but.test(line))
        .map(columnsOf),
    );

  test.each([40, 60, 100])("frames in %i columns", async (columns) => {
    const run = await at(columns, "lint");
    const lines = unpainted(run.stdout).split("\n");
    const source = lines.filter((line) => /^\d+ \|/.test(line));
    expect(source.length).toBeGreaterThan(0);
    for (const line of source) expect(columnsOf(line)).toBeLessThanOrEqual(columns);
    const marks = lines[lines.indexOf(source[0] ?? "") + 1] ?? "";
    const column = marks.indexOf("^");
    expect((source[0] ?? "").slice(column, column + 4)).toBe("drak");
  });

  test("not in a terminal of nobody knows how many columns, or where there is none", async () => {
    const wide = await at(0, "lint --color never");
    const piped = await at(undefined, "lint");
    expect(wide.stdout).toBe(piped.stdout);
    expect(piped.stdout).toMatch(/^1 \| tui: .{100}/m);
  });

  test.each([60, 80])("models in %i columns are blocks, and a table where there is room", async (columns) => {
    const narrow = await at(columns, "models");
    expect(longest(narrow, /$^/)).toBeLessThanOrEqual(columns);
    expect(unpainted(narrow.stdout)).toMatch(/^🚀 fast 日本\n {2}provider +acme\n/);
    const [heading = "", fast = "", slow = ""] = unpainted((await at(200, "models")).stdout).split("\n");
    const at3 = ["provider", "acme", "acme"].map((word, row) => [heading, fast, slow][row]?.split(word)[0] ?? "");
    expect(new Set(at3.map(columnsOf)).size).toBe(1);
  });

  test.each(["explain tui", "explain providers", "explain effect/zero"])("%s", async (line) => {
    expect(longest(await at(70, line), /^ {4}|error\[|warning\[|`agentcfg|Suppression/)).toBeLessThanOrEqual(70);
  });

  test.each(["--help", "lint --help", "set --help", "trust --help"])("%s", async (line) => {
    expect(longest(await at(60, line), /^ {2}agentcfg|^Usage/)).toBeLessThanOrEqual(60);
    const words = ({ stdout }: Run): readonly string[] => stdout.split(/\s+/);
    expect(words(await at(60, line))).toEqual(words(await at(undefined, line)));
  });
});

describe("links", () => {
  const KNOWN: Env = { TERM_PROGRAM: "WezTerm" };
  const LINK = "\u001b]8;;file:///";

  test.each(["lint", "lint --format concise", "lint --statistics", "rules", "explain effect/zero", "explain tui"])(
    "%s: the name of a rule leads to its page",
    async (line) => {
      const { stdout } = await at(300, line, KNOWN);
      expect(stdout).toContain(LINK);
      for (const [, address = "", rule = ""] of stdout.matchAll(/\u001b\]8;;(file:[^\u001b]+)\u001b\\([^\u001b]*)/g))
        expect(address).toBe(`file://${encodeURI(resolve("docs/rules"))}/${rule}.md`);
      expect(stdout.split("\u001b]8;;").length % 2).toBe(1);
    },
  );

  test.each<readonly [string, Env, boolean]>([
    ["nobody knows", {}, false],
    ["WezTerm", KNOWN, true],
    ["kitty", { TERM: "xterm-kitty" }, true],
    ["VTE", { VTE_VERSION: "7600" }, true],
    ["an old VTE", { VTE_VERSION: "5000" }, false],
    ["Windows Terminal", { WT_SESSION: "x" }, true],
    ["macOS Terminal", { TERM_PROGRAM: "Apple_Terminal" }, false],
    ["a multiplexer", { ...KNOWN, TMUX: "/tmp/x" }, false],
    ["another one", { ...KNOWN, TERM: "screen-256color" }, false],
    ["what is forced", { FORCE_HYPERLINK: "1" }, true],
    ["what is forbidden", { ...KNOWN, FORCE_HYPERLINK: "0" }, false],
    ["without colour", { ...KNOWN, NO_COLOR: "1" }, false],
  ])("%s", async (_, env, isLinked) => {
    expect((await at(80, "lint", env)).stdout.includes(LINK)).toBe(isLinked);
  });

  test("never where there is no terminal", async () => {
    const env = { ...KNOWN, FORCE_HYPERLINK: "1", FORCE_COLOR: "1" };
    for (const line of LINES) expect((await at(undefined, line, env)).stdout).not.toContain("\u001b]");
  });
});

test("`text` is a word for what people read, in every command", async () => {
  for (const [line, other] of [
    ["lint --format text", "lint --format pretty"],
    ["rules --format text", "rules --format pretty"],
    ["show --format text", "show --format yaml"],
  ] as const)
    expect(await at(undefined, line)).toEqual(await at(undefined, other));
  expect((await at(undefined, "lint --diff --format text")).code).toBe(1);
});
