/** A child program with piped input and output; all processes that it starts end with it. */

export interface ChildOptions {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** `none`: its standard input is the null device, for programs that look at their input. Default: `pipe`. */
  readonly input?: "none" | "pipe";
  /**
   * A file that does not exist yet. It names the child's process group from before the program runs until its processes are gone, for
   * `EndRecorded` of a later process. Its directory is made when it is missing. A child without a record does not run.
   */
  readonly record?: string;
  /** Receives the bytes of its two outputs as they come; never called while they are paused. */
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
   * Resolves after its end, when its outputs have been read, except those that a process outside its session still holds, and its remaining
   * processes have been killed. Processes that were asked to stop with it have up to ten seconds. Waits while outputs are paused.
   */
  readonly ended: Promise<ChildEnd>;
  /**
   * Writes to its standard input. False if the program reads more slowly: the bytes wait all the same, and the caller bounds their number.
   * Also false for a closed input, which is not an error: the bytes are then dropped.
   */
  write(bytes: Uint8Array): boolean;
  endInput(): void;
  /** Pauses reading its outputs, until `resume`. */
  pause(): void;
  resume(): void;
  /** Sends a signal to its process group, and if the system lists them, to the other groups of its session; nothing after their end. */
  kill(signal: ChildSignal): void;
}

export type ChildSignal = "SIGINT" | "SIGTERM" | "SIGKILL";

/**
 * Starts a program without a shell, in a session and process group of its own. Rejects with an `Error` whose message is the system's code:
 * `ENOENT` for a missing program, `ENOTDIR` for a missing folder, `E2BIG` for too long arguments and environment, `ENORECORD` for a record that
 * cannot be written.
 */
export type StartChild = (options: ChildOptions) => Promise<Child>;

/**
 * Ends the children whose records an ended process has left in a directory, and removes the records. Only processes that are certainly those of
 * a record are ended; resolves with the number of children that still had some. Never rejects.
 */
export type EndRecorded = (directory: string) => Promise<number>;
