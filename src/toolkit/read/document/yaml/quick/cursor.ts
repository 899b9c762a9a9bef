/** A position in a YAML text, and the moves from it. It declines an uncertain text and never guesses. */

/** Thrown and caught inside this folder; the general parser then reads the text. */
export const DECLINED = Symbol("declined");

export function decline(): never {
  throw DECLINED;
}

export const NEWLINE = 10;
export const RETURN = 13;
export const SPACE = 32;
export const DOUBLE_QUOTE = 34;
export const HASH = 35;
export const SINGLE_QUOTE = 39;
export const COMMA = 44;
export const DASH = 45;
export const COLON = 58;
export const GREATER = 62;
export const OPEN_BRACKET = 91;
export const BACKSLASH = 92;
export const CLOSE_BRACKET = 93;
export const OPEN_BRACE = 123;
export const BAR = 124;
export const CLOSE_BRACE = 125;

/** Marks and directives of documents. */
const MARK = /^(?:---|\.\.\.|%)/;

export class Cursor {
  readonly text: string;
  at: number;
  /** The indentation of the value at the cursor; -1 at the end of the text. Set at the first value of a line. */
  column = -1;
  /** The end of the last key or value; after a collection, the end of its last line. */
  end = 0;
  /** The offsets of the last keys at the two outer levels of the text, if they begin lines. */
  section = 0;
  entry = 0;

  constructor(text: string, at: number) {
    this.text = text;
    this.at = at;
  }

  /** NaN at the end. */
  code(ahead = 0): number {
    return this.text.charCodeAt(this.at + ahead);
  }

  spaces(): void {
    const { text } = this;
    let { at } = this;
    while (text.charCodeAt(at) === SPACE) at += 1;
    this.at = at;
  }

  /** Whether a space, a line break or the end of the text is at an offset; one of them ends an indicator such as `-` or `:`. */
  isBlank(ahead = 0): boolean {
    const code = this.code(ahead);
    return code === SPACE || code === NEWLINE || code === RETURN || Number.isNaN(code);
  }

  /** Skips blanks and a comment after a value, and returns the end of the line. */
  endLine(): number {
    const from = this.at;
    this.spaces();
    if (this.code() === HASH && (this.at > from || this.#isAfterBlank())) this.skipLine();
    else if (this.code() === RETURN) this.at += 2;
    else if (this.code() === NEWLINE) this.at += 1;
    else if (this.at < this.text.length) decline();
    return this.at;
  }

  /** Moves from the beginning of a line to the next character that is neither blank nor in a comment. */
  nextContent(): void {
    for (;;) {
      const start = this.at;
      this.spaces();
      const code = this.code();
      if (code === NEWLINE) this.at += 1;
      else if (code === RETURN) this.at += 2;
      else if (code === HASH) this.skipLine();
      else {
        this.column = Number.isNaN(code) ? -1 : this.at - start;
        if (this.column === 0 && MARK.test(this.text.slice(this.at, this.at + 3))) decline();
        return;
      }
    }
  }

  #isAfterBlank(): boolean {
    const before = this.code(-1);
    return before === SPACE || before === NEWLINE;
  }

  /** To the beginning of the next line. */
  skipLine(): void {
    const newline = this.text.indexOf("\n", this.at);
    this.at = newline === -1 ? this.text.length : newline + 1;
  }
}
