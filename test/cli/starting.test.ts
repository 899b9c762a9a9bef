/** Programs that projects start: a line of the summary for people, findings in reports for programs, nothing in editors (S56). */
import { describe, expect, test } from "vitest";
import { PROJECT as OPEN_PROJECT, opened } from "../lsp/texts.js";
import { machine } from "../machine/machine.js";
import { PROJECT } from "../machine/names.js";

const RULE = "trust/starts-process";
const V = "version: 3\n";
const ONE = `${V}mcp_servers: { docs: { transport: stdio, command: docs-mcp } }\n`;
const WRONG = `${ONE}tui: { theme: drak }\n`;
const THREE = `${V}mcp_servers:\n  a: { transport: stdio, command: a }\n  b: { transport: stdio, command: b }\nagent_behavior: { shell: { command: bash } }\n`;

const PACKAGES = Object.fromEntries(
  Array.from({ length: 40 }, (_, index) => [
    `p${index}/.agent/config.yaml`,
    index < 6 ? `${ONE}tui: { thme: dark }\n` : ONE,
  ]),
);

describe.each(["pretty", "text", "concise"])("%s", (format) => {
  const lint = (text: string, ...words: readonly string[]) =>
    machine({ [PROJECT]: text }).run(["lint", "--format", format, ...words]);

  test.each([
    ["one", ONE, "no problems in .agent/config.yaml (project)\n1 program would start: `agentcfg review`\n"],
    [
      "three in one finding",
      THREE,
      "no problems in .agent/config.yaml (project)\n3 programs would start: `agentcfg review`\n",
    ],
  ])("%s", async (_, text, stderr) => {
    expect(await lint(text)).toEqual({ code: 0, stdout: "", stderr });
  });

  test("beside other findings, which keep their numbers", async () => {
    const { code, stdout, stderr } = await lint(WRONG);
    expect(code).toBe(1);
    expect(stdout).not.toContain(RULE);
    expect(stderr.trimStart()).toBe(
      "1 error in .agent/config.yaml (project)\n1 program would start: `agentcfg review`\n`--fix` would fix it\n",
    );
  });

  test.each([
    ["--fail-on info", ["--fail-on", "info"], 1],
    ["a severity of the user's", ["--severity", `${RULE}=warning`], 0],
  ])("%s prints them", async (_, words, code) => {
    const run = await lint(ONE, ...words);
    expect(run.code).toBe(code);
    expect(run.stdout).toContain(`[${RULE}]`);
    expect(run.stderr).not.toContain("would start");
  });

  test("left out, or in silence, they are not counted", async () => {
    expect((await lint(ONE, "--ignore", RULE)).stderr).toBe("no problems in .agent/config.yaml (project)\n");
    expect(await lint(ONE, "--quiet")).toEqual({ code: 0, stdout: "", stderr: "" });
  });

  test("into a file, as on standard output", async () => {
    const at = machine({ [PROJECT]: WRONG });
    const { stderr } = await at.run(["lint", "--format", `${format}:out.txt`]);
    expect(at.read("out.txt")).toContain("schema/unknown-value");
    expect(at.read("out.txt")).not.toContain(RULE);
    expect(stderr).toContain("1 program would start: `agentcfg review`\n");
  });

  test("40 packages with one server each", async () => {
    const { stdout, stderr } = await machine(PACKAGES).run(["lint", ".", "--format", format]);
    expect(stdout).not.toContain(RULE);
    expect(stdout.match(/warning\[/g)).toHaveLength(6);
    expect(stderr).toContain("6 warnings in 6 of 40 files");
    expect(stderr).toContain("\n40 programs would start: `agentcfg review`\n");
  });
});

test.each(["json", "agent", "sarif", "github", "gitlab", "junit", "checkstyle", "rdjson"])(
  "%s keeps them",
  async (format) => {
    const { stdout } = await machine({ [PROJECT]: ONE }).run(["lint", "--format", format]);
    expect(stdout).toContain(RULE);
  },
);

test("a summary beside annotations counts what these show", async () => {
  const { stderr } = await machine({ [PROJECT]: ONE }).run(["lint", "--format", "github"]);
  expect(stderr).toBe("1 info in .agent/config.yaml (project)\n");
});

test("statistics count them", async () => {
  const { stdout } = await machine({ [PROJECT]: ONE }).run(["lint", "--statistics"]);
  expect(stdout).toMatch(/^1 +info\[trust\/starts-process\]/);
});

test("fixes are applied to the rest", async () => {
  const at = machine({ [PROJECT]: WRONG });
  const { code, stdout, stderr } = await at.run(["lint", "--fix"]);
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr).toContain("1 program would start: `agentcfg review`\n");
});

test("an editor shows none, and other findings", async () => {
  const text = `${ONE}tui: { thme: dark }\n`;
  const begun = await opened(V, text);
  const diagnostics = await begun.client.findingsOf(begun.at(OPEN_PROJECT), 1);
  expect(JSON.stringify(diagnostics)).toContain("schema/unknown-key");
  expect(JSON.stringify(diagnostics)).not.toContain(RULE);
});
