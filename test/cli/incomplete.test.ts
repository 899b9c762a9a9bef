/** Of an installation with a missing file, the programs name the file, in one sentence. */
import { spawnSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { machine } from "../machine/machine.js";

const PARTS = ["lint.cjs", "cli.cjs", "chalk.cjs", "below.cjs", "protocol.cjs"];

test.each([
  ["cli.cjs", "agentcfg", ["show"]],
  ["cli.cjs", "agentcfg", ["--version"]],
  ["cli.cjs", "agentcfg", ["lint", "--help"]],
  ["cli.cjs", "agent", ["sessions"]],
  ["lint.cjs", "agentcfg", ["lint"]],
  ["below.cjs", "agentcfg", ["lint", "."]],
  ["protocol.cjs", "agentcfg", ["lsp"]],
  ["chalk.cjs", "agentcfg", ["lint", "--color", "always"]],
] as const)("without %s: %s %j", (missing, program, args) => {
  const said = without(missing, program, args);
  const sentence = `this installation is not complete: dist/${missing} is missing; install it again`;
  expect(said).toEqual({ status: 2, stdout: "", stderr: `${program}: ${sentence}\n` });
});

function without(name: string, program: string, args: readonly string[]): unknown {
  const { root, cwd, env } = machine({ ".agent/config.yaml": "verson: 3\n" });
  cpSync("bin", join(root, "program/bin"), { recursive: true });
  for (const part of PARTS) cpSync(join("dist", part), join(root, "program/dist", part));
  rmSync(join(root, "program/dist", name));
  const argv = [join(root, `program/bin/${program}.cjs`), ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { cwd, env, encoding: "utf8" });
  return { status, stdout, stderr };
}
