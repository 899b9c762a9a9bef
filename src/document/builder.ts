/** Builds mappings for both parsers, so that names mean the same in every format (S8). */
import type { Finding } from "../finding.js";
import { quote } from "../printable.js";
import type { Entry, Mapping, Node } from "./node.js";
import type { Span } from "./source.js";
import { loneSurrogate } from "./text.js";

/** Collects the entries of one mapping; duplicates and reserved names become problems and are left out. */
export class MappingBuilder {
  readonly #entries = new Map<string, Entry>();
  readonly #problems: Finding[];

  constructor(problems: Finding[]) {
    this.#problems = problems;
  }

  add(key: string, keySpan: Span, value: Node): void {
    const earlier = this.#entries.get(key);
    if (key === "__proto__") this.#problems.push(reservedName(keySpan));
    else if (!key.isWellFormed()) this.#problems.push(loneSurrogate(keySpan.start, keySpan.end));
    else if (earlier !== undefined) this.#problems.push(duplicateKey(key, keySpan, earlier.keySpan));
    else this.#entries.set(key, { keySpan, value });
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
