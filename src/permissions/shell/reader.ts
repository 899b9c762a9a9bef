/** Reads the words of a script of bash: quotes, escapes and expansions. Commands inside of words are read by the parser that it is given. */
import { ansiText } from "./ansi.js";
import { Scanner } from "./scanner.js";
import type { Findings } from "./script.js";
import { type Word, WordBuilder } from "./word.js";

/** Reads the commands of a nested text, which begins at `at`, and returns the place behind its `)`; -1 without one. */
export type ReadNested = (text: string, at: number, isWhole: boolean) => number;

const META = " \t\n;&|<>()";

export class WordReader extends Scanner {
  readonly #findings: Findings;
  readonly #nested: ReadNested;
  /** Expansions around the place. */
  #depth = 0;

  constructor(text: string, at: number, findings: Findings, nested: ReadNested) {
    super(text, at);
    [this.#findings, this.#nested] = [findings, nested];
  }

  /** The word at the place; undefined where none begins. */
  word(): Word | undefined {
    const builder = new WordBuilder();
    this.peek();
    const start = this.at;
    for (;;) {
      const character = this.peek();
      if (character === "" || !this.#findings.spend(1)) break;
      if (/[<>]/.test(character) && this.text[this.at + 1] === "(") {
        this.#enter(2, builder, false);
        continue;
      }
      if (META.includes(character)) break;
      this.#piece(character, builder);
    }
    return this.at === start ? undefined : builder.word(this.text.slice(start, this.at).replaceAll("\\\n", ""));
  }

  /** A word at a place where no comment may be. */
  token(): Word | undefined {
    this.blanks();
    if (this.peek() !== "#") return this.word();
    this.#findings.blame("a comment stands in a command");
    this.comment();
    return undefined;
  }

  #piece(character: string, builder: WordBuilder): void {
    this.at += 1;
    if (character === "\\") {
      builder.text(this.text[this.at] ?? "\\", true);
      this.at += 1;
    } else if (character === "'") builder.text(this.#until("'"), true);
    else if (character === '"') this.#double(builder, '"');
    else if (character === "$") this.#dollar(builder, false);
    else if (character === "`") this.#backtick(builder, false);
    else if ("*?[".includes(character)) builder.wildcard(character);
    else builder.text(character, false);
  }

  /** The text up to a character, behind which the place is then. */
  #until(end: string): string {
    const found = this.text.indexOf(end, this.at);
    if (found === -1) this.#findings.blame("a quotation does not end");
    const to = found === -1 ? this.text.length : found;
    const text = this.text.slice(this.at, to);
    this.at = to + 1;
    this.#findings.spend(text.length);
    return text;
  }

  /** The rest of a text in double quotes; with an empty `end`, a document that goes to its end. */
  #double(builder: WordBuilder, end: string): void {
    builder.quoted();
    for (;;) {
      const character = this.text[this.at] ?? "";
      if (character === "") {
        if (end !== "") this.#findings.blame("a quotation does not end");
        return;
      }
      if (!this.#findings.spend(1)) return;
      this.at += 1;
      if (character === end) return;
      if (character === "\\") this.#escape(builder);
      else if (character === "$") this.#dollar(builder, true);
      else if (character === "`") this.#backtick(builder, true);
      else builder.text(character, true);
    }
  }

  #escape(builder: WordBuilder): void {
    const next = this.text[this.at] ?? "";
    if (!'$`"\\\n'.includes(next) || next === "") builder.text("\\", true);
    else {
      if (next !== "\n") builder.text(next, true);
      this.at += 1;
    }
  }

  /** Commands in a document, whose quotes quote nothing. */
  document(): void {
    this.#double(new WordBuilder(), "");
  }

