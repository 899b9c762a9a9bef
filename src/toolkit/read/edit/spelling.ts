/** How each format writes a name, a value, an empty configuration and lines of entries. A new format is an entry here. */
import type { Format } from "../document/formats.js";
import type { Node } from "../document/node.js";

/** A value to write; an integer that a double cannot hold is a bigint (S9). */
export type Writable = string | number | bigint | boolean | null | readonly Writable[] | Entries;

export type Entries = { readonly [key: string]: Writable };

/** The data of a node; integers that a double cannot hold keep their spelling. */
export function exactOf(node: Node): Writable {
  if (node.kind === "sequence") return node.items.map(exactOf);
  if (node.kind === "mapping") {
    return Object.fromEntries(Array.from(node.entries, ([key, { value }]) => [key, exactOf(value)]));
  }
  const isLarge = typeof node.value === "number" && !Number.isSafeInteger(node.value);
  return isLarge && /^-?\d+$/.test(node.digits ?? "") ? BigInt(node.digits ?? "") : node.value;
}

/** A text that only equal values share, digit by digit. */
export function digitsOf(value: Writable): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? `${part}n` : part));
}

/** The indentation of the lines of a mapping, and the step of each level below. */
interface Indentation {
  readonly indent: string;
  readonly step: string;
}

interface Spelling extends Inline {
  /** The smallest configuration of a version. */
  readonly smallest: (version: number) => string;
  /** The lines of a mapping without braces. */
  readonly lines: (entries: Entries, indentation: Indentation) => readonly string[];
  /** Whether the rest of a text may refer to a removed part. */
  readonly mayNeed: (part: string) => boolean;
  /** Whether a text without quotes and backslashes can be written anywhere in a string without ending it. */
  readonly fitsAnyString: (text: string) => boolean;
}

/** How values are written on one line. */
interface Inline {
  readonly key: (name: string) => string;
  /** Keeps the quotes of the old text. */
  readonly value: (value: Writable, old?: string) => string;
  /** One text for each entry. */
  readonly entries: (entries: Entries) => readonly string[];
}

/** Texts that YAML reads unchanged without quotes. */
const PLAIN = /^(?!(?:true|false|null)$)[A-Za-z_][\w./@()+-]*(?::[\w./@()+-]+)*$/i;

const IN_YAML = inline((text) => PLAIN.test(text));
const IN_JSON = inline(() => false);

const YAML: Spelling = {
  ...IN_YAML,
  smallest: (version) => `version: ${version}\n`,
  lines: yamlLines,
  mayNeed: (part) => /[&*]/.test(part),
  fitsAnyString: (text) => /^[\w./@-]*$/.test(text),
};

const JSON_TEXT: Spelling = {
  ...IN_JSON,
  smallest: (version) => `{\n  "version": ${version}\n}\n`,
  lines: (entries) => [IN_JSON.value(entries)],
  mayNeed: () => false,
  fitsAnyString: () => true,
};

export const SPELLINGS: Readonly<Record<Format, Spelling>> = { yaml: YAML, json: JSON_TEXT, jsonc: JSON_TEXT };

/**
 * Characters that JSON leaves unescaped and a configuration does not: they end a line, reorder the text on a screen, or are invalid in
 * YAML.
 */
const ACTING = /[\x7f-\x9f\u2028-\u202e\u2066-\u2069\ufeff\ufffe\uffff]/;

function inQuotes(text: string): string {
  return JSON.stringify(text).replace(
    RegExp(ACTING, "g"),
    (mark) => `\\u${mark.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** `isPlain`: whether a text needs no quotes. */
function inline(isPlain: (text: string) => boolean): Inline {
  const key = (name: string): string => (isPlain(name) ? name : inQuotes(name));
  const text = (value: string, old: string): string => {
    if (old.startsWith("'") && !/['\0-\x1f]/.test(value) && !ACTING.test(value)) return `'${value}'`;
    return old.startsWith('"') || !isPlain(value) ? inQuotes(value) : value;
  };
  const entries = (all: Entries): readonly string[] =>
    Object.entries(all).map(([name, child]) => `${key(name)}: ${value(child)}`);
  const value = (one: Writable, old = ""): string => {
    if (isList(one)) return `[${one.map((item) => value(item)).join(", ")}]`;
    if (isMapping(one)) return isEmpty(one) ? "{}" : `{ ${entries(one).join(", ")} }`;
    return typeof one === "string" ? text(one, old) : String(one);
  };
  return { key, value, entries };
}

/** `key: value`, objects below their keys, lists and empty values on one line. */
function yamlLines(entries: Entries, { indent, step }: Indentation): readonly string[] {
  return Object.entries(entries).flatMap(([key, value]) => {
    const name = `${indent}${IN_YAML.key(key)}:`;
    if (!isMapping(value) || isEmpty(value)) return [`${name} ${IN_YAML.value(value)}`];
    return [name, ...yamlLines(value, { indent: indent + step, step })];
  });
}

function isList(value: Writable): value is readonly Writable[] {
  return Array.isArray(value);
}

function isMapping(value: Writable): value is Entries {
  return typeof value === "object" && value !== null && !isList(value);
}

function isEmpty(entries: Entries): boolean {
  return Object.keys(entries).length === 0;
}
