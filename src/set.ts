/** Sets or unsets one value of one layer: the text afterwards, and what lint says of it. Writes nothing. */
import { type Inputs, type LintResult, runOf } from "./analysis/run.js";
import type { Diagnostic, Scope, TextEdit } from "./diagnostic/diagnostic.js";
import { dataAt, isObject, type Json } from "./document/data.js";
import { FORMATS } from "./document/formats.js";
import { find, type Node, toData } from "./document/node.js";
import { parse } from "./document/parse.js";
import { deletionOf } from "./edit/delete.js";
import { applyEdits } from "./edit/edits.js";
import { putEdits, type Writable } from "./edit/put.js";
import { type Layer, layerOf } from "./layers/layer.js";
import { ageOf } from "./layers/upgrade.js";
import { rule as unknownKey } from "./rules/schema/unknown-key.js";
import type { Shape } from "./schema/shape.js";
import { type Path, toPointer } from "./text/path.js";

/** A value, and how to write it: a double forgets the digits of a large integer (S9). */
export interface Spelt {
  readonly value: Json;
  readonly exact?: Writable;
}

/** What came of it. */
export type SetOutcome =
  | {
      readonly kind: "changed";
      readonly text: string;
      /** What makes the text that was read into this one. */
      readonly edits: readonly TextEdit[];
      /** Of the layers as they would be. */
      readonly result: LintResult;
      /** What lint says now and did not say before. */
      readonly fresh: readonly Diagnostic[];
      /** Those of them that forbid the change. */
      readonly refusals: readonly Diagnostic[];
    }
  /** The value is there already. */
  | { readonly kind: "unchanged" }
  /** The text cannot be edited here without a guess, as where an anchor or a list item is in the way. */
  | { readonly kind: "by-hand" }
  /** The file is of a version that is not known, and is never rewritten (S10). */
  | { readonly kind: "newer" };

/** Puts a value at a path of a layer, undefined takes it out. */
export function put(inputs: Inputs, layer: Layer, path: Path, value: Spelt | undefined): SetOutcome {
  const { document } = layer;
  const { text } = document.source;
  if (document.root === undefined) return { kind: "by-hand" };
  if (ageOf(document) === "newer") return { kind: "newer" };
  const before = toData(document.root);
  const wanted = withValue(before, path, value?.value);
  if (isThere(document.root, path, value)) return { kind: "unchanged" };
  if (JSON.stringify(wanted) === JSON.stringify(before) && dataAt(before, path) === undefined)
    return { kind: "by-hand" };
  const edits = editsToPut(layer, path, value);
  if (edits === undefined) return { kind: "by-hand" };
  const after = applyEdits(text, edits);
  const { root, problems } = parse({ file: document.source.file, text: after }, document.format);
  const isMeant = root !== undefined && problems.length <= document.problems.length;
  if (!isMeant || JSON.stringify(toData(root)) !== JSON.stringify(wanted)) return { kind: "by-hand" };

  const { result, fresh } = consequences(inputs, layer, after);
  const refusals = fresh.filter((diagnostic) => forbids(diagnostic, layer.scope, path));
  return { kind: "changed", text: after, edits, result, fresh, refusals };
}

/** What lint says of the layers with another text in one of them, and what of that it did not say before. */
export function consequences(
  inputs: Inputs,
  layer: Layer,
  text: string,
): { readonly result: LintResult; readonly fresh: readonly Diagnostic[] } {
  const { document } = layer;
  const changed = layerOf(document.source.file, new TextEncoder().encode(text), document.format, layer);
  const run = runOf(inputs);
  const known = new Set(run.result.diagnostics.map(diagnosticKey));
  const { result } = run.replacing(new Map([[layer, changed]]));
  return { result, fresh: result.diagnostics.filter((diagnostic) => !known.has(diagnosticKey(diagnostic))) };
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
function exactOf(node: Node): Writable {
  if (node.kind === "sequence") return node.items.map(exactOf);
  if (node.kind === "mapping") {
    return Object.fromEntries(Array.from(node.entries, ([key, { value }]) => [key, exactOf(value)]));
  }
  const isLarge = typeof node.value === "number" && !Number.isSafeInteger(node.value);
  return isLarge && /^-?\d+$/.test(node.digits ?? "") ? BigInt(node.digits ?? "") : node.value;
}

/** A mistake is one in its place; where exactly that is, the change may move. */
function diagnosticKey({ rule, layer, path, message }: Diagnostic): string {
  return `${rule} ${layer} ${path ?? ""} ${message}`;
}

/** Errors do, and so does a name that the configuration does not have. */
function forbids({ severity, rule, layer, path }: Diagnostic, scope: Scope, about: Path): boolean {
  const [whole, part] = [toPointer(about), path ?? ""];
  const isAbout = layer === scope && path !== undefined && (whole.startsWith(part) || part.startsWith(whole));
  return severity === "error" || (rule === unknownKey.id && isAbout);
}

function editsToPut({ document }: Layer, path: Path, value: Spelt | undefined): readonly TextEdit[] | undefined {
  if (value !== undefined) return putEdits(document, path, value.exact ?? value.value);
  return deletionOf(document, path);
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

/**
 * The value that an argument means at a place of this shape: the text itself where a text belongs, `null` where that unsets, and
 * otherwise what YAML (and so JSON) reads it as. A text in double quotes is always what is inside them.
 */
export function readValue(argument: string, shape: Shape | undefined): Spelt {
  const isText = shape?.types?.has("string") === true;
  if (argument === "null" && shape?.types?.has("null") !== false) return { value: null };
  const { root, problems } = FORMATS.yaml.read(argument);
  const read = root === undefined || problems.length > 0 ? argument : toData(root);
  const isOther = shape?.types?.has("boolean") === true && typeof read === "boolean";
  const isQuoted = argument.startsWith('"') && typeof read === "string";
  if ((isText && !isOther && !isQuoted) || root === undefined) return { value: argument };
  return problems.length > 0 ? { value: argument } : { value: read, exact: exactOf(root) };
}
