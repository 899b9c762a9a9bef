/** Programs that work for this process, started by Node.js. */
import { spawn } from "node:child_process";
import type { ChildEnd, StartChild } from "./children.js";

/** Milliseconds that outputs may stay open after the end of the program: a process that left its group may hold them. */
const OPEN = 200;

export const nodeChildren: StartChild = ({ program, words, cwd, env, take }) =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(new Error((error as NodeJS.ErrnoException | undefined)?.code ?? "unknown"));
    try {
      const child = spawn(program, words, { cwd, env, detached: true, stdio: "pipe" });
      const { pid, stdin, stdout, stderr } = child;
      for (const pipe of [stdin, stdout, stderr]) pipe.on("error", () => {});
      stdout.on("data", (bytes: Uint8Array) => take("stdout", bytes));
      stderr.on("data", (bytes: Uint8Array) => take("stderr", bytes));
      child.once("error", fail);
      const ended = new Promise<ChildEnd>((end) => {
        const tell = (code: number | null, signal: string | null): void =>
          end({ code: code ?? undefined, signal: signal ?? undefined });
        child.once("close", tell);
        child.once("exit", (code, signal) => {
          setTimeout(() => {
            stdout.destroy();
            stderr.destroy();
            tell(code, signal);
          }, OPEN).unref();
        });
      });
      child.once("spawn", () => {
        if (pid === undefined) return fail(undefined);
        resolve({
          ...{ pid, ended },
          write: (bytes) => !stdin.destroyed && stdin.write(bytes),
          endInput: () => void stdin.end(),
          pause() {
            stdout.pause();
            stderr.pause();
          },
          resume() {
            stdout.resume();
            stderr.resume();
          },
          kill(signal) {
            try {
              process.kill(-pid, signal);
            } catch {
              // The group is gone.
            }
          },
        });
      });
    } catch (error) {
      fail(error);
    }
  });
