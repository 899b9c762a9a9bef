/** A directory with all that is in it, away. */
import { rm } from "node:fs/promises";

/** Nothing happens when there is none; links are not followed. Rejects with the system's error. */
export type RemoveTree = (path: string) => Promise<void>;

export const nodeRemoveTree: RemoveTree = (path) => rm(path, { recursive: true, force: true });
