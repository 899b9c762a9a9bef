/** Sets one value in the file of a layer, for hosts: returns the new text and its lint report, or why nothing changed. */
import { parsePath } from "../text/path.js";
import { including } from "./judge/analysis/inputs.js";
import { type LintResult, Run, summaryOf } from "./judge/analysis/run.js";
import { readInputs } from "./lint.js";
import type { Diagnostic, Scope, TextEdit } from "./read/diagnostic/diagnostic.js";
import type { Json } from "./read/document/data.js";
import { MAX_DEPTH } from "./read/document/encoding.js";
import type { Writable } from "./read/edit/spelling.js";
import type { Host, WritingHost } from "./read/host/host.js";
import { writingHostHere } from "./read/host/writing.js";
import type { Catalog } from "./read/layers/catalog.js";
import type { FileOptions } from "./read/layers/choice.js";
import { type Layer, layerOfScope } from "./read/layers/layer.js";
import { newLayer } from "./read/layers/new-layer.js";
import { DIGEST, expectArgument, FLAG, type Kinds, LAYER, LAYERS, optionsOf, TEXT } from "./read/layers/options.js";
import { isVersion, store } from "./read/layers/store.js";
import { put } from "./set.js";

export interface SetOptions extends FileOptions {
  /** The layer to change; a missing file is created. The other layer is read, too. */
  readonly layer: Scope;
  /** `models["acme/big"].class`, or a JSON Pointer. */
  readonly path: string;
  /** The value, with bigint for integers that a number cannot hold; undefined removes the existing value. */
  readonly value: Writable | undefined;
  /** The known models and providers in addition to the configuration ([S16](../../docs/decisions.md#s16)). */
  readonly catalog?: Catalog;
  /** SHA-256 in hexadecimal of the file's bytes that the caller has seen: a file with other bytes, or none, is refused. */
  readonly expect?: string;
  /** Whether to write the file: whole or not at all, and only if it still has the content that was read. */
  readonly write?: boolean;
  /** The machine; the one this process runs on by default. */
  readonly host?: WritingHost;
}

/** Why nothing changed. */
export type SetRefusal =
  /** The text is not a path, or is the path of the whole configuration. */
  | "path"
  /** The file cannot be read as a configuration, or a new one has no place. */
  | "unusable"
  /** The file does not have the bytes that `expect` names, or does not exist. */
  | "stale"
  /** The file is of an unknown version, and is never rewritten ([S10](../../docs/decisions.md#s10)). */
  | "newer"
  /** An edit of this place would have to guess, or the value is not plain data. */
  | "by-hand"
  /** The configuration would get a new mistake, which `findings` contains. */
  | "mistake"
  /** The value is required by the mapping around it, which has to be removed instead. */
  | "required"
  /** The file could not be written; `reason` completes "cannot write FILE: …". */
  | "unwritten";

interface SetReport {
  /** Absolute name of the file; undefined if a new one has no place. */
  readonly file: string | undefined;
  /** The diagnostics that the change causes, for `format`; after a refusal, the diagnostics that forbid the change. */
  readonly findings: () => LintResult;
}

/** The new text of a file. */
export interface ChangedText {
  readonly kind: "changed";
  readonly text: string;
  /** The edits from the text that was read, or from an empty file, to this one; all other bytes stay. */
  readonly edits: readonly TextEdit[];
  /** Whether there was no such file. */
  readonly isNew: boolean;
}

export type SetResult = SetReport &
  (
    | ChangedText
    | { readonly kind: "unchanged" }
    | { readonly kind: "refused"; readonly why: SetRefusal; readonly reason?: string }
  );

const KINDS = {
  ...{ ...LAYERS, layer: LAYER, path: TEXT, value: ["", () => true], expect: DIGEST, write: FLAG },
} satisfies Kinds;

/**
 * Sets or removes one value of one layer, like `agentcfg set`. Bad input is refused, never thrown; a wrong option is a `TypeError`. Without
 * `write`, no file changes: the caller uses the text and the edits.
 */
