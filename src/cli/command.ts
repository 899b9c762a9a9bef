/** What a command is: the words and options that it takes, and what it does. */
import type { Terminal } from "./terminal.js";

export interface Option {
  /** As commander writes them: `-q, --quiet`, `--format <format>`, `--no-global`. */
  readonly flags: string;
  readonly describe: string;
  readonly choices?: readonly string[];
  /** The option may be repeated, and a colon and the name of a file may follow a choice. These choices need nothing else loaded. */
  readonly atHand?: readonly string[];
  readonly default?: string;
}

export interface Argument {
  /** `<path>`, `[path]` or `[file...]`. */
  readonly name: string;
  readonly describe: string;
}

export interface Command {
  readonly arguments: readonly Argument[];
  readonly options: readonly Option[];
  /** What stands below the options in its help. */
  readonly more?: string;
  /** Returns the exit code. Everything has been written when it is done. */
  readonly run: (terminal: Terminal, words: readonly string[], flags: unknown) => Promise<number>;
}

/** A command whose options come to these flags. */
export function command<Flags>(
  own: Omit<Command, "run" | "arguments"> & {
    readonly arguments?: readonly Argument[];
    readonly run: (terminal: Terminal, words: readonly string[], flags: Flags) => Promise<number>;
  },
): Command {
  return {
    ...own,
    arguments: own.arguments ?? [],
    run: (terminal, words, flags) => own.run(terminal, words, flags as Flags),
  };
}

export const EXIT = { ok: 0, findings: 1, usage: 2, noConfig: 3 } as const;
