/** Runs the program as a user without rights of its own, also where the tests run as root. */
import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { once } from "../../src/text/once.js";
import type { Machine } from "./machine.js";
import { BIN, type Run } from "./run.js";

const NOBODY = { uid: 65_534, gid: 65_534 };

export function asNobody(at: Machine, args: readonly string[]): Run {
  for (const path of [at.root, at.home, at.repository]) chmodSync(path, 0o755);
  const isRoot = process.getuid?.() === 0;
  const { status, stdout, stderr } = spawnSync(process.execPath, [isRoot ? reachable() : BIN, ...args], {
    cwd: at.cwd,
    env: at.env,
    input: "",
    encoding: "utf8",
    ...(isRoot ? NOBODY : {}),
  });
  return { code: status, stdout, stderr };
}

/** A copy of the program that every user may read: the repository may lie in a home that only root may enter. */
const reachable = once((): string => {
  const copy = mkdtempSync(join(tmpdir(), "agentcfg-program-"));
  chmodSync(copy, 0o755);
  const isNeeded = (file: string): boolean => !/\.(?:js|d\.ts)$/.test(file);
  for (const name of ["bin", "dist", "docs", "schema", "package.json"])
    cpSync(name, join(copy, name), { recursive: true, filter: isNeeded });
  return join(copy, "bin/agentcfg.cjs");
});
