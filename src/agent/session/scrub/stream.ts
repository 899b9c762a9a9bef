/**
 * Removes credentials from a text that comes in pieces (P-S45). The result does not depend on the pieces: a credential is found over
 * their borders, and text is held back only while it may be part of one.
 */
import type { Automaton, Walk } from "./automaton.js";
import {
  type Candidate,
  CERTAIN,
  COMPLETE,
  LOST,
  OVER,
  PASSING,
  PENDING,
  type Shape,
  type Verdict,
} from "./shapes/shape.js";
import { LONGEST_BEGINNING } from "./shapes/shapes.js";

/** Units before a word that tell whether it begins there; no escape is longer. */
const LOOKED_BACK = 32;

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

interface Active {
  readonly shape: Shape;
  readonly candidate: Candidate;
  /** Where the credential begins. */
  start: number;
  verdict: Verdict;
}

/** What may become a credential by its form, at one offset of a text. */
class Candidates {
  readonly #covered: Covered;
  #active: Active[] = [];

  constructor(covered: Covered) {
    this.#covered = covered;
  }

  get isEmpty(): boolean {
    return this.#active.length === 0;
  }

  /** `start`: where the beginning began that now has been read. */
  begin(shape: Shape, start: number): void {
    if (shape.isAlone && this.#active.some((active) => active.shape === shape)) return;
    const verdict = shape.isHidden ? PENDING : PASSING;
    this.#active.push({ shape, candidate: shape.begin(), start, verdict });
  }

  /** Reads one more unit, at its offset. */
  feed(unit: number, at: number): void {
    let hasEnded = false;
    for (const active of this.#active) {
      const before = active.verdict;
      const verdict = active.candidate.feed(unit);
      if (before === PASSING) active.start = at;
      if (verdict === OVER) this.#covered.add(active.start, at);
      if (verdict === OVER || verdict === LOST) hasEnded = true;
      active.verdict = verdict;
    }
    if (hasEnded) this.#active = this.#active.filter(({ verdict }) => verdict !== OVER && verdict !== LOST);
  }

  /** Covers what is certain up to this offset; returns where what is in doubt begins, or the offset. */
  settle(at: number): number {
    let first = at;
    for (const active of this.#active) {
      if (active.verdict === CERTAIN) this.#covered.add(active.start, at);
      else if (active.verdict !== PASSING) first = Math.min(first, active.start);
    }
    return first;
  }

  /** Covers what is a credential now that nothing follows. */
  end(at: number): void {
    for (const { verdict, start } of this.#active)
      if (verdict === CERTAIN || verdict === COMPLETE) this.#covered.add(start, at);
    this.#active = [];
  }
}

/**
 * A word begins after anything but a letter or a digit. It also begins after an escape that ends in one: of JSON, of a URL, or for the
 * colours of a terminal, whose first character may itself be escaped.
 */
const START =
  /^$|[^A-Za-z0-9]$|(?:\\[bfnrt]|\\u[0-9A-Fa-f]{4}|\\x[0-9A-Fa-f]{2}|%[0-9A-Fa-f]{2}|(?:\x1b|\\u001[Bb]|\\x1[Bb]|\\033|\\e)\[[0-9;]{0,16}[A-Za-z])$/;

/** Whether a word begins after these units: the last `LOOKED_BACK` of a text, or all of a shorter one. */
function isWordStart(before: string): boolean {
  return START.test(before);
}

const REDACTED = "[redacted]";

/** The spans of a text that are hidden, in order, joined where they overlap or touch. Offsets count from the beginning of the text. */
class Covered {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  /** Where the text that has been passed on ends with something hidden. */
  #hiddenUpTo = -1;

  /** Adds a span, which ends no earlier than those before. */
  add(start: number, end: number): void {
    let from = start;
    for (let last = this.#ends.at(-1); last !== undefined && last >= from; last = this.#ends.at(-1)) {
      from = Math.min(from, this.#starts.pop() ?? from);
      this.#ends.pop();
    }
    this.#starts.push(from);
    this.#ends.push(end);
  }

  /** The first offset from this one on that is not hidden. */
  open(from: number): number {
    const index = this.#ends.findIndex((end) => end > from);
    const start = this.#starts[index] ?? from + 1;
    return start > from ? from : (this.#ends[index] ?? from);
  }

  /** Replaces the spans in a text at the offset `from`, and forgets them. None of them goes on behind the text. */
  redacted(text: string, from: number): string {
    const to = from + text.length;
    const count = this.#starts.findIndex((start) => start >= to);
    const starts = this.#starts.splice(0, count === -1 ? this.#starts.length : count);
    const ends = this.#ends.splice(0, starts.length);
    let passed = "";
    let at = from;
    for (const [index, start] of starts.entries()) {
      const isContinued = start <= at && at === this.#hiddenUpTo;
      passed += text.slice(at - from, Math.max(start, at) - from);
      if (!isContinued) passed += REDACTED;
      at = ends[index] ?? at;
      this.#hiddenUpTo = at;
    }
    return passed + text.slice(at - from);
  }
}