  #dollar(builder: WordBuilder, isQuoted: boolean): void {
    const character = this.peek();
    if (character === "(") this.#parenthesis(builder, isQuoted);
    else if (character === "{") {
      this.at += 1;
      this.#parameter(builder, isQuoted);
    } else if (character === "[") {
      this.#findings.blame("it calculates");
      builder.unknown(!isQuoted);
    } else if (character === "'" && !isQuoted) this.#ansi(builder);
    else if (character === '"' && !isQuoted) {
      this.at += 1;
      this.#double(builder, '"');
    } else if (/[A-Za-z_]/.test(character)) {
      while (/\w/.test(this.peek())) this.at += 1;
      builder.unknown(!isQuoted);
    } else if (character !== "" && "0123456789@*#?$!-".includes(character)) {
      this.at += 1;
      builder.unknown(!isQuoted || character === "@");
    } else builder.text("$", isQuoted);
  }

  #ansi(builder: WordBuilder): void {
    const start = this.at + 1;
    let end = start;
    while (end < this.text.length && this.text[end] !== "'") end += this.text[end] === "\\" ? 2 : 1;
    if (end >= this.text.length) this.#findings.blame("a quotation does not end");
    this.#findings.spend(end - start);
    this.at = end + 1;
    const text = ansiText(this.text.slice(start, end));
    if (text === undefined) builder.unknown(false);
    else builder.text(text, true);
  }

  #parenthesis(builder: WordBuilder, isQuoted: boolean): void {
    // What a variable in a calculation holds is calculated, too, and may run commands.
    const calculation = CALCULATION.exec(this.text.slice(this.at, this.at + LONGEST_CALCULATION))?.[0];
    if (calculation !== undefined) {
      builder.unknown(!isQuoted);
      this.at += calculation.length;
      return;
    }
    let next = this.at + 1;
    while (this.text.startsWith("\\\n", next)) next += 2;
    if (this.text[next] === "(") this.#findings.blame("it calculates with names");
    this.#enter(1, builder, isQuoted);
  }

  /** Reads the commands that begin behind so many characters. */
  #enter(characters: number, builder: WordBuilder, isQuoted: boolean): void {
    builder.unknown(!isQuoted);
    const end = this.#nested(this.text, this.at + characters, false);
    if (end === -1) this.#findings.blame("a parenthesis does not close");
    this.at = end === -1 ? this.text.length : end;
  }

  #backtick(builder: WordBuilder, isQuoted: boolean): void {
    let inner = "";
    for (;;) {
      const character = this.text[this.at] ?? "";
      if (character === "") this.#findings.blame("a quotation does not end");
      if (character === "" || !this.#findings.spend(1)) break;
      this.at += 1;
      if (character === "`") break;
      const next = this.text[this.at] ?? "";
      if (character === "\\" && next !== "" && ("$`\\".includes(next) || (isQuoted && next === '"'))) {
        inner += next;
        this.at += 1;
      } else inner += character;
    }
    builder.unknown(!isQuoted);
    this.#nested(inner, 0, true);
  }

  /** The rest of `${…}`. */
  #parameter(builder: WordBuilder, isQuoted: boolean): void {
    const head = PARAMETER.exec(this.text.slice(this.at, this.at + LONGEST_NAME));
    if (head === null) this.#findings.blame("an expansion is of a kind that is not read");
    this.at += head?.[0].length ?? 0;
    builder.unknown(!isQuoted || /[@*]/.test(head?.[0] ?? "@"));
    this.#depth += 1;
    if (this.#depth > DEEPEST) {
      this.#findings.blame("it is too deep to be read");
      this.at = this.text.length;
    } else this.#operand(isQuoted);
    this.#depth -= 1;
  }

  /** The text up to the brace that closes. */
  #operand(isQuoted: boolean): void {
    const inner = new WordBuilder();
    for (;;) {
      const character = this.text[this.at] ?? "";
      if (character === "") this.#findings.blame("a brace does not close");
      if (character === "" || !this.#findings.spend(1)) return;
      this.at += 1;
      if (character === "}") return;
      if (character === "\\") this.at += 1;
      else if (character === "'" && !isQuoted) this.#until("'");
      else if (character === '"') this.#double(inner, '"');
      else if (character === "$") this.#dollar(inner, isQuoted);
      else if (character === "`") this.#backtick(inner, isQuoted);
      else if (/[<>]/.test(character) && this.text[this.at] === "(" && !isQuoted) this.#enter(1, inner, false);
    }
  }
}

/** A calculation with numbers alone. */
const CALCULATION = /^\(\([\d\s+*/%<>=!&|^~?:,-]*\)\)/;
const LONGEST_CALCULATION = 256;
const DEEPEST = 64;
const LONGEST_NAME = 256;

/**
 * The name of a parameter and the beginning of what is done with it: not `${!x}`, `${x@P}`, `${x[…]}`, nor `${x:name}`, each of which may look
 * further, calculate or run something.
 */
const PARAMETER =
  /^#?(?:[A-Za-z_]\w*|\d+|[@*#?$!-])(?:(?=\})|:(?=[-=?+])|:[\d\s]*(?::[\d\s-]*)?(?=\})|(?=[-=?+#%/^,]))/;
