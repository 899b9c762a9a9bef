/**
 * Splits the input of a terminal into keys, and pastes between the marks of bracketed paste (P-S92). If a read divides a mark or an escape
 * sequence, a timeout decides whether its rest still comes.
 */
import type { Clock } from "../interfaces/clock.js";
import { keysOf, type Typed, wholeKeysIn } from "./keys.js";

/** Switches bracketed paste on and off. */
export const PASTES_MARKED = "\x1b[?2004h";
export const PASTES_UNMARKED = "\x1b[?2004l";

const BEGIN = "\x1b[200~";
const END = "\x1b[201~";

/** Milliseconds after which a sequence is complete: no program and no network is slower, and no person quicker. */
export const QUIET = 100;

/** Milliseconds after which a paste without an end mark is over. */
const ENDLESS = 1000;

export interface Keys {
  readonly kind: "keys";
  readonly keys: readonly Typed[];
  /** Whether they came right after a paste, so that no person has typed them. */
  readonly isPasted: boolean;
}

/** Most characters that are typed between two reads. */
const MOST = 1000;

/** Whether keys are more text than anybody types in the time of a read: a paste without marks. */
export function isPasteAtOnce({ keys }: Keys): boolean {
  return keys.length > MOST && keys.every((one) => "text" in one || one.key === "tab");
}

export type Deed =
  | Keys
  /** All line breaks are line feeds. */
  | { readonly kind: "paste"; readonly text: string };

interface Paste {
  readonly text: string[];
  /** The text after an end mark. If another end mark follows at once, the first one was a part of the paste. */
  after: string[] | undefined;
  /** The possible beginning of a mark. */
  half: string;
}

export class KeyReader {
  readonly #clock: Clock;
  readonly #take: (deed: Deed) => void;
  #paste: Paste | undefined;
  /** The beginning of an escape sequence. */
  #half = "";
  /** The same after its timeout: it may have been the beginning of a mark. */
  #late = "";
  #forget = (): void => {};

  constructor(clock: Clock, take: (deed: Deed) => void) {
    this.#clock = clock;
    this.#take = take;
  }

  /** Whether the rest of a key or of a paste may still come. */
  get isWaiting(): boolean {
    return this.#paste !== undefined || this.#half !== "";
  }

  read(text: string): void {
    this.#forget();
    if (this.#paste === undefined) this.#readKeys(text);
    else this.#readPaste(this.#paste, text);
  }

  /** Drops incomplete sequences. */
  close(): void {
    this.#forget();
  }

  #readKeys(read: string, isPasted = false): void {
    const isLate = this.#late !== "" && (this.#late + read).startsWith(BEGIN);
    const half = isLate ? this.#late : this.#half;
    const text = half + read;
    this.#half = this.#late = "";
    const begin = text.indexOf(BEGIN);
    const whole = begin === -1 ? wholeKeysIn(text) : begin;
    const isTwoKeys = half === "\x1b" && /^\x1b[^\p{Cc}[O]/u.test(text);
    if (isTwoKeys) this.#press(half);
    this.#press(text.slice(isTwoKeys ? 1 : 0, whole), isPasted);
    if (begin !== -1) {
      this.#paste = { text: [], after: undefined, half: "" };
      this.#readPaste(this.#paste, text.slice(begin + BEGIN.length));
      return;
    }
    this.#half = text.slice(whole);
    if (this.#half === "") return;
    this.#forget = this.#clock.after(QUIET, () => {
      this.#late = this.#half;
      this.#half = "";
      if (this.#late === "\x1b") this.#press(this.#late);
    });
  }

  #press(typed: string, isPasted = false): void {
    const keys = keysOf(typed);
    if (keys.length > 0) this.#take({ kind: "keys", keys, isPasted });
  }

  #readPaste(paste: Paste, read: string): void {
    let text = paste.half + read;
    const end = text.lastIndexOf(END);
    if (end !== -1) {
      paste.text.push(...(paste.after ?? []), text.slice(0, end));
      paste.after = [];
      text = text.slice(end + END.length);
    }
    const whole = text.length - halfMarkAt(text);
    paste.half = text.slice(whole);
    (paste.after ?? paste.text).push(text.slice(0, whole));
    this.#forget = this.#clock.after(paste.after === undefined ? ENDLESS : QUIET, () => this.#finish(paste));
  }

  #finish({ text, after, half }: Paste): void {
    this.#paste = undefined;
    const pasted = [...text, after === undefined ? half : ""].join("");
    this.#take({ kind: "paste", text: pasted.replaceAll(BEGIN, "").replaceAll(END, "").replace(/\r\n?/g, "\n") });
    const typed = after === undefined ? "" : [...after, half].join("");
    if (typed !== "") this.#readKeys(typed, true);
  }
}

/** The length of the beginning of an end mark at the end of a text. */
function halfMarkAt(text: string): number {
  for (let length = Math.min(END.length - 1, text.length); length > 0; length -= 1)
    if (text.endsWith(END.slice(0, length))) return length;
  return 0;
}
