/** Replaces or creates a file whole or not at all. Part of the host. */
import {
  closeSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  unlinkSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

/** Undefined when the file was replaced; otherwise why not, completing "cannot write FILE: …". */
export type Refusal = string | undefined;

/**
 * Writes beside the file and renames over it, so that whoever looks sees the old file or the new one. Keeps the mode.
 * Refuses links, and a file that no longer holds the bytes it was read with.
 */
export function replaceFile(file: string, before: Uint8Array, after: Uint8Array): Refusal {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  let isOurs = false;
  try {
    const stat = lstatSync(file);
    if (!stat.isFile()) return stat.isSymbolicLink() ? "it is a symbolic link" : "it is not a regular file";
    if (!readFileSync(file).equals(before)) return "it changed meanwhile";
    const descriptor = openSync(temporary, "wx", 0o600);
    isOurs = true;
    try {
      writeAll(descriptor, after);
      fchmodSync(descriptor, stat.mode);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(temporary, file);
    return undefined;
  } catch (error) {
    if (isOurs) discard(temporary);
    return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
  }
}

/** Writes beside and links into place, so that the file appears whole, and never over another one. For its user's eyes only. */
export function createFile(file: string, bytes: Uint8Array): Refusal {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  let isOurs = false;
  try {
    mkdirSync(dirname(file), { recursive: true });
    const descriptor = openSync(temporary, "wx", 0o600);
    isOurs = true;
    try {
      writeAll(descriptor, bytes);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    linkSync(temporary, file);
    discard(temporary);
    return undefined;
  } catch (error) {
    if (isOurs) discard(temporary);
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown error";
    return code === "EEXIST" ? "it exists meanwhile" : code;
  }
}

function writeAll(descriptor: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
}

function discard(temporary: string): void {
  try {
    unlinkSync(temporary);
  } catch {
    // It stays behind; the file itself is as it was.
  }
}
