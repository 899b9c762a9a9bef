/** The scripts of action.yml in a real bash: whatever an input is, it arrives as it is, and nothing is run but what is meant. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { cases } from "../cases.js";
import { type Machine, machine } from "../machine/machine.js";

interface Step {
  readonly name: string;
  readonly run: string;
  readonly shell: string;
  readonly if?: string;
  readonly env?: Readonly<Record<string, string>>;
}

const action = parse(readFileSync("action.yml", "utf8"));
const steps = action.runs.steps as readonly Step[];
const [build, review, check] = steps;

/** A program in the place of agentcfg that keeps what it is given, and reads its standard input. */
const RECORDER = `const { readFileSync, writeFileSync } = require("node:fs");
writeFileSync(process.env.SEEN, JSON.stringify({ words: process.argv.slice(2), input: readFileSync(0, "utf8") }));
process.exitCode = Number(process.env.CODE ?? 0);
`;

const NPM = `#!/bin/sh\nprintf '%s ' "$PWD" "$@" >> "$SEEN"\n`;

type Inputs = Partial<Record<"paths" | "fail-on" | "ignore" | "sarif-file", string>>;

/** Runs a step as a runner does: the script is a file, and inputs are in its environment alone. */
function runStep(step: Step | undefined, at: Machine, inputs: Inputs = {}, env: Readonly<Record<string, string>> = {}) {
  const given = Object.entries(step?.env ?? {}).map(([name, expression]) => {
    const [, input = ""] = /^\$\{\{ inputs\.([a-z-]+) \}\}$/.exec(expression) ?? [];
    const value = inputs[input as keyof Inputs] ?? action.inputs[input].default;
    return [name, value] as const;
  });
  const { status, stderr } = spawnSync(
    "bash",
    ["--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step?.run ?? ""],
    {
      cwd: at.cwd,
      env: {
        ...at.env,
        ...Object.fromEntries(given),
        GITHUB_ACTION_PATH: at.path("the action"),
        SEEN: at.path("seen"),
        ...env,
      },
      encoding: "utf8",
      input: "nobody is asked",
    },
  );
  return { status, stderr };
}

function seenOf(at: Machine, inputs: Inputs): readonly string[] {
  expect(runStep(check, at, inputs)).toEqual({ status: 0, stderr: "" });
  const { words, input } = JSON.parse(at.read("seen"));
  expect(input).toBe("");
  return words;
}

const FILES = { "the action/bin/agentcfg.cjs": RECORDER };
const BEGIN = ["lint", "--no-global", "--no-settings", "--format=github"];

describe("the check", () => {
  test.each<readonly [string, Inputs, readonly string[]]>([
    ["no input", {}, ["--fail-on=warning", "--"]],
    ["a path", { paths: ".agent/config.yaml" }, ["--fail-on=warning", "--", ".agent/config.yaml"]],
    ["paths", { paths: "a b\r\n\nc\n" }, ["--fail-on=warning", "--", "a b", "c"]],
    ["a severity", { "fail-on": "info" }, ["--fail-on=info", "--"]],
    ["rules", { ignore: "trust,mcp/variable-name" }, ["--fail-on=warning", "--ignore=trust,mcp/variable-name", "--"]],
    ["a file", { "sarif-file": "out dir/a.sarif" }, ["--fail-on=warning", "--format=sarif:out dir/a.sarif", "--"]],
    ["what looks like options", { paths: "--fix\n-\n--" }, ["--fail-on=warning", "--", "./--fix", "./-", "./--"]],
  ])("with %s", (_, inputs, words) => {
    expect(seenOf(machine(FILES), inputs)).toEqual([...BEGIN, ...words]);
  });

  test("fails as the program does", () => {
    const at = machine(FILES);
    for (const code of [1, 2, 3])
      expect(runStep(check, at, {}, { CODE: String(code) })).toEqual({ status: code, stderr: "" });
  });

  test.each<readonly [string, Inputs, number, boolean]>([
    ["no project and no paths", {}, 3, true],
    ["blank paths", { paths: " \n" }, 3, true],
    ["paths without a project", { paths: "a" }, 3, false],
    ["findings", {}, 1, false],
    ["nothing wrong", {}, 0, false],
  ])("with %s, names `paths: .` where it helps", (_, inputs, code, helps) => {
    const at = machine({ ...FILES, "summary.md": "before\n" });
    const { status } = runStep(check, at, inputs, { CODE: String(code), GITHUB_STEP_SUMMARY: at.path("summary.md") });
    expect(status).toBe(code);
    expect(at.read("summary.md")).toBe(
      helps ? "before\n`paths: .` checks every project below the working directory.\n\n" : "before\n",
    );
  });

  const HOSTILE = [
    "$(touch x)",
    "`touch x`",
    "; touch x",
    "'; touch x; '",
    '"; touch x; "',
    "${{ inputs.paths }}",
    "%0Atouch x",
    "a\\",
    "*",
    "~",
    "$HOME",
    "!!",
    "\u202e",
    "::error::x",
    "| touch x",
    "&& touch x",
    "a\ttouch x",
  ];

  test("runs nothing of what it is given, in any place", () => {
    const piece = fc.oneof(
      fc.constantFrom(...HOSTILE),
      fc.string({ maxLength: 5 }).map((text) => text.replaceAll("\0", "")),
    );
    const text = fc.array(piece, { maxLength: 4 }).map((parts) => parts.join(""));
    const at = machine(FILES);
    fc.assert(
      fc.property(
        fc.array(text.map((line) => line.replace(/[\r\n]/g, ""))),
        text,
        text,
        text,
        (lines, failOn, ignore, sarif) => {
          const paths = lines.filter((line) => line !== "").map((line) => (line.startsWith("-") ? `./${line}` : line));
          expect(seenOf(at, { paths: lines.join("\n"), "fail-on": failOn, ignore, "sarif-file": sarif })).toEqual([
            ...BEGIN,
            ...[`--fail-on=${failOn}`, ...(ignore === "" ? [] : [`--ignore=${ignore}`])],
            ...[...(sarif === "" ? [] : [`--format=sarif:${sarif}`]), "--", ...paths],
          ]);
        },
      ),
      { numRuns: cases(50), examples: [[HOSTILE, "$(touch x)", "$(touch x)", "`touch x`\n-x"]] },
    );
    const made = readdirSync(at.root, { recursive: true, encoding: "utf8" }).filter((name) => /(^|\/)x$/.test(name));
    expect(made).toEqual([]);
    expect(existsSync("x")).toBe(false);
  });
});

test("the action is built in its own directory, once, and runs no script of a dependency", () => {
  const at = machine({ ...FILES, "bin/npm": NPM });
  const env = { PATH: `${at.path("bin")}:${at.env["PATH"]}` };
  spawnSync("chmod", ["755", at.path("bin/npm")]);
  expect(runStep(build, at, {}, env)).toEqual({ status: 0, stderr: "" });
  const directory = at.path("the action");
  expect(at.read("seen")).toBe(`${directory} ci --ignore-scripts --no-audit --no-fund ${directory} run build `);
  const built = machine({ ...FILES, "the action/dist/programs/agentcfg/main.cjs": "", "bin/npm": NPM });
  expect(runStep(build, built, {}, { PATH: `${built.path("bin")}:${built.env["PATH"]}` })).toEqual({
    status: 0,
    stderr: "",
  });
  expect(existsSync(built.path("seen"))).toBe(false);
});

test("only pull requests are reviewed, and never with the rights of their target", () => {
  expect(steps.map((step) => step.if)).toEqual([undefined, "github.event_name == 'pull_request'", undefined]);
  expect(review?.run.trim()).toBe('node "$GITHUB_ACTION_PATH/.ci/pull-request.js" </dev/null');
});

test("no script has anything put into it, and every input is used and has a default", () => {
  expect(steps.map(({ shell }) => shell)).toEqual(["bash", "bash", "bash"]);
  expect(steps.filter(({ run }) => run.includes("${{"))).toEqual([]);
  const used = JSON.stringify(steps).match(/(?<=\$\{\{ inputs\.)[a-z-]+(?= \}\}")/g) ?? [];
  expect([...new Set(used)].toSorted()).toEqual(Object.keys(action.inputs).toSorted());
  for (const input of Object.values(action.inputs))
    expect(input).toMatchObject({ description: expect.stringMatching(/./), default: expect.any(String) });
});
