/** Names of files as `file:` addresses. Part of the host: which names there are depends on the system. */
import { fileURLToPath, pathToFileURL } from "node:url";

/** Undefined for an address that stands for no file of this machine. */
export function fileOfUrl(url: string): string | undefined {
  try {
    return fileURLToPath(url);
  } catch {
    return undefined;
  }
}

export function urlOfFile(file: string): string {
  return pathToFileURL(file).href;
}
