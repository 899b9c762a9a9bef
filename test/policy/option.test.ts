/** `--policy FILE` of commands that print a configuration, and a file that is not there. */
import { mkdirSync } from "node:fs";
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";
import { GLOBAL, POLICY, PROJECT } from "../machine/names.js";

const FAR = `version: 3
providers: { far: { kind: { type: custom_beta_compatible }, url: "https://evil.test/\${STAGE}" } }
`;
const HOSTS = "allow: { hosts: [llm.acme.example] }\n";

test.each([["show"], ["show", "--origin"], ["show", "--format", "json"], ["plan"], ["plan", "--format", "json"]])(
  "%s %s %s prints the same under a named policy, and says that it does not load",
  async (...command) => {
    const at = machine({ [GLOBAL]: FAR, "own policy.yaml": HOSTS, "loose.yaml": "" });
    const free = await at.run(command);
    expect(free).toMatchObject({ code: 0, stderr: "" });
    expect(await at.run([...command, "--policy", "loose.yaml"])).toEqual(free);
    expect(await at.run([...command, "--policy", "own policy.yaml"])).toEqual({
      ...free,
      stderr: "agentcfg: does not load: 1 error; see `agentcfg lint --policy 'own policy.yaml'`\n",
    });
  },
);

test("plan says what the machine's policy and a mistake keep from loading", async () => {
  const at = machine({ [GLOBAL]: FAR, [POLICY]: HOSTS });
  expect((await at.run(["plan"])).stderr).toBe("agentcfg: does not load: 1 error; see `agentcfg lint`\n");
  const wrong = machine({ [GLOBAL]: "version: 3\n", [PROJECT]: "version: 3\ntui: { theme: 7 }\n" });
  expect((await wrong.run(["plan"])).stderr).toContain("1 value of the project is left out; see `agentcfg lint`");
});

const COMMANDS: readonly (readonly string[])[] = [
  ["lint"],
  ["lint", "--format", "json"],
  ["inspect"],
  ["explain", "tui.theme"],
  ["explain"],
  ["show"],
  ["plan"],
  ["review"],
];

test.each(COMMANDS)("%s %s %s: a policy that is not there is a file that cannot be read", async (...command) => {
  const at = machine({ [GLOBAL]: "version: 3\n", "wrong.yaml": "alow: {}\n" });
  mkdirSync(at.path("directory"));
  const told = async (policy: string): Promise<unknown> => {
    const { code, stdout, stderr } = await at.run([...command, "--policy", policy]);
    return [code, stdout, stderr];
  };
  expect(await told("none.yaml")).toEqual([2, "", "agentcfg: cannot read none.yaml: there is no such file\n"]);
  expect(await told("no/such/none.yaml")).toEqual([
    2,
    "",
    "agentcfg: cannot read no/such/none.yaml: there is no such file\n",
  ]);
  expect(await told("wrong.yaml")).toEqual([
    2,
    "",
    "agentcfg: wrong.yaml:1:1: this policy cannot be used: unknown key `alow`; did you mean `allow`?\n",
  ]);
  expect(await told("directory")).toEqual([
    2,
    "",
    "agentcfg: directory:1:1: this policy cannot be used: it is a directory\n",
  ]);
});

test("doctor names a policy that is not there, without a place in it", async () => {
  const at = machine({ [GLOBAL]: "version: 3\n" });
  const { stdout } = await at.run(["doctor", "--policy", "none.yaml"]);
  expect(stdout).toContain("cannot read none.yaml: there is no such file\n");
  expect(stdout).not.toContain("none.yaml:1:1");
});
