/** Removing a directory with all its entries. */
import { rename, rm } from "node:fs/promises";
import { pid } from "node:process";

/** All of it goes at one moment, so that nobody finds a part of it. Links are not followed. Rejects with the system's error. */
export type RemoveTree = (path: string) => Promise<void>;

/** The directory has another name before its entries go, with a `~`, which no session has. */
export const nodeRemoveTree: RemoveTree = async (path) => {
  const aside = `${path}~${pid}`;
  await rename(path, aside);
  await rm(aside, { recursive: true, force: true });
};
