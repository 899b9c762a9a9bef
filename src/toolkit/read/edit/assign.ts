/** Gives one place of a text another value, or none, and checks that nothing else has changed its meaning. */
import type { Path } from "../../../text/path.js";
import type { TextEdit } from "../diagnostic/diagnostic.js";
import { dataAt, isObject, type Json } from "../document/data.js";
import { find, type Node, toData } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import { appendEdits } from "./append.js";
import { deletionOf } from "./delete.js";
import { applyEdits } from "./edits.js";
import { goingWith } from "./going.js";
import { putEdits } from "./put.js";
import type { Writable } from "./spelling.js";

/** A value, and how to write it: a double forgets the digits of a large integer (S9). */
export interface Spelt {
  readonly value: Json;
  readonly exact?: Writable;
}

/** A value to write at a path of a document, or with `append` behind the others of the list there; undefined takes out what is at the path. */
export interface Assignment {
  readonly path: Path;
  readonly value: Spelt | undefined;
  readonly append?: boolean;
}

/** A document with one assignment made, and the place that it came to. */
export interface Assigned {
  readonly document: Document;
  readonly path: Path;
}

/** Why one cannot be made. */
export type Unassignable =
  /** The text cannot be edited here without a guess, as where an anchor is in the way. */
  | { readonly kind: "by-hand"; readonly path: Path }
  /** There is no such item: the list has `count`. */
  | { readonly kind: "no-item"; readonly path: Path; readonly count: number }
  /** Something else than a list is there. */
  | { readonly kind: "no-list"; readonly path: Path };

export function assign(document: Document, { path, value, append }: Assignment): Assigned | Unassignable {
  if (document.root === undefined) return { kind: "by-hand", path };
  if (append && value !== undefined) return appended(document, document.root, path, value);
  const data = toData(document.root);
  const list = dataAt(data, path.slice(0, -1));
  const isNewItem = value !== undefined && Array.isArray(list) && dataAt(data, path) === undefined;
  if (isNewItem) return { kind: "no-item", path, count: list.length };
  if (isThere(document.root, path, value)) return { document, path };
  const whole = value === undefined ? goingWith(document, path) : path;
  const edits = value === undefined ? deletionOf(document, whole) : putEdits(document, path, writable(value));
  return edited(document, edits, path, withValue(data, whole, value?.value));
}

function appended(document: Document, root: Node, path: Path, value: Spelt): Assigned | Unassignable {
  const data = toData(root);
  const list = dataAt(data, path) ?? [];
  if (!Array.isArray(list)) return { kind: "no-list", path };
  const wanted = withValue(data, path, [...list, value.value]);
  return edited(document, appendEdits(document, path, writable(value)), [...path, list.length], wanted);
}

/** The document with some edits, if that is what they come to. */
function edited(
  document: Document,
  edits: readonly TextEdit[] | undefined,
  path: Path,
  wanted: Json | undefined,
): Assigned | Unassignable {
  if (edits === undefined) return { kind: "by-hand", path };
  const { source, format, problems } = document;
  const after = parse({ file: source.file, text: applyEdits(source.text, edits) }, format);
  const isMeant = after.root !== undefined && after.problems.length <= problems.length;
  if (!isMeant || JSON.stringify(toData(after.root)) !== JSON.stringify(wanted)) return { kind: "by-hand", path };
  return { document: after, path };
}

function writable({ value, exact }: Spelt): Writable {
  return exact ?? value;
}

/** Whether a place holds a value already, digit by digit. */
function isThere(root: Node, path: Path, value: Spelt | undefined): boolean {
  const there = find(root, path)?.node;
  if (there === undefined || value === undefined) return there === undefined && value === undefined;
  return spelling(exactOf(there)) === spelling(value.exact ?? value.value);
}

function spelling(value: Writable): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? String(part) : part));
}

/** The data of a node, with integers that a double does not hold as they were written. */
export function exactOf(node: Node): Writable {
  if (node.kind === "sequence") return node.items.map(exactOf);
  if (node.kind === "mapping") {
    return Object.fromEntries(Array.from(node.entries, ([key, { value }]) => [key, exactOf(value)]));
  }
  const isLarge = typeof node.value === "number" && !Number.isSafeInteger(node.value);
  return isLarge && /^-?\d+$/.test(node.digits ?? "") ? BigInt(node.digits ?? "") : node.value;
}

/** Plain data with another value at a path, new names last. */
function withValue(data: Json, [step, ...rest]: Path, value: Json | undefined): Json | undefined {
  if (step === undefined) return value;
  if (Array.isArray(data)) {
    return data.flatMap((item: Json, index) => {
      const changed = index === Number(step) ? withValue(item, rest, value) : item;
      return changed === undefined ? [] : [changed];
    });
  }
  const entries = new Map(Object.entries(isObject(data) ? data : {}));
  const key = String(step);
  const old = entries.get(key);
  if (old === undefined && value === undefined) return data;
  const child = rest.length === 0 ? value : withValue(old ?? {}, rest, value);
  if (child === undefined) entries.delete(key);
  else entries.set(key, child);
  return Object.fromEntries(entries);
}
