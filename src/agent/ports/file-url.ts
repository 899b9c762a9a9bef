/** The `file:` address of a path, as this system writes it. */
import { pathToFileURL } from "node:url";

/** `path` is absolute. */
export function fileUrl(path: string): string {
  return pathToFileURL(path).href;
}
