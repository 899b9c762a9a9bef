/** The machine as a command line sees it: from its working directory, or from where that was. */
import { resolve } from "node:path";
import type { Host } from "./host.js";
import { nodeHost } from "./node.js";

/** A working directory that has been removed is still where the shell says that it is. */
export function ownHost(): Host {
  try {
    return nodeHost();
  } catch {
    return nodeHost({ cwd: resolve("/", process.env["PWD"] ?? "") });
  }
}
