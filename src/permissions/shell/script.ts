/** What a script of bash runs, read from its text: its simple commands, and the first reason for which reading it is not enough. */
import type { Word } from "./word.js";

export interface Redirection {
  /** `>`, `>>`, `<`, `<<<`; those that only join two descriptors are left out. */
  readonly operator: string;
  readonly target: Word;
}

export interface Assignment {
  readonly name: string;
  readonly value: Word;
}

export interface SimpleCommand {
  /** The command as it is written. */
  readonly source: string;
  readonly assignments: readonly Assignment[];
  readonly words: readonly Word[];
  readonly redirections: readonly Redirection[];
}

export interface Script {
  /** Rather one too many than one too few, where the text has a problem. */
  readonly commands: readonly SimpleCommand[];
  /** Why the commands may not be all that runs, or not mean what their words say. */
  readonly problem: string | undefined;
}

/** Collects what the parser and those of its nested texts find. */
export class Findings {
  readonly commands: SimpleCommand[] = [];
  problem: string | undefined;
  /** Steps that are left before the text counts as too much. */
  #left: number;

  constructor(most: number) {
    this.#left = most;
  }

  blame(problem: string): void {
    this.problem ??= problem;
  }

  /** Whether there is work left that may be done. */
  spend(steps: number): boolean {
    this.#left -= steps;
    if (this.#left < 0) this.blame("it is too much to be read");
    return this.#left >= 0;
  }
}
