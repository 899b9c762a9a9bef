/** The remarks on an import: settings without a counterpart, and variables to set. Never holds a value. */
import { printable } from "../../text/escape.js";
import { formatPath, type Path } from "../../text/path.js";
import { redacted } from "../mean/redaction/cover.js";
import { secretsIn } from "../mean/redaction/credentials.js";
import type { Span } from "../read/diagnostic/diagnostic.js";

/**
 * The subject of a remark: a lost setting, a lost value, an incomplete entry, a value of the wrong kind, the loser of two exclusive
 * settings, a path whose backslashes begin escapes, or a note that is not a mistake.
 */
export type RemarkKind = "lost" | "value" | "incomplete" | "type" | "other-transport" | "backslash" | "note";

/** A remark on a place of the imported file. */
export interface Remark {
  readonly kind: RemarkKind;
  readonly span: Span;
  readonly path: Path;
  /** Completes a sentence that begins with the path. */
  readonly message: string;
}

/** A variable that the result reads, and why its user may not have it yet. */
export interface Wanted {
  readonly name: string;
  /** The place in the result that reads it. */
  readonly path: Path;
  /** The value to set it to, in words. */
  readonly as: string;
}

/** The value of a variable that replaces a secret, in words. */
const HELD = "the secret that the file holds";

/** The same for a value that looks generated: it may or may not be a secret. */
export const GENERATED = "the value that the file holds, which may be a secret";

/** The same for a command that the tool runs. */
export const PRINTED = "what the command prints that the file has in its place";

/** The kind of value that the variable replaces. */
export type SecretKind = typeof HELD | typeof GENERATED | typeof PRINTED;

export class Log {
  readonly remarks: Remark[] = [];
  readonly #wanted = new Map<string, Wanted>();
  /** The value of each variable that replaces a secret; undefined for variables that the file itself refers to. */
  readonly #values: Map<string, string | undefined>;

  constructor(references: Iterable<string>) {
    this.#values = new Map(Array.from(references, (name) => [name, undefined]));
  }

  remark(span: Span, path: Path, message: string, kind: RemarkKind = "lost"): void {
    this.remarks.push({ kind, span, path: path.map(shownName), message });
  }

  /** The variables that the result reads, each once. */
  get wanted(): readonly Wanted[] {
    return [...this.#wanted.values()];
  }

  /** Notes a variable that the file refers to in its own syntax. */
  want(name: string, path: Path, as: string): void {
    if (!this.#wanted.has(name)) this.#wanted.set(name, { name, path, as });
  }

  /** The variable to write in place of a secret: the first of some names without another value. */
  hide(value: string, names: readonly [string, ...string[]], path: Path, as: SecretKind = HELD): string {
    const isFree = (name: string): boolean => !this.#values.has(name) || this.#values.get(name) === value;
    let name = names.find(isFree);
    for (let number = 2; name === undefined; number += 1) {
      const numbered = `${names.at(-1)}_${number}`;
      if (isFree(numbered)) name = numbered;
    }
    this.#values.set(name, value);
    this.want(name, path, as);
    return name;
  }
}

/** A name, safe to print: a name with its value attached may contain a secret. */
export function shownName(name: string | number): string | number {
  if (typeof name === "number") return name;
  const shown = name.replace(/[:=].+/s, "…");
  return redacted(shown, secretsIn(shown));
}

export function shownPath(path: Path): string {
  return printable(formatPath(path));
}

/**
 * Whether a name is safe to write and show: it contains no invisible character, none that acts on a terminal, and no text that looks like a
 * secret.
 */
export function isPlainName(name: string): boolean {
  return name !== "" && printable(name) === name && secretsIn(name).length === 0;
}
