/** The `file:` address of a path, in the form of this system. */
import { pathToFileURL } from "node:url";

/** `path` is absolute. */
export function fileUrl(path: string): string {
  return pathToFileURL(path).href;
}
