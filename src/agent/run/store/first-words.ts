/** The first prompt of a session, for lists of sessions. The rest of its log is not checked. */
import { FileError, type Files } from "../../ports/files.js";
import { isFields } from "./check.js";
import { decodeLine } from "./line.js";
import type { SessionPaths } from "./paths.js";

/** Bytes of a log that are searched: the first number nearly always holds the first prompt, and a longer search than the second is not worth it. */
const BYTES = [8192, 1_048_576] as const;

/** The text of the first prompt, or its beginning; undefined without a prompt, and for a log that cannot be read. */
export async function firstPrompt(files: Files, { log }: SessionPaths): Promise<string | undefined> {
  try {
    const file = await files.open(files.join(log, "000001.log"), "read");
    try {
      for (const bytes of BYTES) {
        const text = promptIn(await file.readAt(0, bytes));
        if (text !== undefined) return text;
        if ((await file.status()).size <= bytes) break;
      }
      return undefined;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof FileError) return undefined;
    throw error;
  }
}

function promptIn(bytes: Uint8Array): string | undefined {
  let from = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
    const entry = decodeLine(bytes.subarray(from, end + 1));
    from = end + 1;
    const item = entry?.["t"] === "prompt" ? entry["item"] : undefined;
    if (isFields(item) && typeof item["text"] === "string") return item["text"];
  }
  return undefined;
}
