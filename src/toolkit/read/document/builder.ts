/** Builds mappings for all parsers, so that names mean the same in every format (S8). */
import type { Span } from "../diagnostic/diagnostic.js";
import { unpairedSurrogate } from "./encoding.js";
import type { ReadingFact } from "./facts.js";
import type { Entry, Mapping, Node } from "./node.js";

/** The most problems of one kind that a document holds; more of them have one cause. */
const MOST_OF_A_KIND = 1000;

/** The results of reading a text, besides its tree. */
export class Notebook {
  readonly problems: ReadingFact[] = [];
  /** Texts that were read and are not in the tree; any of them may be secret. */
  readonly leftOut: Span[] = [];
  readonly #counts = new Map<ReadingFact["kind"], number>();

  note(problem: ReadingFact): void {
    const count = (this.#counts.get(problem.kind) ?? 0) + 1;
    this.#counts.set(problem.kind, count);
    if (count <= MOST_OF_A_KIND) this.problems.push(problem);
  }
}

/** The result of a parser: the tree as far as it is known, and the problems in the order of the text. */
export interface ParseResult {
  readonly root: Node | undefined;
  readonly problems: readonly ReadingFact[];
  readonly leftOut: readonly Span[];
}

/** Collects the entries of one mapping; reports duplicates and reserved names as problems and drops them. */
export class MappingBuilder {
  readonly #entries = new Map<string, Entry>();
  readonly #notebook: Notebook;

  constructor(notebook: Notebook) {
    this.#notebook = notebook;
  }

  add(key: string, keySpan: Span, value: Node): void {
    const earlier = this.#entries.get(key);
    if (key === "__proto__") this.leaveOut({ kind: "reserved-name", at: { span: keySpan } }, value.span);
    else if (!key.isWellFormed()) this.leaveOut(unpairedSurrogate(keySpan.start, keySpan.end), value.span);
    else if (earlier !== undefined)
      this.leaveOut({ kind: "duplicate-key", at: { span: keySpan }, key, first: earlier.keySpan }, value.span);
    else this.#entries.set(key, { keySpan, value });
  }

  leaveOut(problem: ReadingFact, ...spans: readonly Span[]): void {
    this.#notebook.note(problem);
    this.#notebook.leftOut.push(...spans);
  }

  finish(span: Span): Mapping {
    return { kind: "mapping", entries: this.#entries, span };
  }
}
