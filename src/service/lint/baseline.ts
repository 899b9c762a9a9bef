/**
 * The baseline: a file of known findings, which lint does not report. One line each, by fingerprint, with rule, layer and file for readers.
 * Sorted, so that two people who add to it seldom touch the same line.
 */
import { escapedInQuotes } from "../../text/escape.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { isObject, type Json } from "../../toolkit/read/document/data.js";
import { decode } from "../../toolkit/read/document/encoding.js";
import type { Host, WritingHost } from "../../toolkit/read/host/host.js";

export interface Entry {
  readonly fingerprint: string;
  readonly rule: string;
  readonly layer: Scope;
  /** Relative to the root of the repository. */
  readonly file: string;
}

/** `bytes`: the content when it was read; undefined without a file. */
export interface Baseline {
  readonly bytes: Uint8Array | undefined;
  readonly entries: readonly Entry[];
}

const VERSION = 1;

/** The largest baseline, in bytes: some hundred thousand entries. */
const LIMIT = 64 * 1024 * 1024;

/** Reads a baseline, or returns why it cannot, completing "cannot use the baseline FILE: …". */
export function readBaseline(host: Host, file: string, mayBeNew: boolean): Baseline | { readonly reason: string } {
  const path = host.resolve(file);
  if (mayBeNew && host.kindOf(path) === undefined) return { bytes: undefined, entries: [] };
  const read = host.readFile(path, LIMIT);
  if (read.kind === "too-large") return { reason: "it is larger than 64 MiB" };
  if (read.kind === "unreadable") {
    const isMissing = host.kindOf(path) === undefined;
    return { reason: isMissing ? `${read.reason}; \`--update-baseline\` makes one` : read.reason };
  }
  const entries = entriesIn(read.bytes);
  return typeof entries === "string" ? { reason: entries } : { bytes: read.bytes, entries };
}

/** The entries of a baseline, or why the bytes are not one. */
function entriesIn(bytes: Uint8Array): readonly Entry[] | string {
  const value = parsed(bytes);
  if (value === undefined) return "it is not JSON";
  if (!isObject(value) || !Array.isArray(value["findings"])) return "it is not a baseline";
  const { version, findings } = value;
  if (typeof version === "number" && version > VERSION) return "it was written by a newer version of agentcfg";
  if (version !== VERSION) return "it is not a baseline";
  const entries = findings.flatMap((finding) => entryOf(finding) ?? []);
  return entries.length === findings.length
    ? entries
    : "not all of its findings have fingerprint, rule, layer and file";
}

function parsed(bytes: Uint8Array): Json | undefined {
  const { text, problem } = decode(bytes);
  if (problem !== undefined) return undefined;
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as Json;
  } catch {
    return undefined;
  }
}

function entryOf(value: Json): Entry | undefined {
  if (!isObject(value)) return undefined;
  const { fingerprint, rule, layer, file } = value;
  if (typeof fingerprint !== "string" || typeof rule !== "string" || typeof file !== "string") return undefined;
  return layer === "global" || layer === "project" ? { fingerprint, rule, layer, file } : undefined;
}

/** Writes a baseline, whole or not at all, if the file still has the content that was read; returns the reason for a failure. */
export function writeBaseline(
  host: WritingHost,
  file: string,
  { bytes: before }: Baseline,
  entries: readonly Entry[],
): string | undefined {
  const path = host.resolve(file);
  const bytes = new TextEncoder().encode(baselineText(entries));
  if (before === undefined) return host.createFile(path, bytes);
  const isSame = host.sha256(before) === host.sha256(bytes);
  return isSame ? undefined : host.replaceFile(path, before, bytes);
}

function baselineText(entries: readonly Entry[]): string {
  const lines = entries
    .map(({ fingerprint, rule, layer, file }) => ({
      key: [file, rule, fingerprint],
      line: JSON.stringify({ fingerprint, rule, layer, file }),
    }))
    .sort((a, b) => compareKeys(a.key, b.key))
    .map(({ line }) => `\n    ${line}`);
  const findings = lines.length === 0 ? "[]" : `[${lines.join(",")}\n  ]`;
  return escapedInQuotes(`{\n  "version": ${VERSION},\n  "findings": ${findings}\n}\n`);
}

function compareKeys(a: readonly string[], b: readonly string[]): number {
  const at = a.findIndex((part, index) => part !== b[index]);
  return at === -1 ? 0 : (a[at] ?? "") < (b[at] ?? "") ? -1 : 1;
}
