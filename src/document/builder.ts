/** Builds mappings for both parsers, so that names mean the same in every format (S8). */
import type { Finding } from "../diagnostic/finding.js";
import { quote } from "../text/printable.js";
import type { Entry, Mapping, Node } from "./node.js";
import type { Span } from "./source.js";
import { loneSurrogate } from "./text.js";

/** What reading a text brings to light beside its tree. */
export interface Notebook {
  readonly problems: Finding[];
  /** Texts that were read and are not in the tree; any of them may be secret. */
  readonly leftOut: Span[];
}

/** What a parser hands over: the tree as far as it is known, and problems in the order of the text. */
export interface Reading {
  readonly root: Node | undefined;
  readonly problems: readonly Finding[];
  readonly leftOut: readonly Span[];
}

/** Collects the entries of one mapping; duplicates and reserved names become problems and are left out. */
export class MappingBuilder {
  readonly #entries = new Map<string, Entry>();
  readonly #notebook: Notebook;

  constructor(notebook: Notebook) {
    this.#notebook = notebook;
  }

  add(key: string, keySpan: Span, value: Node): void {
    const earlier = this.#entries.get(key);
    if (key === "__proto__") this.leaveOut(reservedName(keySpan), value.span);
    else if (!key.isWellFormed()) this.leaveOut(loneSurrogate(keySpan.start, keySpan.end), value.span);
    else if (earlier !== undefined) this.leaveOut(duplicateKey(key, keySpan, earlier.keySpan), value.span);
    else this.#entries.set(key, { keySpan, value });
  }

  leaveOut(problem: Finding, ...spans: readonly Span[]): void {
    this.#notebook.problems.push(problem);
    this.#notebook.leftOut.push(...spans);
  }

  finish(span: Span): Mapping {
    return { kind: "mapping", entries: this.#entries, span };
  }
}

function duplicateKey(key: string, keySpan: Span, earlier: Span): Finding {
  return {
    rule: "syntax/duplicate-key",
    at: { span: keySpan },
    message: `the key ${quote(key)} appears twice in one mapping`,
    help: "keep one of the two",
    related: [{ at: { span: earlier }, message: "first written here" }],
  };
}

function reservedName(keySpan: Span): Finding {
  return {
    rule: "schema/reserved-name",
    at: { span: keySpan },
    message: "`__proto__` cannot be used as a name",
    help: "choose another name",
  };
}
