/** Help begins with examples that work, and describes every command in a line. */
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { COMMANDS } from "../../src/cli/main.js";
import { PROGRAM_EXAMPLES } from "../../src/terminal/help.js";
import { some } from "../cases.js";
import { commandTable } from "../generate/shells/words.js";
import { machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";
import { programs } from "../machine/programs.js";

const table = await commandTable();
const topics = table.map((entry) => [entry.name, entry] as const);

/** As many lines as the smallest terminals have. */
const SCREEN = 24;

async function screenOf(...words: readonly string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await machine({}).run([...words, "--help"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return stdout.split("\n").slice(0, SCREEN);
}

const examplesOf = (screen: readonly string[]): readonly string[] => screen.slice(0, screen.indexOf(""));

describe("the first screen of", () => {
  test("the program shows examples, usage, and the first commands with a line each", async () => {
    const screen = await screenOf();
    expect(screen[0]).toBe("Examples:");
    const text = screen.join("\n");
    for (const { line } of PROGRAM_EXAMPLES) expect(text).toContain(`  ${line} `);
    expect(examplesOf(screen).filter((line) => line.length > 80)).toEqual([]);
    const shown = table.slice(0, 8).map(({ name, describe: what }) => ({ name, what }));
    for (const { name, what } of shown) expect(text).toMatch(new RegExp(`^  ${name} +${what.slice(0, 20)}.*$`, "m"));
    expect(text).toContain("Usage: agentcfg ");
  });

  test.each(topics)(
    "%s shows examples, usage, and options",
    async (name, { command, flags, words, describe: what }) => {
      const screen = await screenOf(name);
      expect(screen[0]).toBe("Examples:");
      expect(command.examples.length).toBeGreaterThan(0);
      const text = screen.join("\n");
      for (const example of command.examples) expect(text).toContain(`  ${example.line} `);
      expect(text).toContain(`Usage: agentcfg ${name}`);
      expect(text.replace(/\s+/g, " ")).toContain(what);
      for (const word of words) expect(text).toMatch(new RegExp(`^  ${word.name} `, "m"));
      const [first] = flags;
      expect(text).toContain(`  ${first?.names.join(", ")}`);
      expect(examplesOf(screen).filter((line) => line.length > 80)).toEqual([]);
    },
  );

  test.each(topics)("%s is the beginning of all that there is", async (name, { flags }) => {
    const { stdout } = await machine({}).run([name, "--help"]);
    for (const { names } of flags) expect(stdout).toContain(`  ${names.join(", ")}`);
  });
});

test("every description is a line of the list of commands, and none of them is that of a hidden one", async () => {
  const { stdout } = await machine({}).run(["--help"]);
  const [, list = ""] = stdout.split("Commands:\n");
  expect(
    list
      .trimEnd()
      .split("\n")
      .map((line) => line.trim().split(/ {2,}/)),
  ).toEqual(table.map(({ name, describe: what }) => [name, what]));
  expect(Object.values(COMMANDS).filter(({ hidden }) => hidden)).not.toEqual([]);
});

const CONFIG = `
models: { acme/big: { class: full } }
mcp_servers: { files: { transport: stdio, command: files-mcp } }
permissions: { secret_files: [.env] }
tui: { theme: light }
`;

/** Examples that fail on a fresh machine, and their exit code. */
const ALONE: Readonly<Record<string, number>> = {
  "agentcfg trust --revoke": 1,
  // An existing file stays as it is.
  "agentcfg init": 2,
  "agentcfg trust": 2,
  "agentcfg init --project": 2,
  "agentcfg init --global --yes": 2,
};

test("every example is a command line that works", () => {
  const at = machine({
    [PROJECT]: CONFIG,
    "~/.config/agent/config.yaml": CONFIG,
    "~/.config/fish/completions/": "",
    ".mcp.json": '{ "mcpServers": { "docs": { "command": "docs" } } }',
  });
  const examples = [...PROGRAM_EXAMPLES, ...table.flatMap(({ command }) => command.examples)].map(({ line }) => line);
  const env = { ...at.env, PATH: `${programs(at)}:${at.env["PATH"]}`, GIT_CONFIG_GLOBAL: "/dev/null" };
  const begin =
    "rm -r .git; git init -q -b main; git add -A; git -c user.name=a -c user.email=a@b.example commit -qm a; rm -rf saved; cp -R . ../saved";
  const run = (script: string) => spawnSync("bash", ["--norc", "-c", script], { cwd: at.cwd, env, encoding: "utf8" });
  expect(run(begin)).toMatchObject({ status: 0, stderr: "" });
  const failed = some(examples).flatMap((line) => {
    // Each finds what the one before it may have changed as it was.
    const { status, stderr } = run(`cp ../saved/${PROJECT} ${PROJECT}; ${line} </dev/null`);
    const isFine = status === (ALONE[line] ?? 0) || (status === 1 && !stderr.startsWith("agentcfg: "));
    return isFine ? [] : [{ line, status, stderr }];
  });
  expect(failed).toEqual([]);
});

test.each([
  ["check", "lint"],
  ["validate", "lint"],
  ["fix", "lint --fix"],
])("what other tools call %s is answered with what it is here", async (word, meant) => {
  expect(await machine({}).run([word, "--whatever"])).toEqual({
    code: 2,
    stdout: "",
    stderr: `agentcfg: there is no \`${word}\`; \`agentcfg ${meant}\` does that\n`,
  });
});
