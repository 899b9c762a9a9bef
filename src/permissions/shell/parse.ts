/**
 * Splits a script of bash into its simple commands by bash's own grammar. Words that only order other commands (`if`, `do`, `{`) are passed over
 * wherever a command may begin, so that a text that bash refuses has commands too many, never too few. Runs nothing.
 */

import { assignmentOf } from "./assignment.js";
import { testCommand } from "./condition.js";
import { Documents } from "./documents.js";
import { type ReadNested, WordReader } from "./reader.js";
import { Redirections } from "./redirections.js";
import { type Assignment, Findings, type Redirection, type Script } from "./script.js";
import { isOwnVariable } from "./variables.js";
import type { Word } from "./word.js";

/** In characters. */
const LONGEST_SCRIPT = 262_144;
const MOST_STEPS = 4_000_000;
const DEEPEST = 64;

export function parseScript(text: string): Script {
  const findings = new Findings(MOST_STEPS);
  if (text.length > LONGEST_SCRIPT) findings.blame("it is too long to be read");
  else new Parser(text, 0, 0, findings).list("end");
  return findings;
}

/** Words that stand before a command and are none. */
const ORDERING: ReadonlySet<string> = new Set([
  ...["!", "{", "}", "if", "then", "elif", "else", "fi", "while", "until", "do", "done", "time"],
]);

const UNREAD: Readonly<Record<string, string>> = {
  function: "it defines a function",
  select: "it asks with `select`",
  coproc: "it starts a coprocess",
};

/** What ends a list of commands: the end of the text, a `)`, or the end of a case. */
type Closer = "end" | "parenthesis" | "case";

class Parser {
  readonly #text: string;
  readonly #depth: number;
  readonly #findings: Findings;
  readonly #words: WordReader;
  readonly #documents: Documents;
  readonly #redirections: Redirections;
  /** Parentheses and cases around the place. */
  #around = 0;

