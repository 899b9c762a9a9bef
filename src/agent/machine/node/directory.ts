/** The names in a directory of this machine, read in parts. */
import type { Dir } from "node:fs";
import { opendir, stat } from "node:fs/promises";
import { join } from "node:path";
import type { DirectoryEntry, ReadDirectory } from "../interfaces/directory.js";

/** Names that are read at once. */
const AT_ONCE = 1024;

export const nodeReadDirectory: ReadDirectory = async (path, { matches, most, signal }) => {
  const entries: DirectoryEntry[] = [];
  let looked = 0;
  let directory: Dir | undefined;
  try {
    directory = await opendir(path, { bufferSize: AT_ONCE });
    while (looked < most && !signal.aborted) {
      const entry = await directory.read();
      if (entry === null) break;
      looked += 1;
      if (!matches(entry.name)) continue;
      const isLink = entry.isSymbolicLink();
      const isDirectory = isLink ? await leadsToDirectory(join(path, entry.name)) : entry.isDirectory();
      entries.push({ name: entry.name, isDirectory, isLink });
    }
  } catch {
    // It does not exist, is no directory, or may not be read.
  }
  await directory?.close().catch(() => {});
  return { entries, looked };
};

async function leadsToDirectory(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch {
    return false;
  }
}
