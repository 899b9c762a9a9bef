/** A log file: lines are added in order. A disk that refuses loses lines, and stops nothing. */
import { FileError, type Files } from "../ports/files.js";

/** A function that adds a line, or the reason why the file cannot be opened. */
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
