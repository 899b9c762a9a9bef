/** What there is to tell of an import beside its result: what had no counterpart, and what has to be set. Never holds a value. */
import { printable } from "../../text/escape.js";
import { formatPath, type Path } from "../../text/path.js";
import { redacted } from "../mean/redaction/cover.js";
import { secretsIn } from "../mean/redaction/credentials.js";
import type { Span } from "../read/diagnostic/diagnostic.js";

/** Something to know about a place of the file that was read. */
export interface Remark {
  readonly span: Span;
  readonly path: Path;
  /** Completes a sentence that begins with the path. */
  readonly message: string;
}

/** A variable that the result asks for, and why its user may not have it yet. */
export interface Wanted {
  readonly name: string;
  /** The place in the result that asks for it. */
  readonly path: Path;
  /** What to set it to, in words. */
  readonly as: string;
}

/** What a variable is to be set to that takes the place of a secret. */
export const HELD = "the secret that the file holds";

export class Log {
  readonly remarks: Remark[] = [];
  readonly #wanted = new Map<string, Wanted>();
  /** What stands behind each name that was given out; nobody knows it of the names that the file itself refers to. */
  readonly #values: Map<string, string | undefined>;

  constructor(references: Iterable<string>) {
    this.#values = new Map(Array.from(references, (name) => [name, undefined]));
  }

  remark(span: Span, path: Path, message: string): void {
    this.remarks.push({ span, path: path.map(shownName), message });
  }

  /** The variables that were asked for, each once. */
  get wanted(): readonly Wanted[] {
    return [...this.#wanted.values()];
  }

  /** Asks for a variable that the file refers to in its own way. */
  want(name: string, path: Path, as: string): void {
    if (!this.#wanted.has(name)) this.#wanted.set(name, { name, path, as });
  }

  /** The variable to write in the place of a secret: the first of some names that stands for no other value. */
  hide(value: string, names: readonly [string, ...string[]], path: Path): string {
    const isFree = (name: string): boolean => !this.#values.has(name) || this.#values.get(name) === value;
    let name = names.find(isFree);
    for (let number = 2; name === undefined; number += 1) {
      const numbered = `${names.at(-1)}_${number}`;
      if (isFree(numbered)) name = numbered;
    }
    this.#values.set(name, value);
    this.want(name, path, HELD);
    return name;
  }
}

/** A name as it may be shown: of one with its value stuck to it, the value may be secret. */
function shownName(name: string | number): string | number {
  if (typeof name === "number") return name;
  const shown = name.replace(/[:=].+/s, "…");
  return redacted(shown, secretsIn(shown));
}

/** A path in a message. */
export function shownPath(path: Path): string {
  return printable(formatPath(path));
}

/** Whether a name may be written and shown: nothing in it is invisible, acts on a terminal or looks like a secret. */
export function isPlainName(name: string): boolean {
  return name !== "" && printable(name) === name && secretsIn(name).length === 0;
}
