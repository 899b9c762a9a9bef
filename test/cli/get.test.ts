/** What `get` writes of a text, by who reads it (S50). */
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { main } from "../../src/cli/main.js";
import { nodeHost } from "../../src/toolkit/read/host/writing.js";
import { expectHarmless } from "../machine/harmless.js";
import { type Env, machine } from "../machine/machine.js";
import { GLOBAL } from "../machine/names.js";
import type { Run } from "../machine/run.js";

interface Reader {
  readonly isTTY?: boolean;
  readonly env?: Env;
}

async function got(value: unknown, { isTTY = false, env = {} }: Reader, more: readonly string[] = []): Promise<Run> {
  const at = machine({ [GLOBAL]: JSON.stringify({ version: 3, plugins: { x: value } }) });
  const said = { stdout: "", stderr: "" };
  const into = (name: keyof typeof said) => ({
    isTTY,
    write: (text: string, done?: () => void): void => {
      said[name] += text;
      done?.();
    },
  });
  const streams = { stdin: Object.assign([], { isTTY: false }), stdout: into("stdout"), stderr: into("stderr") };
  const argv = ["node", "agentcfg", "get", "plugins.x", ...more];
  const host = nodeHost({ cwd: at.cwd, env: { ...at.env, ...env } });
  return { code: await main({ directory: resolve("."), argv, ...streams } as never, host), ...said };
}

const GITHUB = { env: { GITHUB_ACTIONS: "true" } };
const TERMINAL = { isTTY: true };

test.each<readonly [string, Reader, string, string]>([
  ["a program gets its lines and tabs", {}, "l1\n\tl2\r\n", "l1\n\tl2\r\n"],
  ["also what acts on a terminal, or cannot be seen", {}, "a\u001b[2J\u202e\u200b", "a\u001b[2J\u202e\u200b"],
  ["also what a CI system would obey", {}, "::error::x\n##vso[task.x]y", "::error::x\n##vso[task.x]y"],
  ["and nothing of nothing", {}, "", ""],
  ["a terminal gets escapes", TERMINAL, "l1\n\tl2\u001b[2J\u202e\u200b", "l1\\n\\tl2\\x1b[2J\\u{202e}\\u{200b}"],
  ["a terminal in a job is a terminal", { ...TERMINAL, ...GITHUB }, "l1\nl2", "l1\\nl2"],
  ["a job gets lines and tabs", GITHUB, "l1\n\tl2 a::b", "l1\n\tl2 a::b"],
  ["but no command", GITHUB, "::error::x\na\r::x\n##[group]", ":\\x3aerror::x\na\\r::x\n#\\x23[group]"],
])("%s", async (_, reader, value, stdout) => {
  expect(await got(value, reader)).toEqual({ code: 0, stdout: `${stdout}\n`, stderr: "" });
});

test.each<readonly [string, Reader]>([
  ["a program", {}],
  ["a terminal", TERMINAL],
  ["a job", GITHUB],
])("JSON, and what is no text, is the same for %s", async (_, reader) => {
  const hostile = "::error::x\n\u001b[2J\u202e##[group]";
  for (const [value, more] of [
    [hostile, ["--format", "json"]],
    [[hostile], []],
    [{ [hostile]: hostile }, []],
  ] as const) {
    const run = await got(value, reader, more);
    expectHarmless(more, run);
    expect(JSON.parse(run.stdout)).toEqual(value);
  }
  expect((await got(5, reader)).stdout).toBe("5\n");
});
