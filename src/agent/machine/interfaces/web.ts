/** The machine of a browser: time, chance and requests, which Node.js has too. Imports no module of Node.js. */
import type { Clock } from "./clock.js";
import type { FetchLike } from "./fetch.js";
import type { Random } from "./random.js";

export const webClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  after(ms, run) {
    const timer = setTimeout(run, Math.max(0, ms));
    return () => clearTimeout(timer);
  },
};

export const webRandom: Random = { bytes: (count) => crypto.getRandomValues(new Uint8Array(count)) };

/** The global `fetch` at the moment of the call: a page may replace it. */
export const webFetch: FetchLike = (url, request) => fetch(url, request);

/** Reads a whole text file; rejects if it is unreadable, as always in a browser. */
export type ReadText = (path: string) => Promise<string>;

interface NodeFiles {
  readFile(path: string, encoding: "utf8"): Promise<string>;
}

export const readText: ReadText = async (path) => {
  const { process } = globalThis as { process?: { getBuiltinModule?: (name: string) => unknown } };
  const files = process?.getBuiltinModule?.("node:fs/promises") as NodeFiles | undefined;
  if (files === undefined) throw new Error("there are no files here");
  return files.readFile(path, "utf8");
};
