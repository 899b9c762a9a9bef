/**
 * The disk of this machine for a command that waits for nothing else: small files and directories are read in place. An asynchronous read costs
 * several times as much, and a list of sessions has thousands of them. A server uses `nodeFiles`.
 */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { FileError, type Files } from "../interfaces/files.js";
import { about, unless } from "./file-errors.js";
import { nodeFiles, READING } from "./files.js";

/** As `nodeFiles.read`: a file that grows meanwhile counts as too long. */
function readAll(path: string, limit: number): Uint8Array {
  const descriptor = openSync(path, READING);
  try {
    const stats = fstatSync(descriptor);
    if (!stats.isFile()) throw new FileError("not-a-file", path, "EFTYPE");
    const bytes = Buffer.allocUnsafeSlow(Math.min(stats.size, limit) + 1);
    let end = 0;
    while (end < Math.min(stats.size, limit + 1)) {
      const count = readSync(descriptor, bytes, end, bytes.length - end, end);
      if (count === 0) break;
      end += count;
    }
    if (end > limit) throw new FileError("io", path, "EFBIG");
    return new Uint8Array(bytes.buffer, 0, end);
  } finally {
    closeSync(descriptor);
  }
}

export const nodeFilesAtOnce: Files = {
  ...nodeFiles,
  read: (path, limit) => about(path, async () => readAll(path, limit)),
  async list(path) {
    const names = await unless(
      ["missing"],
      about(path, async () => readdirSync(path)),
    );
    return (names ?? []).sort();
  },
};
