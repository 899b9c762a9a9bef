/** The documents of a script of bash: `<<END`, whose texts follow the line that names them. */
import { type ReadNested, WordReader } from "./reader.js";
import type { Findings } from "./script.js";
import type { Word } from "./word.js";

interface Document {
  readonly delimiter: string;
  /** Whether nothing in its text is expanded. */
  readonly isRaw: boolean;
  readonly hasTabs: boolean;
}

export class Documents {
  readonly #text: string;
  readonly #findings: Findings;
  readonly #nested: ReadNested;
  #pending: Document[] = [];

  constructor(text: string, findings: Findings, nested: ReadNested) {
    [this.#text, this.#findings, this.#nested] = [text, findings, nested];
  }

  get isPending(): boolean {
    return this.#pending.length > 0;
  }

  /** The line names one. Its delimiter loses its quotes, and nothing in it is expanded. */
  expect({ source }: Word, hasTabs: boolean): void {
    if (/[$`\\]/.test(source)) this.#findings.blame("a document ends by a name that is not read");
    this.#pending.push({ delimiter: source.replace(/['"\\]/g, ""), isRaw: /['"\\]/.test(source), hasTabs });
  }

  /** Reads the texts of the line that ended before a place; returns the place behind them. */
  read(at: number): number {
    let place = at;
    for (const document of this.#pending.splice(0)) place = this.#one(document, place);
    return place;
  }

  #one({ delimiter, isRaw, hasTabs }: Document, start: number): number {
    let [at, end, behind] = [start, this.#text.length, this.#text.length];
    while (at < this.#text.length && this.#findings.spend(1)) {
      const newline = this.#text.indexOf("\n", at);
      const to = newline === -1 ? this.#text.length : newline;
      const line = this.#text.slice(at, to);
      if ((hasTabs ? line.replace(/^\t+/, "") : line) === delimiter) {
        [end, behind] = [at, Math.min(to + 1, this.#text.length)];
        break;
      }
      at = to + 1;
    }
    const text = this.#text.slice(start, end);
    if (!this.#findings.spend(text.length) || isRaw) return behind;
    // A line end that a backslash takes away may hide the end of the document.
    if (text.includes("\\\n")) this.#findings.blame("a document joins its lines");
    new WordReader(text, 0, this.#findings, this.#nested).document();
    return behind;
  }
}
