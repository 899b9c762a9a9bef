/** The text of a model for its reader (P-S60): exact in a pipe, without control characters on a terminal, without commands in a job of a CI system. */
import { readerOf } from "../../terminal/reader.js";
import type { Output, Terminal } from "../../terminal/terminal.js";
import { harmless, unheeded } from "../../text/escape.js";

export interface AnswerText {
  /** Whether the output equals the text of the model, to the byte. */
  readonly isExact: boolean;
  /** The text that can be written after a piece; the rest waits for the next piece. */
  push(piece: string): string;
  /** The rest. */
  end(): string;
}

export function answerTextFor(output: Output, host: Pick<Terminal["host"], "env">): AnswerText {
  switch (readerOf(output, host)) {
    case "terminal":
      return held(beforeHalf, harmless, false);
    case "ci":
      return held(afterLines, unheeded, false);
    case "program":
      return held(beforeHalf, (text) => text, true);
  }
}

/** The length without a high surrogate at the end: its other half is still to come. */
function beforeHalf(piece: string): number {
  return /[\ud800-\udbff]$/.test(piece) ? piece.length - 1 : piece.length;
}

/** The length of the whole lines: a command is a line. */
function afterLines(piece: string): number {
  return piece.lastIndexOf("\n") + 1;
}

/** `ready` is the length of a piece that can be shown without the next one. */
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
