/** What commands say to somebody who gets a word, a file or a terminal wrong: the words of this program, and the place to look at. */
import { resolve } from "node:path";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { main } from "../../src/cli/main.js";
import { columnsOf } from "../../src/text/width.js";
import { commandTable } from "../generate/shells/words.js";
import { machine } from "../machine/machine.js";
import { GLOBAL, PROJECT } from "../machine/names.js";

const V = "version: 3\n";
const table = await commandTable();

describe("without a configuration", () => {
  test("what has a default has a value", async () => {
    const at = machine({});
    expect(await at.run(["get", "daemon.retry.max_retries"])).toEqual({ code: 0, stdout: "3\n", stderr: "" });
    expect(await at.run(["show", "tui.theme", "--defaults"])).toEqual({ code: 0, stdout: "auto\n", stderr: "" });
    expect(await machine({}, { env: { HOME: "" } }).run(["get", "tui.theme"])).toMatchObject({ stdout: "auto\n" });
  });

  test.each([
    ["get", "tui.confirm-quit"],
    ["get", "tui.them"],
    ["show", "tui.theme"],
    ["show", "models", "--defaults"],
  ])("%s %s has none, and that no file was found is said", async (...args) => {
    expect(await machine({}).run(args)).toEqual({
      code: 3,
      stdout: "",
      stderr: expect.stringContaining("no configuration found in"),
    });
  });
});

test.each([
  ["unknown-key", "did you mean the rule `schema/unknown-key`?"],
  ["unkown-key", "did you mean the rule `schema/unknown-key`?"],
  ["literal", "did you mean the rule `secret/literal`?"],
  ["schema/unkown-key", "did you mean the rule `schema/unknown-key`?"],
])("explain %s names the rule", async (word, meant) => {
  const { code, stderr } = await machine({}).run(["explain", word]);
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(meant) });
});

test("a shell that there is no completion for is answered in words of its own", async () => {
  expect(await machine({}).run(["completion", "powershell"])).toEqual({
    code: 2,
    stdout: "",
    stderr: "agentcfg: the shell cannot be `powershell`: it is one of `bash`, `zsh` or `fish`\n(see --help)\n",
  });
});

describe("a value that begins with a hyphen", () => {
  test("is no option of set, which says where it goes, and there it is taken", async () => {
    const at = machine({ [GLOBAL]: `${V}mcp_servers: { s: { transport: stdio, command: c, args: [a] } }\n` });
    const words = ["set", "--global", "--append", "mcp_servers.s.args"];
    expect(await at.run([...words, "-y"])).toMatchObject({
      code: 2,
      stderr: expect.stringContaining("write a value that begins with a hyphen after `--`: -- -y\n"),
    });
    expect((await at.run([...words, "--", "-y"])).code).toBe(0);
    expect(at.read(GLOBAL)).toContain('args: [a, "-y"]');
  });

  test("is not meant by a misspelt option, or by other commands", async () => {
    const at = machine({ [GLOBAL]: V });
    for (const args of [
      ["set", "--globl", "tui.theme", "dark"],
      ["get", "-y"],
    ])
      expect((await at.run(args)).stderr).not.toContain("hyphen");
  });
});

test("what set says of a large number has all of its digits", async () => {
  const at = machine({ [GLOBAL]: V });
  const [one, other] = ["12345678901234567890", "12345678901234567891"];
  const said = async (value: string): Promise<string> =>
    (await at.run(["set", "--global", "plugins.q", value])).stderr.split(" (")[0] ?? "";
  expect(await said(one)).toBe(`plugins.q: not set → ${one}`);
  expect(await said(other)).toBe(`plugins.q: ${one} → ${other}`);
  expect(await said(other)).toBe(`plugins.q: already ${other}`);
});

test.each([
  ["is not there", {}, ["--global", "none.yaml"], "problem no file that was found can be read\n"],
  ["is too large", { [GLOBAL]: `#${" ".repeat(2 ** 20)}` }, [], "larger than 1 MiB"],
  ["is no YAML", { [GLOBAL]: "a: [\n" }, [], "problem lint: 1 error\n"],
])("doctor says nothing of what is in the only file where that %s", async (_, files, args, said) => {
  const { code, stdout } = await machine(files).run(["doctor", ...args]);
  expect(code).toBe(1);
  expect(stdout).toContain(said);
  expect(stdout).toContain("their values do not count and are not checked\n");
  expect(stdout).not.toMatch(/0 files found|no problems|every variable/);
  expect(stdout.match(/^ok .*$/gm)).toEqual([expect.stringContaining("agentcfg ")]);
});

test("a file that is not there is an error for GitHub, too", async () => {
  const { code, stdout } = await machine({ [PROJECT]: V }).run(["lint", "--format", "github", "none.yaml"]);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "::error::cannot read none.yaml: there is no such file\n" });
});

test("a diff of a file that there is not yet adds all of it", async () => {
  const servers = '{ "mcpServers": { "files": { "command": "npx", "args": ["files-mcp"] } } }';
  const { stdout } = await machine({ ".mcp.json": servers }).run([
    "import",
    ".mcp.json",
    "--into",
    "project",
    "--diff",
  ]);
  const [from, to, range, ...lines] = stdout.trimEnd().split("\n");
  expect([from, to]).toEqual(["--- /dev/null", "+++ .agent/config.yaml"]);
  expect(range).toBe(`@@ -0,0 +1,${lines.length} @@`);
  expect(lines.filter((line) => !line.startsWith("+"))).toEqual([]);
});

test("a schema in a repository is told, with what to do with it", async () => {
  const said = async (...args: readonly string[]): Promise<string> =>
    (await machine({}).run(["init", "--project", ...args])).stderr;
  expect(await said()).toMatch(/^\.agent\/config\.schema\.json: for completion .* commit it .*`--no-schema`$/m);
  expect(await said("--no-schema")).not.toContain("schema");
});

/** What help says at a terminal so wide; undefined for a pipe. */
async function helpAt(columns: number | undefined, ...args: readonly string[]): Promise<readonly string[]> {
  let said = "";
  const write = (text: string, done?: () => void): void => {
    said += text;
    done?.();
  };
  const stdout = { write, ...(columns !== undefined && { isTTY: true, columns }) };
  const argv = ["node", "agentcfg", ...args, "--help"];
  await main({ directory: resolve("."), argv, stdin: Readable.from([]), stdout, stderr: { write } }, machine({}).host);
  return said.split("\n");
}

describe("help fits", () => {
  /** Of a command line, a list of words or a usage nothing can be broken. */
  const isProse = (line: string): boolean => !/agentcfg |'models|\/models|^ *'[^']+'$/.test(line);

  test.each([[80], [40], [undefined]])("where there are %s columns", async (columns) => {
    for (const { name } of table) {
      const lines = await helpAt(columns, name);
      const wide = lines.filter((line) => isProse(line) && columnsOf(line) > (columns ?? 80));
      expect({ name, wide }).toEqual({ name, wide: [] });
    }
  });
});
