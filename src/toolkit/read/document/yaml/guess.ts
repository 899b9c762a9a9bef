/** A guess at the mistake in a text, with edits that would undo it. */
import type { Span } from "../../diagnostic/diagnostic.js";
import type { InvalidYaml } from "../facts.js";
import type { Edit } from "../repair.js";

export interface Guess {
  readonly fact: InvalidYaml;
  /** Each of these edits alone undoes the mistake. */
  readonly edits: readonly Edit[];
}

/** The most guesses of a kind that are tried. */
export const MOST_GUESSES = 4;

export type Problem = InvalidYaml["problem"];

export function guess(problem: Problem, span: Span, edits: readonly Edit[], more?: Partial<InvalidYaml>): Guess {
  return { fact: { kind: "invalid-yaml", at: { span }, problem, ...more }, edits };
}

/** A guess whose only edit is surely what was meant. */
export function sureGuess(problem: Problem, span: Span, edit: Edit): Guess {
  return guess(problem, span, [edit], { repair: { edits: [edit], isSure: true } });
}

export function deleting(start: number, end = start + 1): Edit {
  return { span: { start, end }, text: "" };
}

export function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset);
  return end === -1 ? text.length : end;
}
