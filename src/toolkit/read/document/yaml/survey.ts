/**
 * The tokens of an unreadable YAML text, line by line. An unclosed quote ends with its line, unless the next line continues its text: a
 * mistake on one line hides nothing on the next lines.
 */
import type { Piece } from "../brackets.js";
import { markLength } from "../source.js";

/**
 * `mark`: a bracket, `,` or `:`; `-` of a list; `"` or `'` of a text in quotes; `|` of a block scalar; `&` of an anchor or a tag; `*` of an
 * alias; empty for plain text.
 */
export interface Token extends Piece {
  /** Whether it is inside brackets, or a bracket itself. */
  readonly isInFlow: boolean;
  /** Whether it is an opening bracket outside of all brackets. */
  readonly isOutermost: boolean;
  /** True for a quoted text with wrong characters after it, or without a closing quote. */
  readonly isBroken?: true;
  /** Whether it is plain text that begins with a comma. */
  readonly isComma?: true;
}

/** Lines that hardly continue a text in quotes. */
const ENTRY = /\n[ \t]*(?:- |[\w.$/@-]+["']?:(?:[ \t\r\n]|$))/;

export function surveyed(text: string): readonly Token[] {
  return new Survey(text).tokens;
}

class Survey {
  readonly tokens: Token[] = [];
  readonly #text: string;
  #at: number;
  #indent = 0;
  #isFirst = true;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
    this.#at = markLength(text);
    while (this.#at < text.length) this.#line();
  }

  #line(): void {
    const start = this.#at;
    this.#spaces();
    this.#indent = this.#at - start;
    this.#isFirst = true;
    if (this.#depth === 0 && /^(?:---|\.\.\.)(?![^\s])/.test(this.#text.slice(start, start + 4))) this.#at = start + 3;
    while (!this.#isEnd()) this.#token();
    this.#at = this.#lineEnd() + 1;
  }

  #spaces(): void {
    while (/^[^\S\r\n]$/.test(this.#char())) this.#at += 1;
  }

  /** Whether the rest of the line is blank or a comment. */
  #isEnd(): boolean {
    const start = this.#at;
    this.#spaces();
    const char = this.#char();
    const isComment = char === "#" && (this.#at > start || this.#isFirst || /\s/.test(this.#char(-1)));
    return char === "" || char === "\n" || char === "\r" || isComment;
  }

  #char(ahead = 0): string {
    return this.#text[this.#at + ahead] ?? "";
  }

  #isBlank(ahead: number): boolean {
    return /^[ \t\r\n]?$/.test(this.#char(ahead));
  }

  #lineEnd(): number {
    const end = this.#text.indexOf("\n", this.#at);
    return end === -1 ? this.#text.length : end;
  }

  #add(mark: string, end: number, more?: Pick<Token, "isBroken" | "isComma">): void {
    const isOpener = mark === "{" || mark === "[";
    const isInFlow = this.#depth > 0 || isOpener;
    const isOutermost = isOpener && this.#depth === 0;
    if (isOpener) this.#depth += 1;
    if (mark === "}" || mark === "]") this.#depth = Math.max(this.#depth - 1, 0);
    const place = { offset: this.#at, end, indent: this.#indent, isFirst: this.#isFirst };
    this.tokens.push({ mark, ...place, isInFlow, isOutermost, ...more });
    this.#isFirst = false;
    this.#at = end;
  }

  #token(): void {
    const char = this.#char();
    const last = this.tokens.at(-1);
    const isAfterDashes = this.#isFirst || last?.mark === "-";
    const isClosed = last?.end === this.#at && /^["'}\]]$/.test(last.mark);
    if (/^[{}[\]]$/.test(char) || (char === "," && this.#depth > 0)) this.#add(char, this.#at + 1);
    else if (char === ":" && (this.#isBlank(1) || (this.#depth > 0 && (isClosed || /[,{}[\]]/.test(this.#char(1))))))
      this.#add(":", this.#at + 1);
    else if (char === "-" && this.#isBlank(1) && isAfterDashes && this.#depth === 0) this.#add("-", this.#at + 1);
    else if (char === '"' || char === "'") this.#quoted(char);
    else if (/^[&*!]$/.test(char)) this.#property(char);
    else if (/^[|>]$/.test(char) && this.#depth === 0) this.#block();
    else this.#plain();
  }

  #property(char: string): void {
    let end = this.#at + 1;
    while (/^[^\s,{}[\]]$/.test(this.#text[end] ?? "")) end += 1;
    this.#add(char === "*" ? "*" : "&", end);
  }

  #quoted(quote: string): void {
    const start = this.#at;
    const line = this.#lineEnd();
    const end = endOfQuote(this.#text, start, quote);
    const isText = end !== -1 && (end <= line || !ENTRY.test(this.#text.slice(start, end)));
    if (isText && /^(?:[\s,:\]}#]|$)/.test(this.#text.slice(end, end + 1))) this.#add(quote, end);
    else
      this.#add(quote, isText && end <= line ? end : start + this.#text.slice(start, line).trimEnd().length, {
        isBroken: true,
      });
  }

  #plain(): void {
    const line = this.#lineEnd();
    let end = this.#at + 1;
    for (let at = this.#at + 1; at < line; at += 1) {
      const char = this.#text[at] ?? "";
      const next = this.#text[at + 1] ?? "";
      const isColon = char === ":" && (/^[ \t\r\n]?$/.test(next) || (this.#depth > 0 && /[,{}[\]]/.test(next)));
      if (isColon || (this.#depth > 0 && /[,{}[\]]/.test(char)) || (char === "#" && end < at)) break;
      if (!/\s/.test(char)) end = at + 1;
    }
    this.#add("", end, this.#char() === "," ? { isComma: true } : {});
  }

  /** The deeper lines below it are its text. */
  #block(): void {
    const { length } = this.#text;
    this.#add("|", this.#lineEnd());
    for (let at = this.#lineEnd() + 1; at < length; ) {
      const end = this.#text.indexOf("\n", at) === -1 ? length : this.#text.indexOf("\n", at);
      const line = this.#text.slice(at, end);
      if (line.trim() !== "" && line.search(/[^ ]/) <= this.#indent) return;
      this.#at = end;
      at = end + 1;
    }
  }
}

/** The offset after the closing quote of the text at an offset; -1 without one. */
function endOfQuote(text: string, start: number, quote: string): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\" && quote === '"') at += 1;
    else if (char === quote && quote === "'" && text[at + 1] === "'") at += 1;
    else if (char === quote) return at + 1;
  }
  return -1;
}
