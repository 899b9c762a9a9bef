/**
 * Removes credentials from a text that comes in pieces (P-S45). The result does not depend on the pieces: a credential is found over
 * their borders, and text is held back only while it may be part of one.
 */
import type { Automaton, Walk } from "./automaton.js";
import { Candidates } from "./candidates.js";
import { Covered } from "./covered.js";
import { LONGEST_BEGINNING } from "./shapes/shapes.js";
import { isWordStart, LOOKED_BACK } from "./word-start.js";

/** So many of the last units can tell whether a word begins where something that has not ended began. */
const REMEMBERED = LOOKED_BACK + LONGEST_BEGINNING;

export class ScrubStream {
  readonly #automaton: Automaton;
  readonly #walk: Walk = { node: 0 };
  readonly #covered = new Covered();
  readonly #candidates = new Candidates(this.#covered);
  /** The end of what was given: the part that is held back. */
  #held = "";
  /** The end of what was given, held back or not. */
  #before = "";
  /** How many units were given. */
  #given = 0;

  constructor(automaton: Automaton) {
    this.#automaton = automaton;
  }

  /** Takes more of the text; returns what can be passed on. */
  push(text: string): string {
    if (text === "") return "";
    this.#read(text);
    const end = this.#given + text.length;
    const waiting = this.#automaton.waitingAt(this.#walk, (units) => this.#isWordAt(end - units, text));
    // What is hidden already may be the beginning of something longer: that is known.
    const known = this.#given - this.#held.length;
    const doubtful = Math.max(known, Math.min(this.#candidates.settle(end), end - waiting));
    const passed = this.#pass(this.#held + text, end, this.#covered.open(doubtful));
    this.#before = text.length < REMEMBERED ? (this.#before + text).slice(-REMEMBERED) : text.slice(-REMEMBERED);
    this.#given = end;
    return passed;
  }

  /** Returns the rest: nothing follows, and the stream must not be used again. */
  end(): string {
    this.#candidates.end(this.#given);
    return this.#pass(this.#held, this.#given, this.#given);
  }

  #read(text: string): void {
    let at = 0;
    while (at < text.length) {
      if (this.#candidates.isEmpty) at = this.#automaton.advance(this.#walk, text, at);
      else {
        const unit = text.charCodeAt(at);
        this.#candidates.feed(unit, this.#given + at);
        this.#automaton.step(this.#walk, unit);
        at += 1;
      }
      const end = this.#given + at;
      const length = this.#automaton.endingAt(this.#walk);
      if (length > 0) this.#covered.add(end - length, end);
      for (const { shape, text: beginning } of this.#automaton.begunAt(this.#walk)) {
        const start = end - beginning.length;
        if (!shape.isWord || this.#isWordAt(start, text)) this.#candidates.begin(shape, start);
      }
    }
  }

  /** Whether a word begins at an offset that is not far before `text`, which is being taken. */
  #isWordAt(offset: number, text: string): boolean {
    const at = offset - this.#given;
    if (at >= LOOKED_BACK) return isWordStart(text.slice(at - LOOKED_BACK, at));
    const before = at < 0 ? this.#before.slice(0, at) : this.#before + text.slice(0, at);
    return isWordStart(before.slice(-LOOKED_BACK));
  }

  /** `text`: what is not passed on, up to `end`; `to`: how far it is passed on now. */
  #pass(text: string, end: number, to: number): string {
    const start = end - text.length;
    this.#held = text.slice(to - start);
    return this.#covered.redacted(text.slice(0, to - start), start);
  }
}
