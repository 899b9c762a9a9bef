/** Runs one program under limits, and ends all processes it started. Part of the host. */
import { withSafePath } from "../../../text/search-path.js";
import { path } from "./builtin.js";

export interface RunOptions {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs: number;
  /** The most bytes of standard output. */
  readonly maxBytes: number;
  /** Ends the program early. */
  readonly signal?: AbortSignal | undefined;
}

export type RunResult =
  /** `text`: the output as text, if it is valid text. */
  | { readonly kind: "output"; readonly bytes: Uint8Array; readonly text?: string }
  /** `reason` completes "the command failed: …" and never quotes output. */
  | { readonly kind: "failed"; readonly reason: string };

/** The longest timer of Node, in milliseconds; a longer one fires at once. */
const LONGEST_TIMER = 2 ** 31 - 1;

const INTERRUPTED = "it was interrupted";

export function runCommand(command: string, options: RunOptions): Promise<RunResult> {
  // `--` keeps the shell from reading a command that starts with a dash as options.
  return runProgram("/bin/sh", ["-c", "--", command], options, "the shell");
}

/** A program, its children and their children share a process group, which is killed as a whole in any case. */
export function runProgram(
  program: string,
  args: readonly string[],
  { cwd, env, timeoutMs, maxBytes, signal: ending }: RunOptions,
  name: string,
): Promise<RunResult> {
  if (ending?.aborted) return Promise.resolve({ kind: "failed", reason: INTERRUPTED });
  const unstarted: RunResult = { kind: "failed", reason: `${name} could not be started` };
  const child = startProgram(program, args, { cwd, env });
  if (child === undefined) return Promise.resolve(unstarted);
  return new Promise((resolve) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    let verdict: string | undefined;

    const killGroup = (): void => {
      try {
        if (child.pid !== undefined) process.kill(-child.pid, "SIGKILL");
      } catch {
        // The group is already gone.
      }
    };
    const stop = (reason: string): void => {
      verdict ??= reason;
      child.stdout.destroy();
      killGroup();
    };
    const interrupt = (): void => stop(INTERRUPTED);
    ending?.addEventListener("abort", interrupt);
    const timer = setTimeout(() => stop(`it took longer than ${timeoutMs} ms`), Math.min(timeoutMs, LONGEST_TIMER));

    child.stdout.on("data", (chunk: Uint8Array) => {
      chunks.push(chunk);
      length += chunk.length;
      if (length > maxBytes) stop(`it printed more than ${maxBytes} bytes`);
    });
    child.on("error", () => {
      clearTimeout(timer);
      ending?.removeEventListener("abort", interrupt);
      resolve(unstarted);
    });
    child.on("close", (code, signal) => {
      clearTimeout(timer);
      ending?.removeEventListener("abort", interrupt);
      killGroup();
      if (verdict !== undefined) resolve({ kind: "failed", reason: verdict });
      else if (signal !== null) resolve({ kind: "failed", reason: `it was ended by ${signal}` });
      else if (code !== 0) resolve({ kind: "failed", reason: `exit code ${code}` });
      else resolve({ kind: "output", bytes: Buffer.concat(chunks) });
    });
  });
}

/** Undefined for a failure that Node.js throws instead of emitting: overlong arguments, or a `PATH` whose last entry is a file. */
function startProgram(program: string, args: readonly string[], { cwd, env }: Pick<RunOptions, "cwd" | "env">) {
  const { spawn } = process.getBuiltinModule("node:child_process");
  try {
    return spawn(program, args, {
      cwd,
      env: withSafePath(env, path.delimiter),
      detached: true,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } catch {
    return undefined;
  }
}
