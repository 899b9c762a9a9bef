/** `--untrusted`: the configuration in effect if its user did not vouch for the project. */
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";

const files = {
  "~/.config/agent/config.yaml": "version: 3\ntui: { theme: light }\n",
  ".agent/config.yaml":
    "version: 3\ntui: { theme: dark }\ndefault_permission_matcher: bypass\nmcp_servers: { s: { transport: stdio, command: sh, env: { A: '${SET}' } } }\n",
};

test.each([
  [["get", "default_permission_matcher"], "bypass\n", "standard\n"],
  [["get", "tui.theme"], "dark\n", "dark\n"],
])("%j", async (args, trusted, untrusted) => {
  const at = machine(files);
  expect(await at.run(args)).toEqual({ code: 0, stdout: trusted, stderr: "" });
  expect(await at.run([...args, "--untrusted"])).toEqual({
    code: 0,
    stdout: untrusted,
    stderr: "withheld: default_permission_matcher (guard)\nwithheld: mcp_servers.s (runs-code)\n",
  });
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

test("explain tells what is withheld at a place, around it and in it", async () => {
  const at = machine(files);
  const lines = async (path: string, ...args: readonly string[]): Promise<readonly string[]> =>
    (await at.run(["explain", path, ...args])).stdout.split("\n").filter((line) => /^ {2}(value|from|not) /.test(line));
  expect(await lines("default_permission_matcher", "--untrusted")).toEqual([
    "  value    standard",
    "  from     the default",
    "  not      bypass at .agent/config.yaml:3:29 (project): withheld, because you do not vouch for it (guard)",
  ]);
  expect(await lines("default_permission_matcher")).toEqual([
    "  value    bypass",
    "  from     .agent/config.yaml:3:29 (project)",
  ]);
  const inside = "sh at .agent/config.yaml:4:48 (project): withheld, because you do not vouch for it (runs-code)";
  expect(await lines("mcp_servers.s.command", "--untrusted")).toEqual(["  value    not set", `  not      ${inside}`]);
  expect((await lines("mcp_servers", "--untrusted")).at(-1)).toMatch(/^ {2}not {6}\{.*\} at .*runs-code\)$/);
  expect(await lines("tui.theme", "--untrusted")).toEqual([
    "  value    dark",
    "  from     .agent/config.yaml:2:15 (project)",
    "  not      light at ~/.config/agent/config.yaml:2:15 (global): a higher layer sets another value",
  ]);
});
