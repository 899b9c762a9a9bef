/** A terminal as an argument: its size, its keys and its screen. A test writes the keys and reads the frames. */

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

export interface Tty {
  size(): Size;
  /** Passes on typed keys without echo, and new sizes, until `close` of the returned object. */
  open(listener: TtyListener): OpenTty;
}

export interface TtyListener {
  readonly keys: (text: string) => void;
  /** Also called after another program had the terminal: its screen is then unknown. */
  readonly resized: () => void;
  /** The terminal has disappeared: output is lost. */
  readonly lost: () => void;
}

export interface OpenTty {
  /** The screen is restored even if the process ends without `close`. */
  write(text: string): void;
  /** Has the effect of a key that a terminal itself handles. After `SIGTSTP` this program stops until its shell continues it. */
  signal(name: KeySignal): void;
  close(): void;
}

/** The signals of Ctrl-C, Ctrl-\ and Ctrl-Z. */
export type KeySignal = "SIGINT" | "SIGQUIT" | "SIGTSTP";

/** Runs a program that has the terminal to itself, and resolves with its exit code; undefined if it cannot be started. */
export type RunHere = (program: string, words: readonly string[]) => Promise<number | undefined>;
