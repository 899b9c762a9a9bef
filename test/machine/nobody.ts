/** Runs the program as a user without rights of its own, also where the tests run as root. */
import { spawnSync } from "node:child_process";
import { chmodSync } from "node:fs";
import type { Machine } from "./machine.js";
import { BIN, type Run } from "./run.js";

export function asNobody(at: Machine, args: readonly string[]): Run {
  for (const path of [at.root, at.home, at.repository]) chmodSync(path, 0o755);
  const { status, stdout, stderr } = spawnSync(process.execPath, [BIN, ...args], {
    cwd: at.cwd,
    env: at.env,
    input: "",
    encoding: "utf8",
    ...(process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}),
  });
  return { code: status, stdout, stderr };
}
