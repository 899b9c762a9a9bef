/** Where a path leads. */
import { realpath } from "node:fs/promises";

/** The path with all links followed; undefined when nothing is there. Never rejects. */
export type RealPath = (path: string) => Promise<string | undefined>;

export const nodeRealPath: RealPath = (path) => realpath(path).catch(() => undefined);
