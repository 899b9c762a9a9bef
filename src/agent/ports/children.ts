/** A program that works for this process: it is written to, it is read, and the processes that it has started end with it. */

export interface ChildOptions {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** `none`: its standard input is the null device, as programs expect that look what they are given. `pipe` without it. */
  readonly input?: "none" | "pipe";
  /** Called with the bytes of each of its two outputs as they come; never while they are paused. */
  readonly take: (output: "stdout" | "stderr", bytes: Uint8Array) => void;
}

/** Its end; `code` is undefined after a signal. */
export interface ChildEnd {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

export interface Child {
  readonly pid: number;
  /**
   * Resolves when it has ended, its outputs have been read as far as a process that left its session does not hold them, and what
   * it left behind has been killed. What was asked to stop with it has up to ten seconds of its own. Waits while outputs are paused.
   */
  readonly ended: Promise<ChildEnd>;
  /**
   * Writes to its standard input. False when it is not reading as fast as it is written to: the bytes wait all the same, and the caller
   * bounds how many do. Also false when its input is closed, which is no error: then the bytes are dropped.
   */
  write(bytes: Uint8Array): boolean;
  endInput(): void;
  /** Reads no more of its outputs, until `resume`. */
  pause(): void;
  resume(): void;
  /** Sends a signal to its group of processes, and where the system tells, to the other groups of its session; nothing when they have ended. */
  kill(signal: ChildSignal): void;
}

export type ChildSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

/**
 * Starts a program without a shell, as a session and group of processes of its own. Rejects with an `Error` whose message is the
 * system's code: `ENOENT` without such a program, `ENOTDIR` without the folder, `E2BIG` when words and environment are too long.
 */
export type StartChild = (options: ChildOptions) => Promise<Child>;
