/** Commands below commands: the command line, help, completion and manual of a table that has three levels. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Command, command } from "../../src/terminal/command.js";
import { type CommandTable, runProgram } from "../../src/terminal/program.js";
import { manualPage } from "../generate/manual.js";
import { AGENT } from "../generate/manual-pages.js";
import { bashScript } from "../generate/shells/bash.js";
import { fishScript } from "../generate/shells/fish.js";
import { commandTable } from "../generate/shells/words.js";
import { zshScript } from "../generate/shells/zsh.js";
import { machine } from "../machine/machine.js";
import { isThere } from "../machine/required.js";
import { typed } from "../machine/typed.js";

const calls: (readonly [name: string, words: readonly string[], flags: unknown])[] = [];

function recorded(name: string, word?: string): Command {
  return command<object>({
    examples: [{ line: `agent ${name}`, describe: "an example" }],
    arguments: word === undefined ? [] : [{ name: word, describe: "a word" }],
    options: [{ flags: "--state-dir <dir>", describe: "where", takes: "file" }],
    run: async (_, words, flags) => {
      calls.push([name, words, flags]);
      return 0;
    },
  });
}

const TABLE: CommandTable = {
  hub: {
    describe: "watch over the sessions",
    load: async () => recorded("hub"),
    commands: {
      token: {
        describe: "the tokens of the hub",
        commands: {
          create: { describe: "make one", load: async () => recorded("hub token create") },
          revoke: { describe: "end one", load: async () => recorded("hub token revoke", "<id>") },
        },
      },
      watch: { describe: "look at it", load: async () => recorded("hub watch") },
    },
  },
  sessions: { describe: "list them", load: async () => recorded("sessions", "[id]") },
};

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

/** Lines, and the words that a shell may offer for them. */
const OFFERED: readonly (readonly [line: string, words: readonly string[]])[] = [
  ["agent ", ["hub", "sessions"]],
  ["agent hub ", ["token", "watch"]],
  ["agent hub tok", ["token"]],
  ["agent hub token ", ["create", "revoke"]],
  ["agent hub --stat", ["--state-dir"]],
  ["agent hub token create --stat", ["--state-dir"]],
  ["agent hub watch --stat", ["--state-dir"]],
  ["agent hub token --stat", []],
];

describe("completion", () => {
  function scriptFile(text: string): string {
    const folder = mkdtempSync(join(tmpdir(), "agentcfg-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, "script");
    writeFileSync(file, text);
    return file;
  }

  test("in bash", async () => {
    const lines = OFFERED.map(([line]) => line);
    const become = await typed(machine({}), lines, `source ${scriptFile(bashScript(table, "agent"))}`);
    const offers = become.map((whole, index) => {
      const line = lines[index] ?? "";
      const rest = whole.slice(line.lastIndexOf(" ") + 1).trim();
      return [line, rest === line.slice(line.lastIndexOf(" ") + 1) ? [] : rest.split(" ").toSorted()];
    });
    expect(offers).toEqual(OFFERED);
  });

  test("in fish, where it is there", () => {
    const script = fishScript(table, "agent");
    expect(script).toContain("complete -c agent -n '__agent_is hub token' -a create -d 'make one'\n");
    if (!isThere("fish", "-c", "exit")) return;
    const ask = "source $argv[1]; for line in $argv[2..]; echo (complete -C $line | string split -f 1 \\t | sort); end";
    const lines = OFFERED.map(([line]) => line);
    const { stdout } = spawnSync("fish", ["--no-config", "-c", ask, scriptFile(script), ...lines], {
      encoding: "utf8",
    });
    expect(stdout.split("\n").slice(0, -1)).toEqual(OFFERED.map(([, words]) => words.join(" ")));
  });

  test("in zsh, where it is there", () => {
    const script = zshScript(table, "agent");
    expect(script).toContain("        'hub token create')\n          _arguments");
    if (!isThere("zsh", "-c", "exit")) return;
    // Lines with one offer, which the shell inserts.
    const single = OFFERED.filter(([line, words]) => words.length === 1 && !line.endsWith(" "));
    const argv = ["-f", "-c", ZSH, "zsh", scriptFile(script), ...single.map(([line]) => line)];
    const { stdout } = spawnSync("zsh", argv, { env: { ...process.env, TERM: "dumb" }, encoding: "utf8" });
    const whole = single.map(([line, [word = ""]]) => `${line.slice(0, line.lastIndexOf(" ") + 1)}${word}`);
    expect(stdout.split("\n").map((line) => line.replace(/[ =]+$/, ""))).toEqual([...whole, ""]);
  });
});

/** Types each line into a zsh of its own, and prints what the line has become. */
const ZSH = `
zmodload zsh/zpty
script=$1; shift
for typed; do
  zpty z "zsh -f -i"
  zpty -w z "PS1=; unsetopt beep; autoload -Uz compinit; compinit -u -D; source $script; tell() { print -rn -- $'\\1'\\$BUFFER$'\\2'; BUFFER= }; zle -N tell; bindkey '^X' tell; bindkey '^I' complete-word; print -n re''ady"
  zpty -r z seen '*ready*'
  zpty -w -n z "$typed"$'\\t\\x18'
  zpty -r z seen $'*\\1*\\2'
  print -r -- "\${\${seen##*$'\\1'}%$'\\2'}"
  zpty -d z
done
`;
