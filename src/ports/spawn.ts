/** Starting other programs. */

export interface SpawnOptions {
  /** The program and its arguments; no shell is in between. */
  readonly command: readonly [program: string, ...words: string[]];
  readonly cwd: string;
  /** The whole environment. */
  readonly env: Readonly<Record<string, string>>;
  /** What its output and errors are appended to; created for its user alone. */
  readonly output: string;
}

/** Starts a program that outlives this process, without input; returns its process id. Throws an `Error` whose message is the system's own code. */
export type SpawnDetached = (options: SpawnOptions) => Promise<number>;
