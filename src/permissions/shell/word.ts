/** A word of a shell, as far as its text says what it will be. */

export interface Word {
  /** What the shell makes of it; undefined when only running the shell tells. */
  readonly literal: string | undefined;
  /** A pattern of `text/glob.ts` that every text fits that it can become. */
  readonly glob: string;
  /** Whether it may become several words, or none. */
  readonly isMany: boolean;
  /** Whether no character of it stands in quotes or is escaped. */
  readonly isPlain: boolean;
  /** As it is written. */
  readonly source: string;
}

export function literalWord(text: string): Word {
  return { literal: text, glob: escaped(text), isMany: false, isPlain: true, source: text };
}

/** Stands for words that a program gets from elsewhere, such as those that `xargs` reads. */
export const ANY_WORDS: Word = { literal: undefined, glob: "*", isMany: true, isPlain: false, source: "…" };

export function escaped(text: string): string {
  return text.replace(/[*?[\]\\]/g, "\\$&");
}

/** Collects the pieces of one word. */
export class WordBuilder {
  #literal = "";
  #glob = "";
  #isKnown = true;
  #isMany = false;
  #isPlain = true;
  #braces = "";
  /** Behind the beginning of a class the pattern says no more: it may be any text. */
  #isOpen = false;

  text(text: string, isQuoted: boolean): void {
    this.#literal += text;
    if (!this.#isOpen) this.#glob += escaped(text);
    if (isQuoted) this.#isPlain = false;
    else if (/^[{},.]+$/.test(text)) this.#braces += text;
  }

  /** `*`, `?` or `[` without quotes. */
  wildcard(character: string): void {
    if (!this.#isOpen) this.#glob += character === "?" ? "?" : "*";
    this.#isOpen ||= character === "[";
    this.#isMany = true;
    this.#isKnown = false;
  }

  unknown(isMany: boolean): void {
    if (!this.#isOpen) this.#glob += "*";
    this.#isKnown = false;
    this.#isMany ||= isMany;
    this.#isPlain = false;
  }

  /** Quotes around nothing make a word, too. */
  quoted(): void {
    this.#isPlain = false;
  }

  word(source: string): Word {
    if (source === "[" || source === "[[") return literalWord(source);
    const inside = this.#braces.slice(this.#braces.indexOf("{") + 1, this.#braces.lastIndexOf("}"));
    const hasBraces = this.#braces.includes("{") && /,|\.\./.test(inside);
    if (hasBraces) return { ...ANY_WORDS, source };
    const literal = this.#isKnown ? this.#literal : undefined;
    return { literal, glob: this.#glob, isMany: this.#isMany, isPlain: this.#isPlain, source };
  }
}
