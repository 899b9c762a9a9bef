/** A program that a command starts, with its words: what rules about commands are compared with. */
import type { Assignment, Redirection } from "./script.js";
import type { Word } from "./word.js";

export interface Run {
  /** The part of the command as it is written. */
  readonly source: string;
  /** The program and its arguments. */
  readonly words: readonly Word[];
  /** What is set in its environment alone. */
  readonly assignments: readonly Assignment[];
  /** Whether it does nothing but start another one, as `nohup` does: then no rule has to allow it. */
  readonly isTransparent?: true;
  /** Whether it runs with the rights of another user, or elsewhere: a rule that allows it by itself does not count. */
  readonly isBehind?: true;
  /**
   * The index of the word that is code, or names it, which is not read: a rule allows it only if it writes all words up to that one. Infinite for
   * code that comes from elsewhere.
   */
  readonly code?: number;
}

/** What a command does, as far as its text tells. */
export interface Reading {
  readonly runs: readonly Run[];
  readonly redirections: readonly Redirection[];
  /** What is set for the rest of the command. */
  readonly assignments: readonly Assignment[];
  readonly problem: string | undefined;
}

/** The name of a program without its directory and ending, in lower case; undefined when only the shell knows it. */
export function programName({ words: [program] }: Pick<Run, "words">): string | undefined {
  return program?.literal === undefined ? undefined : nameOf(program.literal);
}

export function nameOf(program: string): string {
  const name = program.slice(program.lastIndexOf("/") + 1);
  return name.replace(/\.(?:exe|cmd|bat|com)$/i, "").toLowerCase();
}
