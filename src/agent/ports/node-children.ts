/** Programs that work for this process, started by Node.js. */
import { type ChildProcess, spawn } from "node:child_process";
import { statSync } from "node:fs";
import type { Readable } from "node:stream";
import type { Child, StartChild } from "./children.js";
import { ChildEnding } from "./node-child-ending.js";
import { ofChild } from "./search-path.js";

/** Windows has no groups of processes, and would open a window for a session of its own. */
const HAS_GROUPS = process.platform !== "win32";

export const nodeChildren: StartChild = ({ program, words, cwd, env, input = "pipe", take }) =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown): void => reject(new Error(codeOf(error, cwd)));
    try {
      const child = spawn(program, words, {
        ...{ cwd, env: ofChild(env), detached: HAS_GROUPS, windowsHide: true },
        stdio: [input === "none" ? "ignore" : "pipe", "pipe", "pipe"],
      });
      child.on("error", fail);
      const { stdout, stderr } = child;
      if (stdout === null || stderr === null) return fail(undefined);
      stdout.on("data", (bytes: Uint8Array) => take("stdout", bytes));
      stderr.on("data", (bytes: Uint8Array) => take("stderr", bytes));
      const ending = new ChildEnding(child, [stdout, stderr]);
      child.once("spawn", () => {
        if (child.pid === undefined) return fail(undefined);
        resolve(started(child, child.pid, [stdout, stderr], ending));
      });
    } catch (error) {
      fail(error);
    }
  });

function started(child: ChildProcess, pid: number, outputs: readonly Readable[], ending: ChildEnding): Child {
  const { stdin } = child;
  // A program that reads nothing closes its input.
  stdin?.on("error", () => {});
  return {
    pid,
    ended: ending.ended,
    write: (bytes) => stdin?.writable === true && stdin.write(bytes),
    endInput: () => void stdin?.end(),
    pause() {
      ending.isPaused = true;
      for (const output of outputs) output.pause();
    },
    resume() {
      ending.isPaused = false;
      for (const output of outputs) output.resume();
    },
    kill: (signal) => ending.kill(signal),
  };
}

/** The system says the same of a missing program, of one below a file, and of a missing folder. */
function codeOf(error: unknown, cwd: string): string {
  const code = (error as NodeJS.ErrnoException | undefined)?.code ?? "unknown";
  if (code !== "ENOENT" && code !== "ENOTDIR") return code;
  return isDirectory(cwd) ? "ENOENT" : "ENOTDIR";
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
