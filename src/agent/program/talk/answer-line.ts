/**
 * The line that a person types at a question (P-S92). It is an answer when it was typed, ended by Enter, and nothing came at once with that: neither
 * a paste, nor several lines, as a terminal without marks of pastes sends one, nor an interrupt. Everything else is kept for the next prompt.
 */

import type { Clock } from "../../machine/interfaces/clock.js";
import { Draft } from "../../machine/keys/draft.js";
import { QUIET } from "../../machine/keys/key-reader.js";
import { type Typed, textOf } from "../../machine/keys/keys.js";

export interface AnswerListener {
  /** Whether the rest of a key or of a paste is on its way. */
  readonly isMoreComing: () => boolean;
  readonly answer: (line: string) => void;
  readonly keep: (text: string, what: "paste" | "lines") => void;
}

export class AnswerLine {
  readonly draft = new Draft();
  readonly #clock: Clock;
  readonly #listener: AnswerListener;
  /** The text since Enter; undefined before it. */
  #more: string | undefined;
  #forget = (): void => {};

  constructor(clock: Clock, listener: AnswerListener) {
    this.#clock = clock;
    this.#listener = listener;
  }

  type(typed: Typed): void {
    if (this.#more !== undefined) this.#wait(this.#more + textOf([typed]));
    else if ("text" in typed) this.draft.type(typed.text);
    else if (typed.key !== "enter") this.draft.press(typed.key);
    else if (this.draft.takeBackslash()) this.draft.type("\n");
    else this.#wait("");
  }

  paste(text: string): void {
    this.#keep(text, "paste");
  }

  /** A line that was ended at once before is no answer any more. */
  interrupted(): void {
    if (this.#more !== undefined) this.#wait(`${this.#more}\n`);
  }

  /** The question has ended, or another one is asked: a line that was typed for it answers nothing. */
  end(): void {
    if (this.#more === undefined || this.#more === "") this.clear();
    else this.#keep("", "lines");
  }

  clear(): void {
    this.#forget();
    this.#more = undefined;
    this.draft.clear();
  }

  #wait(more: string): void {
    this.#more = more;
    this.#forget();
    this.#forget = this.#clock.after(QUIET, () => {
      if (this.#listener.isMoreComing()) this.#wait(more);
      else if (more === "") this.#answer();
      else this.#keep("", "lines");
    });
  }

  #answer(): void {
    const line = this.draft.text;
    this.clear();
    this.#listener.answer(line);
  }

  #keep(text: string, what: "paste" | "lines"): void {
    const line = this.draft.text + (this.#more === undefined ? "" : `\n${this.#more}`);
    this.clear();
    this.#listener.keep((line + text).replace(/\n$/, ""), what);
  }
}