  constructor(text: string, at: number, depth: number, findings: Findings) {
    [this.#text, this.#depth, this.#findings] = [text, depth, findings];
    const nested: ReadNested = (inner, start, isWhole) => this.#nested(inner, start, isWhole);
    this.#words = new WordReader(text, at, findings, nested);
    this.#documents = new Documents(text, findings, nested);
    this.#redirections = new Redirections(text, this.#words, this.#documents, findings);
  }

  #nested(text: string, at: number, isWhole: boolean): number {
    if (this.#depth + this.#around >= DEEPEST) {
      this.#findings.blame("it is too deep to be read");
      return -1;
    }
    if (this.#documents.isPending) this.#findings.blame("a document begins before a command in the same line");
    const parser = new Parser(text, at, this.#depth + this.#around + 1, this.#findings);
    parser.list(isWhole ? "end" : "parenthesis");
    const { at: end } = parser.#words;
    if (isWhole || text[end - 1] === ")") return end;
    return -1;
  }

  /** Reads commands up to what closes them, behind which the place is then. */
  list(closer: Closer): void {
    while (this.#findings.spend(1)) {
      this.#words.blanks();
      const character = this.#words.peek();
      if (character === "") {
        this.#atEnd(closer);
        return;
      }
      if (character === "\n") this.#lineEnd();
      else if (character === "#") this.#words.comment();
      else if (character === ")") {
        this.#words.at += 1;
        if (this.#documents.isPending) this.#findings.blame("a document has no text");
        if (closer === "parenthesis") return;
        this.#findings.blame("a parenthesis is alone");
      } else if (this.#words.takeIf(";;") || this.#words.takeIf(";&")) {
        this.#words.takeIf("&");
        if (closer === "case") return;
        this.#findings.blame("`;;` is alone");
      } else if (/[;|]/.test(character) || (character === "&" && !this.#redirections.begins)) this.#words.at += 1;
      else if (this.#command() && closer === "case") {
        this.#isEsac = true;
        return;
      }
    }
    this.#words.at = this.#text.length;
  }

  #lineEnd(): void {
    this.#words.at += 1;
    this.#words.at = this.#documents.read(this.#words.at);
  }

  /** Whether the list before ended with `esac`. */
  #isEsac = false;

  #atEnd(closer: Closer): void {
    if (closer !== "end") this.#findings.blame("it ends too early");
    this.#words.at = this.#documents.read(this.#words.at);
  }

  /** Reads one simple command, or the beginning of a compound one. Returns whether it was `esac`. */
  #command(): boolean {
    const start = this.#words.at;
    const assignments: Assignment[] = [];
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      this.#words.blanks();
      if (!this.#findings.spend(1)) break;
      if (this.#redirections.begins) {
        const redirection = this.#redirections.take();
        if (redirection !== undefined) redirections.push(redirection);
        continue;
      }
      const isFirst = words.length === 0 && assignments.length === 0;
      if (isFirst && redirections.length === 0 && this.#words.peek() === "(") {
        this.#subshell();
        return false;
      }
      if (this.#words.peek() === "#") break;
      const word = this.#words.word();
      if (word === undefined) {
        if (this.#words.peek() !== "(") break;
        // A function, the values of an array, a pattern.
        this.#findings.blame(words.length === 1 ? "it defines a function" : "a parenthesis follows a word");
        this.#words.at += 1;
        this.#inside("parenthesis");
        if (words.length === 1) return false;
        continue;
      }
      const source = word.isPlain ? (word.literal ?? "") : "";
      if (isFirst && redirections.length === 0) {
        if (source === "esac") return true;
        const isCompound = this.#compound(source, start);
        if (isCompound) return false;
      }
      const assignment = words.length === 0 ? assignmentOf(word) : undefined;
      if (assignment !== undefined) assignments.push(assignment);
      else words.push(word);
    }
    const source = this.#text.slice(start, this.#words.at).trim();
    if (words.length > 0 || assignments.length > 0 || redirections.length > 0)
      this.#findings.commands.push({ source, assignments, words, redirections });
    return false;
  }

  /** Reads the beginning of a compound command, so that a command follows. */
  #compound(word: string, start: number): boolean {
    if (Object.hasOwn(UNREAD, word)) this.#findings.blame(UNREAD[word] ?? "");
    if (word === "for" || word === "select") this.#for();
    else if (word === "case") this.#case();
    else if (word === "[[") this.#findings.commands.push(testCommand(this.#text, start, this.#words, this.#findings));
    else if (word === "function") this.#words.token();
    else if (word === "time") this.#timeOption();
    else return ORDERING.has(word) || word === "coproc";
    return true;
  }

  #timeOption(): void {
    this.#words.blanks();
    const start = this.#words.at;
    if (this.#words.word()?.source !== "-p") this.#words.at = start;
  }

  #subshell(): void {
    this.#words.at += 1;
    if (this.#words.peek() === "(") this.#findings.blame("it calculates");
    this.#inside("parenthesis");
  }

  #inside(closer: Closer): void {
    this.#around += 1;
    if (this.#depth + this.#around > DEEPEST) {
      this.#findings.blame("it is too deep to be read");
      this.#words.at = this.#text.length;
    } else this.list(closer);
    this.#around -= 1;
  }

  /** `for NAME [in WORD…]`: the words are no command. */
  #for(): void {
    const name = this.#words.token();
    if (name?.literal === undefined || !isOwnVariable(name.literal))
      this.#findings.blame("it sets a variable of the shell");
    this.#newlines();
    const start = this.#words.at;
    const next = this.#words.word();
    if (next?.source !== "in") {
      this.#words.at = start;
      return;
    }
    do {
      this.#words.blanks();
      if (this.#words.peek() === "#") this.#words.comment();
    } while (this.#words.word() !== undefined);
  }

  #newlines(): void {
    for (;;) {
      this.#words.blanks();
      if (this.#words.peek() === "\n") this.#lineEnd();
      else if (this.#words.peek() === "#") this.#words.comment();
      else return;
    }
  }

  /** `case WORD in`, its patterns and its lists, up to `esac`. */
  #case(): void {
    this.#words.token();
    this.#newlines();
    if (this.#words.word()?.source !== "in") this.#findings.blame("a case has no `in`");
    for (;;) {
      this.#newlines();
      if (!this.#findings.spend(1)) return;
      this.#words.takeIf("(");
      const pattern = this.#words.token();
      if (pattern?.source === "esac") return;
      this.#words.blanks();
      while (this.#words.takeIf("|")) {
        this.#words.token();
        this.#words.blanks();
      }
      if (!this.#words.takeIf(")")) {
        this.#findings.blame("a case is not read");
        return;
      }
      this.#isEsac = false;
      this.#inside("case");
      if (this.#isEsac || this.#words.peek() === "") {
        this.#isEsac = false;
        return;
      }
    }
  }
}
