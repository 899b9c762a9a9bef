/** Of an installation with a missing file, the programs name the file, in one sentence. */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";

test.each([
  ["agentcfg", "main", ["show"]],
  ["agentcfg", "main", ["--version"]],
  ["agentcfg", "program", ["lint"]],
  ["agentcfg", "lint", ["lint"]],
  ["agentcfg", "lint", ["lint", "--help"]],
  ["agentcfg", "below", ["lint", "."]],
  ["agentcfg", "lsp", ["lsp"]],
  ["agentcfg", "source", ["lint", "--color", "always"]],
  ["agent", "main", ["sessions"]],
  ["agent", "sessions", ["sessions"]],
] as const)("%s without %s: %j", (program, part, args) => {
  const file = `dist/programs/${program}/${part}.cjs`;
  const sentence = `this installation is not complete: ${file} is missing; install it again`;
  expect(without(file, program, args)).toEqual({ status: 2, stdout: "", stderr: `${program}: ${sentence}\n` });
});

function without(file: string, program: string, args: readonly string[]): unknown {
  const { root, cwd, env } = machine({ ".agent/config.yaml": "verson: 3\n" });
  for (const name of ["bin", "dist/programs"]) cpSync(name, join(root, "program", name), { recursive: true });
  rmSync(join(root, "program", file));
  const argv = [join(root, `program/bin/${program}.cjs`), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, env, encoding: "utf8" });
  return { status, stdout, stderr };
}
