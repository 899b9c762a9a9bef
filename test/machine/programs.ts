/** A directory for the `PATH` of a shell. */
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Machine } from "./machine.js";
import { BIN } from "./run.js";

/** A directory with nothing in it but the program. */
export function programs(at: Machine): string {
  const folder = join(at.root, "programs");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "agentcfg");
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${BIN} "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}
