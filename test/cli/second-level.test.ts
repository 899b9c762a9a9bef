/** Commands below commands: the command line, help, scripts of completion and manual of a table that has three levels. */
import { expect, test } from "vitest";
import { runProgram } from "../../src/terminal/program.js";
import { manualPage } from "../generate/manual.js";
import { AGENT } from "../generate/manual-pages.js";
import { fishScript } from "../generate/shells/fish.js";
import { commandTable } from "../generate/shells/words.js";
import { zshScript } from "../generate/shells/zsh.js";
import { calls, TABLE } from "./three-levels.js";

async function run(...words: readonly string[]) {
  calls.length = 0;
  const said = { stdout: "", stderr: "" };
  const output = (name: keyof typeof said) => ({
    write(text: string, done?: () => void) {
      said[name] += text;
      done?.();
    },
  });
  const terminal = {
    ...{ directory: ".", argv: ["node", "agent", ...words], stdin: (async function* () {})() },
    ...{ stdout: output("stdout"), stderr: output("stderr") },
  };
  const examples = [{ line: "agent hub", describe: "an example" }];
  const code = await runProgram({ name: "agent", describe: "An agent.", examples, commands: TABLE }, terminal);
  return { code, calls: [...calls], ...said };
}

test.each<readonly [line: string, name: string, words: readonly string[], flags: object]>([
  ["hub", "hub", [], {}],
  ["hub --state-dir d", "hub", [], { stateDir: "d" }],
  ["hub token create", "hub token create", [], {}],
  ["hub token create --state-dir d", "hub token create", [], { stateDir: "d" }],
  ["hub token revoke x --state-dir=d", "hub token revoke", ["x"], { stateDir: "d" }],
  ["hub watch", "hub watch", [], {}],
  ["sessions token", "sessions", ["token"], {}],
])("agent %s calls one command", async (line, name, words, flags) => {
  const { code, stderr, calls: called } = await run(...line.split(" "));
  expect({ code, stderr, called }).toEqual({ code: 0, stderr: "", called: [[name, words, flags]] });
});

test.each<readonly [line: string, says: RegExp]>([
  ["hub tokn", /unknown command 'tokn'\n\(Did you mean token\?\)/],
  ["hub token creat", /unknown command 'creat'\n\(Did you mean create\?\)/],
  ["hub constructor", /unknown command 'constructor'/],
  ["hub token", /Usage: agent hub token .*create/s],
  ["hub token revoke", /missing required argument 'id'/],
  ["hub --state-dir d token create", /write `token` before the options/],
  ["hub --state-dir d watch", /write `watch` before the options/],
  ["hub token create too many", /too many arguments/],
  ["-- hub", /write `hub` before the options/],
  ["hub --none", /unknown option '--none'/],
])("agent %s calls no command and says why", async (line, says) => {
  const { code, stderr, calls: called } = await run(...line.split(" "));
  expect({ code, called }).toEqual({ code: 2, called: [] });
  expect(stderr).toMatch(says);
});

test.each<readonly [line: string, usage: string, names: readonly string[]]>([
  ["hub --help", "Usage: agent hub [options] [command]", ["token", "watch", "--state-dir"]],
  ["help hub", "Usage: agent hub [options] [command]", ["token", "watch"]],
  ["hub token --help", "Usage: agent hub token [options] [command]", ["create", "revoke"]],
  ["hub token create --help", "Usage: agent hub token create [options]", ["--state-dir", "Examples:"]],
  ["help hub token create", "Usage: agent hub token create [options]", ["--state-dir"]],
])("agent %s prints the help of that level", async (line, usage, names) => {
  const { code, stdout, stderr, calls: called } = await run(...line.split(" "));
  expect({ code, stderr, called }).toEqual({ code: 0, stderr: "", called: [] });
  expect(stdout).toContain(`${usage}\n`);
  for (const name of names) expect(stdout).toContain(name);
});

const table = await commandTable(TABLE);

test("the manual has a part for each level", () => {
  const page = manualPage(AGENT, table, "1.0.0", "November 22, 2026");
  expect(page.match(/^\.Ss .*/gm)).toEqual([
    ...[".Ss hub", ".Ss hub token", ".Ss hub token create", ".Ss hub token revoke", ".Ss hub watch", ".Ss sessions"],
    ".Ss Where to look",
  ]);
  expect(page).toContain(".Cm hub token create\n");
  expect(page).not.toMatch(/\.Bd.*\n\.Ed/);
});

test("the scripts of fish and zsh have a line for each level", () => {
  expect(fishScript(table, "agent")).toContain("complete -c agent -n '__agent_is hub token' -a create -d 'make one'\n");
  expect(zshScript(table, "agent")).toContain("        'hub token create')\n          _arguments");
});
