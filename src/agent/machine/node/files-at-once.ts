/**
 * The disk of this machine for a command that waits for nothing else: small files and directories are read in place. An asynchronous read costs
 * several times as much, and a list of sessions has thousands of them. A server uses `nodeFiles`.
 */
import { closeSync, fstatSync, lstatSync, openSync, readdirSync, readSync } from "node:fs";
import { FileError, type Files } from "../interfaces/files.js";
import { fileError } from "./file-errors.js";
import { nodeFiles, READING, statusOf } from "./files.js";

/** As `nodeFiles.read`: a file that grows meanwhile counts as too long. */
function readAll(path: string, limit: number): Uint8Array {
  const descriptor = openSync(path, READING);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new FileError("not-a-file", path, "EFTYPE");
    // Small ones share their memory, of which each thousand would cost a collection.
    const bytes = Buffer.allocUnsafe(Math.min(stats.size, limit) + 1);
    let end = 0;
    while (end < Math.min(stats.size, limit + 1)) {
      const count = readSync(descriptor, bytes, end, bytes.length - end, end);
      if (count === 0) break;
      end += count;
    }
    if (end > limit) throw new FileError("io", path, "EFBIG");
    return new Uint8Array(bytes.buffer, bytes.byteOffset, end);
  } finally {
    closeSync(descriptor);
  }
}

/** An async function without a wait: its value costs one promise. */
export const nodeFilesAtOnce: Files = {
  ...nodeFiles,
  async read(path, limit) {
    try {
      return readAll(path, limit);
    } catch (error) {
      throw fileError(path, error);
    }
  },
  async status(path) {
    try {
      const stats = lstatSync(path, { throwIfNoEntry: false });
      return stats && statusOf(stats);
    } catch (error) {
      const failed = fileError(path, error);
      if (failed.failure === "missing" || failed.failure === "not-a-file") return undefined;
      throw failed;
    }
  },
  async list(path) {
    try {
      return readdirSync(path).sort();
    } catch (error) {
      const failed = fileError(path, error);
      if (failed.failure === "missing") return [];
      throw failed;
    }
  },
};
