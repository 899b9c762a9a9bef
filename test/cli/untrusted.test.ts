/** `--untrusted`: what would be in effect if nobody vouched for the project. */
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
