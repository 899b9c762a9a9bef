/** The first prompt of a session and its title, for lists of sessions. The rest of its log is not checked. */
import { FileError, type Files } from "../../ports/files.js";
import { isFields } from "./check.js";
import { decodeLine } from "./line.js";
import type { SessionPaths } from "./paths.js";

/** Bytes of a log that are searched: the first number nearly always holds both, and a longer search than the second is not worth it. */
const BYTES = [8192, 1_048_576] as const;

export interface FirstWords {
  /** The text of the first prompt, or its beginning. */
  readonly prompt?: string | undefined;
  /** The first title. */
  readonly title?: string | undefined;
}

/** What a log begins with; empty for one that cannot be read. */
export async function firstWords(files: Files, { log }: SessionPaths): Promise<FirstWords> {
  try {
    const file = await files.open(files.join(log, "000001.log"), "read");
    try {
      let words: FirstWords = {};
      for (const bytes of BYTES) {
        words = wordsIn(await file.readAt(0, bytes));
        if (words.title !== undefined || (await file.status()).size <= bytes) break;
      }
      return words;
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof FileError) return {};
    throw error;
  }
}

function wordsIn(bytes: Uint8Array): FirstWords {
  let words: FirstWords = {};
  let from = 0;
  for (let end = bytes.indexOf(10); end !== -1; end = bytes.indexOf(10, from)) {
    const entry = decodeLine(bytes.subarray(from, end + 1));
    const [item, title] = [entry?.["item"], entry?.["title"]];
    from = end + 1;
    if (entry?.["t"] === "prompt" && words.prompt === undefined && isFields(item) && typeof item["text"] === "string")
      words = { ...words, prompt: item["text"] };
    if (entry?.["t"] === "session" && typeof title === "string") return { ...words, title };
  }
  return words;
}
