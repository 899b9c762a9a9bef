/** Lists directories, for the search of projects. Part of the host; the library lists none. */
import { type Dirent, readdirSync } from "node:fs";
import type { FileKind } from "./host.js";
import { reasonOf } from "./node.js";

interface Entry {
  readonly name: string;
  readonly kind: FileKind;
}

/** `reason` completes the sentence "cannot read DIRECTORY: …". A removed directory is empty. */
export type Listing = readonly Entry[] | { readonly reason: string };

/** In no order. */
export function listDirectory(directory: string): Listing {
  try {
    return readdirSync(directory, { withFileTypes: true }).map(entryOf);
  } catch (error) {
    const reason = reasonOf(error, directory);
    if (reason !== GONE) return { reason };
    return directory.includes("\uFFFD") ? { reason: "its name is not UTF-8" } : [];
  }
}

const GONE = "there is no such file";

function entryOf(entry: Dirent): Entry {
  const { name } = entry;
  if (entry.isDirectory()) return { name, kind: "directory" };
  if (entry.isFile()) return { name, kind: "file" };
  return { name, kind: entry.isSymbolicLink() ? "link" : "other" };
}
