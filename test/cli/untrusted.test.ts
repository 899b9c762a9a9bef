/** `--untrusted`: the configuration in effect if its user did not vouch for the project. */
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";

const WAITS = "agentcfg: in effect once you vouch for the project (`agentcfg trust`)";

const files = {
  "~/.config/agent/config.yaml": "version: 3\ntui: { theme: light }\n",
  ".agent/config.yaml":
    "version: 3\ntui: { theme: dark }\ndefault_permission_matcher: bypass\nmcp_servers: { s: { transport: stdio, command: sh, env: { A: '${SET}' } } }\n",
};

test.each([
  [["get", "default_permission_matcher"], "bypass\n", "standard\n", `${WAITS}: \`default_permission_matcher\`\n`],
  [["get", "tui.theme"], "dark\n", "dark\n", ""],
])("%j", async (args, trusted, untrusted, stderr) => {
  const at = machine(files);
  expect(await at.run(args)).toEqual({ code: 0, stdout: trusted, stderr });
  expect(await at.run([...args, "--untrusted"])).toEqual({ code: 0, stdout: untrusted, stderr });
});

test("a value that does not count is said to wait, not to be unset", async () => {
  const answer = { code: 1, stdout: "", stderr: `${WAITS}: \`mcp_servers.s.command\`\n` };
  for (const command of ["get", "show"])
    expect(await machine(files).run([command, "mcp_servers.s.command", "--untrusted"])).toEqual(answer);
});

test.each([["show"], ["plan"], ["models"]])("%s names all that waits", async (command) => {
  const { stderr } = await machine(files).run([command, "--untrusted"]);
  expect(stderr.split("\n")[0]).toBe(`${WAITS}: \`default_permission_matcher\` and \`mcp_servers.s\``);
});

test("show and plan leave out what is withheld", async () => {
  const at = machine(files);
  expect((await at.run(["show", "--untrusted"])).stdout).toBe("tui:\n  theme: dark\nmcp_servers: {}\n");
  expect((await at.run(["plan"])).stdout).toContain("SET");
  expect((await at.run(["plan", "--untrusted"])).stdout).toBe("");
});

test("a project alone, and none at all", async () => {
  const alone = machine({ ".agent/config.yaml": files[".agent/config.yaml"] });
  expect((await alone.run(["get", "default_permission_matcher", "--untrusted"])).stdout).toBe("standard\n");
  const none = machine({ "~/.config/agent/config.yaml": files["~/.config/agent/config.yaml"] });
  expect(await none.run(["get", "tui.theme", "--untrusted"])).toEqual({ code: 0, stdout: "light\n", stderr: "" });
});

test("explain tells what waits at a place, around it and in it", async () => {
  const at = machine(files);
  const lines = async (path: string, ...args: readonly string[]): Promise<readonly string[]> =>
    (await at.run(["explain", path, ...args])).stdout
      .split("\n")
      .filter((line) => /^ {2}(value|from|waits|not) |^ +at /.test(line));
  const ONCE = "  waits    in effect once you vouch for the project (`agentcfg trust`): ";
  for (const flags of [[], ["--untrusted"]]) {
    expect(await lines("default_permission_matcher", ...flags)).toEqual([
      "  value    standard",
      "  from     the default",
      `${ONCE}bypass`,
      "           at .agent/config.yaml:3:29 (project)",
    ]);
    expect(await lines("mcp_servers.s.command", ...flags)).toEqual([
      `${ONCE}sh`,
      "           at .agent/config.yaml:4:48 (project)",
    ]);
    const [whole, place] = (await lines("mcp_servers", ...flags)).slice(-2);
    expect(whole?.startsWith(`${ONCE}{"transport":"stdio"`)).toBe(true);
    expect(place).toBe("           at .agent/config.yaml:4:19 (project)");
    expect(await lines("tui.theme", ...flags)).toEqual([
      "  value    dark",
      "  from     .agent/config.yaml:2:15 (project)",
      "  not      light at ~/.config/agent/config.yaml:2:15 (global): a higher layer sets another value",
    ]);
  }
});
