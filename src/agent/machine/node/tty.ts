/** The terminal of this process. Its input is read while it is open, and never destroyed: another program may use it in between. */
import { spawn } from "node:child_process";
import { writeSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import { ofChild } from "../interfaces/search-path.js";
import type { RunHere, Tty } from "../interfaces/tty.js";

/** `leave`: the sequence that restores the screen, written even at a crash. `screen`: the output that is a terminal. */
export function nodeTty(leave: string, screen: "stdout" | "stderr" = "stdout"): Tty {
  const { stdin, [screen]: stdout } = process;
  return {
    size: () => ({ columns: stdout.columns || 80, rows: stdout.rows || 24 }),
    open({ keys, resized, lost }) {
      const decoder = new StringDecoder("utf8");
      const read = (bytes: Buffer): void => keys(decoder.write(bytes));
      const restore = (): void => {
        try {
          if (stdin.isTTY) stdin.setRawMode(false);
          writeSync(stdout.fd, leave);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === "EIO") process.once("exit", hangUp);
        }
      };
      const gone = (): void => {
        process.once("exit", hangUp);
        lost();
      };
      if (stdin.isTTY) stdin.setRawMode(true);
      stdin.on("data", read).on("end", gone).on("error", gone).resume();
      stdout.on("resize", resized).on("error", gone).on("close", gone);
      // After `kill -STOP` and `fg` the shell has written on the screen, and the terminal's mode may differ from the remembered one.
      const back = (): void => {
        if (stdin.isTTY) stdin.setRawMode(false).setRawMode(true);
        resized();
      };
      process.on("SIGCONT", back).once("exit", restore);
      return {
        write: (text) => void stdout.write(text),
        signal(name) {
          if (name !== "SIGTSTP") return void process.kill(process.pid, name);
          restore();
          try {
            // All programs of the job stop, as after the key.
            process.kill(0, name);
          } catch {
            // No such signal exists on Windows.
            back();
          }
        },
        close() {
          restore();
          stdin.off("data", read).off("end", gone).off("error", gone).pause();
          // One listener of errors stays: without any, a late error would end the process.
          stdout.off("resize", resized).off("close", gone);
          process.off("SIGCONT", back).off("exit", restore);
        },
      };
    },
  };
}

/** Ends the process as the system does when its terminal disappears: Node fails an assertion if it cannot restore the terminal's mode. */
function hangUp(): void {
  process.removeAllListeners("SIGHUP");
  process.kill(process.pid, "SIGHUP");
}

/** Signals of the keyboard reach both programs: this one ignores them. */
export const runHere: RunHere = (program, words) =>
  new Promise((resolve) => {
    const leaveToIt = (): void => {};
    process.on("SIGINT", leaveToIt).on("SIGQUIT", leaveToIt);
    const end = (code: number | undefined): void => {
      process.off("SIGINT", leaveToIt).off("SIGQUIT", leaveToIt);
      resolve(code);
    };
    const child = spawn(program, words, { stdio: "inherit", env: ofChild(process.env) });
    child.once("error", () => end(undefined));
    child.once("exit", (code, signal) => end(signal === null ? (code ?? undefined) : 1));
  });
