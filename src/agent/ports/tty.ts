/** A terminal as an argument: its size, its keys and its screen. A test writes the keys and reads the frames. */

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Tty {
  size(): Size;
  /** Takes keys as they are typed, without echo, and tells of new sizes; until `close` of what it returns. */
  open(heard: TtyListener): OpenTty;
}

export interface TtyListener {
  readonly keys: (text: string) => void;
  readonly resized: () => void;
  /** Nobody sees what is written: the terminal has gone. */
  readonly lost: () => void;
}

export interface OpenTty {
  /** `restore` is written even when the process ends without `close`. */
  write(text: string): void;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** Runs a program that has the terminal to itself, and resolves with its exit code; undefined when it cannot be started. */
export type RunHere = (program: string, words: readonly string[]) => Promise<number | undefined>;