export function set(given: SetOptions): SetResult {
  const { layer: scope, path: text, value, write = false, expect, ...options } = optionsOf("set", given, KINDS);
  expectArgument("set", "layer", scope, LAYER);
  expectArgument("set", "path", text, TEXT);
  const host = options.host ?? writingHostHere();
  const path = parsePath(text);
  const read = readInputs({ ...options, host });
  const existing = layerOfScope(read.groups.flat(), scope);
  const layer = existing ?? created(host, scope, options[scope]);
  const inputs = existing === undefined && layer !== undefined ? including(read, layer) : read;
  const file = layer?.file;
  const report = (result: () => LintResult, diagnostics: readonly Diagnostic[]): SetReport => ({
    file,
    findings: () => ({ ...result(), diagnostics, summary: summaryOf(diagnostics) }),
  });
  const untouched = report(() => new Run(inputs).result, []);
  const refused = (why: SetRefusal): SetResult => ({ ...untouched, kind: "refused", why });
  if (path === undefined || path.length === 0) return refused("path");
  if (layer === undefined || file === undefined) return refused("unusable");
  if (expect !== undefined && !isVersion(layer, expect)) return refused("stale");
  const exact = value === undefined ? undefined : plain(value);
  if (exact === undefined && value !== undefined) return refused("by-hand");

  const spelt = exact === undefined ? undefined : { value: rounded(exact), exact };
  const outcome = put(inputs, layer, [{ path, value: spelt }]);
  if (outcome.kind === "unchanged") return { ...untouched, kind: "unchanged" };
  if (outcome.kind === "newer" || outcome.kind === "required") return refused(outcome.kind);
  if (outcome.kind !== "changed") return refused(layer.document.root === undefined ? "unusable" : "by-hand");
  const { text: after, edits, result, caused, refusals } = outcome;
  if (refusals.length > 0) return { ...report(() => result, refusals), kind: "refused", why: "mistake" };
  const reason = write ? store(host, layer, after, existing === undefined) : undefined;
  if (reason !== undefined) return { ...untouched, kind: "refused", why: "unwritten", reason };
  return { ...report(() => result, caused), kind: "changed", text: after, edits, isNew: existing === undefined };
}

/** A new layer for a missing file; undefined if the caller wants none, it has no place, or a file exists but cannot be read. */
function created(host: Host, scope: Scope, chosen: string | false | undefined): Layer | undefined {
  if (chosen === false) return undefined;
  const isDirectory = chosen !== undefined && scope === "project" && host.kindOf(host.resolve(chosen)) === "directory";
  const layer = newLayer(host, scope, isDirectory ? host.join(chosen, ".agent/config.yaml") : chosen);
  return layer?.file === undefined || host.kindOf(layer.file) !== undefined ? undefined : layer;
}

/** A copy of plain data; undefined for any other value, and for one whose reading throws, such as a `Proxy`. */
function plain(value: unknown): Writable | undefined {
  try {
    return copied(value, 0);
  } catch {
    return undefined;
  }
}

/** Throws for a value that is not plain data, or deeper than a configuration may be. */
function copied(value: unknown, depth: number): Writable {
  if (typeof value === "number") return exactly(value);
  if (value === null || typeof value === "string" || typeof value === "boolean" || typeof value === "bigint")
    return value;
  if (typeof value !== "object" || depth > MAX_DEPTH) throw new TypeError("the value is not plain data");
  if (Array.isArray(value)) return Array.from(value, (item: unknown) => copied(item, depth + 1));
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm is plain, too.
  const isPlain = prototype === null || Object.getPrototypeOf(prototype) === null;
  if (!isPlain) throw new TypeError("the value is not plain data");
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, copied(part, depth + 1)]));
}

/** An integer as a bigint if all its digits are spelt, such as 2 ** 60: the spelling of a number has zeros for the last ones. */
function exactly(value: number): number | bigint {
  const isRounded = Number.isInteger(value) && !Number.isSafeInteger(value) && !String(value).includes("e");
  return isRounded ? BigInt(value) : value;
}

/** A value with each bigint rounded to a JSON number. */
function rounded(value: Writable): Json {
  return JSON.parse(JSON.stringify(value, (_, part: unknown) => (typeof part === "bigint" ? Number(part) : part)));
}
