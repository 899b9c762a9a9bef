/** Removing a directory with all its entries. */
import { rm } from "node:fs/promises";

/** A missing directory is not an error; links are not followed. Rejects with the system's error. */
export type RemoveTree = (path: string) => Promise<void>;

export const nodeRemoveTree: RemoveTree = (path) => rm(path, { recursive: true, force: true });
