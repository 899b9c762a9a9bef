/** A program that works for this process: it is written to, it is read, and all the processes that it has started end with it. */

export interface ChildOptions {
  readonly program: string;
  readonly words: readonly string[];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Called with the bytes of each of its two outputs as they come. */
  readonly take: (output: "stdout" | "stderr", bytes: Uint8Array) => void;
}

/** Its end; `code` is undefined after a signal. */
export interface ChildEnd {
  readonly code: number | undefined;
  readonly signal: string | undefined;
}

export interface Child {
  readonly pid: number;
  /** Resolves when it has ended and its outputs have been read, or are held by a process of another group. */
  readonly ended: Promise<ChildEnd>;
  /** Writes to its standard input; false when it takes nothing at the moment. A closed input is not an error. */
  write(bytes: Uint8Array): boolean;
  endInput(): void;
  /** Reads no more of its outputs, until `resume`. */
  pause(): void;
  resume(): void;
  /** Sends a signal to its group of processes, also after its own end. */
  kill(signal: "SIGINT" | "SIGTERM" | "SIGKILL"): void;
}

/** Starts a program without a shell, as a group of processes of its own. Rejects with an `Error` whose message is the system's code, such as `ENOENT`. */
export type StartChild = (options: ChildOptions) => Promise<Child>;
