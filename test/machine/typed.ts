/** Lines typed into a real bash, and what bash makes of them when it completes all that may follow. */
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Machine } from "./machine.js";
import { BIN } from "./run.js";

/** Inserts every completion (Meta-*), then runs the function that is bound below. */
const ALL = "\u001b*\u0018\u0010";

/** What each line has become. Its user is at the machine's directory, unless `begin` leads elsewhere. */
export async function typed(at: Machine, lines: readonly string[], begin = ""): Promise<readonly string[]> {
  const seen = join(at.root, "seen");
  writeFileSync(seen, "");
  const script = resolve("docs/completions/agentcfg.bash");
  // Sourced twice, as it may be.
  const input = [
    ...[`source ${script}`, `source ${script}`],
    `show() { printf '%s\\n' "$READLINE_LINE" >> ${seen}; READLINE_LINE=; }`,
    `bind -x '"\\C-x\\C-p": show'`,
    ...[begin, `${lines.map((line) => `${line}${ALL}`).join("")}`],
  ].join("\n");
  const env = { ...at.env, PATH: `${programs(at)}:${at.env["PATH"]}`, HISTFILE: "/dev/null", INPUTRC: "/dev/null" };
  const { cwd } = at;
  await new Promise<void>((done) => {
    // In a session of its own: it must not take the terminal from the tests.
    const bash = spawn("bash", ["--norc", "--noprofile", "-i"], {
      cwd,
      env,
      detached: true,
      stdio: ["pipe", "ignore", "ignore"],
    });
    bash.on("close", () => done());
    bash.stdin.end(input);
  });
  return readFileSync(seen, "utf8").split("\n").slice(0, -1);
}

/** A directory with nothing in it but the program. */
export function programs(at: Machine): string {
  const folder = join(at.root, "programs");
  mkdirSync(folder, { recursive: true });
  const program = join(folder, "agentcfg");
  writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${BIN} "$@"\n`);
  chmodSync(program, 0o755);
  return folder;
}
