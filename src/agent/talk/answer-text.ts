/** A model's text for whoever reads it (P-S60): its very characters, or without what acts on a terminal, or on a CI system. */
import type { Output, Terminal } from "../../terminal/terminal.js";
import { harmless, unheeded } from "../../text/escape.js";

export interface AnswerText {
  /** Whether what is written is what the model said, to the byte. */
  readonly isExact: boolean;
  /** What can be written now of a piece that comes; the rest waits for the next one. */
  push(piece: string): string;
  /** What still waits. */
  end(): string;
}

/** Systems that read commands in what a job prints, by a variable that each of them sets. */
const CI_SYSTEMS = ["GITHUB_ACTIONS", "TF_BUILD", "TEAMCITY_VERSION"];

export function answerTextFor({ isTTY }: Output, { env }: Pick<Terminal["host"], "env">): AnswerText {
  if (isTTY === true) return held(beforeHalf, harmless, false);
  if (CI_SYSTEMS.some((name) => env[name])) return held(afterLines, unheeded, false);
  return held(beforeHalf, (text) => text, true);
}

/** Without half of a pair at the end: its other half is to come. */
function beforeHalf(piece: string): number {
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
}

/** Whole lines: a command is one. */
function afterLines(piece: string): number {
  return piece.lastIndexOf("\n") + 1;
}

/** `ready`: how much of a piece needs nothing of what comes after it. */
function held(ready: (piece: string) => number, shown: (text: string) => string, isExact: boolean): AnswerText {
  let waiting = "";
  return {
    isExact,
    push(piece) {
      const units = ready(piece);
      const text = waiting + piece.slice(0, units);
      waiting = units === 0 ? text + piece : piece.slice(units);
      return units === 0 ? "" : shown(text);
    },
    end() {
      const text = waiting;
      waiting = "";
      return shown(text);
    },
  };
}
