/** Starting a program that outlives this one. */
import { spawn } from "node:child_process";
import { closeSync, constants, fchmodSync, openSync } from "node:fs";
import { Socket } from "node:net";
import { createInterface } from "node:readline";
import { ofChild } from "../interfaces/search-path.js";

interface SpawnOptions {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file for its standard error, opened for appending; made with mode 0600. */
  readonly errors: string;
  /** `held`: its standard input is open until this process ends, however that happens. Default: the null device. */
  readonly input?: "none" | "held";
}

export interface Spawned {
  /** The first line of its standard output; undefined if it ends without one. */
  readonly line: Promise<string | undefined>;
  /** Its exit code after its end; undefined after a signal. */
  readonly ended: Promise<number | undefined>;
  /** Sends a signal; does nothing after its end. */
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  /** From now on this process does not wait for it. */
  release(): void;
}

/**
 * Starts a program without a shell, in a session of its own. Rejects with an `Error` whose message is the system's code.
 */
export type SpawnDetached = (options: SpawnOptions) => Promise<Spawned>;

const APPEND = constants.O_WRONLY | constants.O_CREAT | constants.O_APPEND | constants.O_NOFOLLOW;

export const nodeSpawn: SpawnDetached = ({ program, words, cwd, env, errors, input = "none" }) =>
  new Promise((resolve, reject) => {
    const fail = (error: unknown): void =>
      reject(new Error((error as NodeJS.ErrnoException | undefined)?.code ?? "unknown"));
    try {
      const descriptor = openSync(errors, APPEND, 0o600);
      // The umask may have removed permissions that the user needs.
      fchmodSync(descriptor, 0o600);
      const child = spawn(program, words, {
        ...{ cwd, env: ofChild(env), detached: true },
        stdio: [input === "held" ? "pipe" : "ignore", "pipe", descriptor],
      });
      closeSync(descriptor);
      child.once("error", fail);
      const ended = new Promise<number | undefined>((end) => child.once("exit", (code) => end(code ?? undefined)));
      child.once("spawn", () => {
        const { stdin, stdout } = child;
        // It may close its input at any time.
        stdin?.on("error", () => {});
        if (stdout === null) return fail(undefined);
        const lines = createInterface({ input: stdout });
        const line = new Promise<string | undefined>((resolveLine) => {
          lines.once("line", (text) => resolveLine(text));
          lines.once("close", () => resolveLine(undefined));
        });
        const forget = (): void => {
          lines.close();
          stdout.destroy();
        };
        resolve({
          ...{ line: line.finally(forget), ended },
          kill: (signal) => void child.kill(signal),
          release() {
            child.unref();
            if (stdin instanceof Socket) stdin.unref();
          },
        });
      });
    } catch (error) {
      fail(error);
    }
  });

/** The program that runs the scripts of this package. */
export const interpreter: string = process.execPath;
