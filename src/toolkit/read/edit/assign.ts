/** Sets or removes the value at one place of a text, and checks that no other meaning changed. */
import { indexOfStep, type Path } from "../../../text/path.js";
import type { TextEdit } from "../diagnostic/diagnostic.js";
import { dataAt, isObject, type Json } from "../document/data.js";
import { MAX_DEPTH } from "../document/encoding.js";
import { find, type Node, toData } from "../document/node.js";
import { type Document, parse } from "../document/parse.js";
import { deletionOf } from "./delete.js";
import { removalPath } from "./empty-parents.js";
import { additions } from "./list.js";
import { putEdits } from "./put.js";
import { digitsOf, exactOf, SPELLINGS, type Writable } from "./spelling.js";
import { applyEdits } from "./text-edits.js";

/** A value and its spelling: a double loses the digits of a large integer (S9). */
export interface SpelledValue {
  readonly value: Json;
  readonly exact?: Writable;
}

/**
 * A value to write at a path of a document, or, with `append`, to add to the list there; undefined removes the value, and the mappings
 * around it that are then empty, except for the outer `kept` ones.
 */
export interface Assignment {
  readonly path: Path;
  readonly value: SpelledValue | undefined;
  readonly append?: boolean;
  readonly kept?: number;
}

/** A document after one assignment, and the place of the new value. */
export interface Assigned {
  readonly document: Document;
  readonly path: Path;
}

/** The reason why an assignment cannot be made. */
export type Unassignable =
  /** An edit here would have to guess, for example because of an anchor. */
  | { readonly kind: "by-hand"; readonly path: Path }
  /** Deeper than any configuration (S7). */
  | { readonly kind: "too-deep"; readonly path: Path }
  /** The list has only `count` items. */
  | { readonly kind: "no-item"; readonly path: Path; readonly count: number }
  /** The value is not a list. */
  | { readonly kind: "no-list"; readonly path: Path };

export function assign(document: Document, { path, value, append, kept = 0 }: Assignment): Assigned | Unassignable {
  if (path.length > MAX_DEPTH) return { kind: "too-deep", path };
  if (document.root === undefined) return { kind: "by-hand", path };
  if (append && value !== undefined) return appended(document, document.root, path, value);
  const data = toData(document.root);
  const list = dataAt(data, path.slice(0, -1));
  const isNewItem = value !== undefined && Array.isArray(list) && dataAt(data, path) === undefined;
  if (isNewItem) return { kind: "no-item", path, count: list.length };
  if (isThere(document.root, path, value)) return { document, path };
  const whole = value === undefined ? removalPath(document, path, kept) : path;
  const edits = value === undefined ? deletionOf(document, whole) : putEdits(document, path, writable(value));
  return edited(document, edits, path, withValue(data, whole, value?.value));
}

function appended(document: Document, root: Node, path: Path, value: SpelledValue): Assigned | Unassignable {
  const data = toData(root);
  const list = dataAt(data, path) ?? [];
  if (!Array.isArray(list)) return { kind: "no-list", path };
  const wanted = withValue(data, path, [...list, value.value]);
  return edited(document, appendEdits(document, path, writable(value)), [...path, list.length], wanted);
}

/** The document after some edits, if they have the intended result. */
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

function writable({ value, exact }: SpelledValue): Writable {
  return exact ?? value;
}

/** Whether a place already holds a value, digit by digit. */
function isThere(root: Node, path: Path, value: SpelledValue | undefined): boolean {
  const there = find(root, path)?.node;
  if (there === undefined || value === undefined) return there === undefined && value === undefined;
  return digitsOf(exactOf(there)) === digitsOf(value.exact ?? value.value);
}

/** Plain data with another value at a path; a new name comes last. */
function withValue(data: Json, [step, ...rest]: Path, value: Json | undefined): Json | undefined {
  if (step === undefined) return value;
  if (Array.isArray(data)) {
    return data.flatMap((item: Json, index) => {
      const changed = index === indexOfStep(step) ? withValue(item, rest, value) : item;
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

/** The edits that append to the list at a path, in its style; a missing list is created; undefined if only the author can write it. */
function appendEdits(document: Document, path: Path, value: Writable): readonly TextEdit[] | undefined {
  const list = document.root && find(document.root, path)?.node;
  if (list?.kind !== "sequence") return putEdits(document, path, [value]);
  return additions(document, path, list.items.length, [SPELLINGS[document.format].value(value)]);
}
