/** Converts between names of files and `file:` addresses, which depend on the system. Part of the host. */
import { fileURLToPath, pathToFileURL } from "node:url";

/** Undefined for an address of no file on this machine. */
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
