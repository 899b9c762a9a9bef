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
  /** Also after another program had the terminal: nothing is known of its screen then. */
  readonly resized: () => void;
  /** Nobody sees what is written: the terminal has gone. */
  readonly lost: () => void;
}

export interface OpenTty {
  /** `restore` is written even when the process ends without `close`. */
  write(text: string): void;
  /** Does what a key does where a terminal itself takes it. After `SIGTSTP` this program stops until its shell lets it go on. */
  signal(name: KeySignal): void;
  /** Gives the terminal back as it was. */
  close(): void;
}

/** The signals of Ctrl-C, Ctrl-\ and Ctrl-Z. */
export type KeySignal = "SIGINT" | "SIGQUIT" | "SIGTSTP";

/** Runs a program that has the terminal to itself, and resolves with its exit code; undefined when it cannot be started. */
export type RunHere = (program: string, words: readonly string[]) => Promise<number | undefined>;
