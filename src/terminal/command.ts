/** The interface of a command: its arguments, its options and its function. */
import type { NameKind } from "../service/names.js";
import type { Terminal } from "./terminal.js";

/** The kind of a value, for completion in a shell. */
type Kind = NameKind | "file";

export interface Option {
  /** In commander's syntax: `-q, --quiet`, `--format <format>`, `--no-global`. */
  readonly flags: string;
  readonly describe: string;
  readonly choices?: readonly string[];
  /** Whether `:FILE` may follow a choice; the option may then come several times, and its flag is a list. */
  readonly takesFile?: true;
  readonly default?: string;
  readonly takes?: Kind;
  /** Omitted from help: for an option that the command only refuses, with an explanation. */
  readonly hidden?: true;
  /** Its heading in help, below the options without one. */
  readonly group?: string;
  /** Whether the option may come several times; its flag is then a list. */
  readonly isRepeatable?: true;
}

export interface Argument {
  /** `<path>`, `[path]` or `[file...]`. */
  readonly name: string;
  readonly describe: string;
  readonly choices?: readonly string[];
  readonly takes?: Kind;
}

/** A command line that works unchanged, and its purpose in a few words. */
export interface Example {
  readonly line: string;
  readonly describe: string;
}

export interface Command {
  /** Its most common uses, first in its help. */
  readonly examples: readonly Example[];
  readonly arguments: readonly Argument[];
  readonly options: readonly Option[];
  /** Whether its arguments may be any values; one that begins with a hyphen has to follow `--`. */
  readonly takesValues?: true;
  /** Text below the options in its help. */
  readonly more?: string;
  /** Returns the exit code after writing all output. `given`: the flags on the command line. */
  readonly run: (
    terminal: Terminal,
    words: readonly string[],
    flags: unknown,
    given?: ReadonlySet<string>,
  ) => Promise<number>;
}

/** A command whose options have these flags. */
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
