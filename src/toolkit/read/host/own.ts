/** The machine of a command line: it starts in the working directory, even a removed one. */
import { resolve } from "node:path";
import type { WritingHost } from "./host.js";
import { nodeHost } from "./writing.js";

/** For a removed working directory, the path in `PWD`. */
export function ownHost(): WritingHost {
  try {
    return nodeHost();
  } catch {
    return nodeHost({ cwd: resolve("/", process.env["PWD"] ?? "") });
  }
}
