/** Reads the redirections of a script of bash. */
import type { Documents } from "./documents.js";
import type { WordReader } from "./reader.js";
import type { Findings, Redirection } from "./script.js";

export class Redirections {
  readonly #text: string;
  readonly #words: WordReader;
  readonly #documents: Documents;
  readonly #findings: Findings;

  constructor(text: string, words: WordReader, documents: Documents, findings: Findings) {
    [this.#text, this.#words, this.#documents, this.#findings] = [text, words, documents, findings];
  }

  /** Whether a redirection begins at the place, and no process substitution. */
  get begins(): boolean {
    this.#words.peek();
    return REDIRECTION.test(this.#text.slice(this.#words.at, this.#words.at + LONGEST_REDIRECTION));
  }

  take(): Redirection | undefined {
    const [, before = "", operator = ""] =
      REDIRECTION.exec(this.#text.slice(this.#words.at, this.#words.at + LONGEST_REDIRECTION)) ?? [];
    this.#words.at += before.length;
    for (const character of operator) this.#words.takeIf(character);
    if (before.startsWith("{")) this.#findings.blame("a variable is a descriptor");
    const target = this.#words.token();
    if (target === undefined) {
      this.#findings.blame("a redirection has no target");
      return undefined;
    }
    if (operator === "<<" || operator === "<<-") {
      this.#documents.expect(target, operator === "<<-");
      return { operator, target };
    }
    const joins = operator.endsWith("&") && /^(?:\d+-?|-)$/.test(target.literal ?? "");
    if (joins) return undefined;
    return { operator: operator === ">&" || operator.startsWith("&") ? ">" : operator, target };
  }
}

/** An operator, and before it a descriptor. `<(` and `>(` are substitutions. */
const REDIRECTION = /^(\d*|\{\w+\})(&>>|&>|<<<|<<-|<<|<&|<>|<(?!\()|>>|>&|>\||>(?!\())/;
const LONGEST_REDIRECTION = 64;
