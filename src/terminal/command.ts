/** What a command is: the words and options that it takes, and what it does. */
import type { NameKind } from "../service/names.js";
import type { Terminal } from "./terminal.js";

/** What a word stands for, where a shell can offer some. */
type Kind = NameKind | "file";

export interface Option {
  /** As commander writes them: `-q, --quiet`, `--format <format>`, `--no-global`. */
  readonly flags: string;
  readonly describe: string;
  readonly choices?: readonly string[];
  /** The option may be repeated, and a colon and the name of a file may follow a choice. These choices need nothing else loaded. */
  readonly atHand?: readonly string[];
  readonly default?: string;
  readonly takes?: Kind;
  /** The heading that it stands under in help, below the options that have none. */
  readonly group?: string;
  /** Whether it may be given several times; its flag is a list then. */
  readonly isRepeatable?: true;
}

export interface Argument {
  /** `<path>`, `[path]` or `[file...]`. */
  readonly name: string;
  readonly describe: string;
  readonly choices?: readonly string[];
  readonly takes?: Kind;
}

/** A command line that can be typed as it stands, and what it is for in a few words. */
export interface Example {
  readonly line: string;
  readonly describe: string;
}

export interface Command {
  /** What it is called for most, first in its help. */
  readonly examples: readonly Example[];
  readonly arguments: readonly Argument[];
  readonly options: readonly Option[];
  /** Whether its words may be values of any kind; one that begins with a hyphen has to stand behind `--`. */
  readonly takesValues?: true;
  /** What stands below the options in its help. */
  readonly more?: string;
  /** Returns the exit code. Everything has been written when it is done. `given`: the flags that the command line names. */
  readonly run: (
    terminal: Terminal,
    words: readonly string[],
    flags: unknown,
    given?: ReadonlySet<string>,
  ) => Promise<number>;
}

/** A command whose options come to these flags. */
export function command<Flags>(
  own: Omit<Command, "run" | "arguments"> & {
    readonly arguments?: readonly Argument[];
    readonly run: (
      terminal: Terminal,
      words: readonly string[],
      flags: Flags,
      given: ReadonlySet<string>,
    ) => Promise<number>;
  },
): Command {
  return {
    ...own,
    arguments: own.arguments ?? [],
    run: (terminal, words, flags, given = new Set()) => own.run(terminal, words, flags as Flags, given),
  };
}

export const EXIT = { ok: 0, findings: 1, usage: 2, noConfig: 3 } as const;
