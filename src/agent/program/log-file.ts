/** A file that lines are added to, in order; a disk that takes nothing more loses them and nothing else. */
import { FileError, type Files } from "../ports/files.js";

/** What adds a line; a text says why there is none. */
export async function appender(files: Files, path: string): Promise<((line: string) => void) | string> {
  try {
    const file = await files.open(path, (await files.status(path)) === undefined ? "create" : "append");
    let last: Promise<void> = Promise.resolve();
    return (line) => {
      last = last.then(() => file.append(Buffer.from(line))).catch(() => {});
    };
  } catch (error) {
    if (error instanceof FileError) return `${error.failure} (${error.detail})`;
    throw error;
  }
}
