/** A planned change of a file, decided before any file is written. */
import { decode, MAX_SIZE } from "../../toolkit/read/document/encoding.js";
import type { Format } from "../../toolkit/read/document/formats.js";
import { type Document, parse } from "../../toolkit/read/document/parse.js";
import { displayName, type FileKind, type Host } from "../../toolkit/read/host/host.js";

/** A file to write, or the reason why it is left or refused. */
export type Change =
  | {
      readonly kind: "write";
      readonly file: string;
      readonly before: Uint8Array | undefined;
      readonly after: Uint8Array;
      readonly done: string;
    }
  /** No change is needed; `why` completes "FILE: …". */
  | { readonly kind: "leave"; readonly file: string; readonly why: string }
  /** `why` completes "cannot write FILE: …". */
  | { readonly kind: "refuse"; readonly file: string; readonly why: string };

/** The present content of a file: its bytes, no file, or why it cannot be changed. */
type Present = { readonly bytes: Uint8Array | undefined } | { readonly why: string };

const UNFIT: Readonly<Record<Exclude<FileKind, "file">, string>> = {
  directory: "it is a directory",
  link: "it is a symbolic link",
  other: "it is not a regular file",
  unknown: "permission denied",
};

/** The file at a name, if it may be replaced. A missing directory is created later. */
export function presentAt(host: Host, file: string): Present {
  const around = host.kindOf(host.join(file, ".."));
  if (around === "link") return { why: "it is reached through a symbolic link" };
  if (around === "file" || around === "other") return { why: "a part of its path is not a directory" };
  const kind = around === undefined ? undefined : host.kindOf(file);
  if (kind === undefined) return { bytes: undefined };
  if (kind !== "file") return { why: UNFIT[kind] };
  const read = host.readFile(file, MAX_SIZE);
  if (read.kind === "bytes") return { bytes: read.bytes };
  return { why: read.kind === "too-large" ? "it is too large" : read.reason };
}

/** The document in some bytes; undefined if they are not UTF-8. */
export function documentIn(host: Host, file: string, bytes: Uint8Array, format: Format): Document | undefined {
  const { text, problem } = decode(bytes);
  return problem === undefined ? parse({ file: displayName(host, file), text }, format) : undefined;
}

export function encoded(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}
