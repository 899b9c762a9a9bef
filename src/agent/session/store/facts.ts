/** The facts about a session that a list shows, from `final.json` or the ends of its log: the whole log is never read. */
import { FileError, type Files } from "../../machine/interfaces/files.js";
import { LineReader } from "../../wire/protocol/line-reader.js";
import { isFields } from "./check.js";
import { entriesFromEnd } from "./from-end.js";
import type { ListedSession } from "./list.js";
import type { SessionPaths } from "./paths.js";
import { decodeContent } from "./segment.js";

export interface SessionFacts {
  readonly title: string | undefined;
  /** The text of the first prompt, or its beginning. */
  readonly firstPrompt: string | undefined;
  /** The time of the last line of the log; undefined when no line near its end can be read. */
  readonly lastAt: string | undefined;
}

/** Bytes of a log that are searched from its end. The longest line is shorter. */
const BYTES = 2_097_152;

/** `wantsPrompt`: without it, the log of a session whose small files have the title is not opened for it, and its first prompt is undefined. */
export async function factsOf(
  files: Files,
  { paths, file, final }: ListedSession,
  wantsPrompt = true,
): Promise<SessionFacts> {
  const known = final?.title ?? file?.title;
  const isKnown = known !== undefined && !wantsPrompt;
  const { prompt, title } = isKnown ? {} : await firstWords(files, paths);
  const lastAt = final?.last_at ?? (await lastTime(files, paths.log));
  return { title: known ?? title, firstPrompt: prompt, lastAt };
}

async function lastTime(files: Files, directory: string): Promise<string | undefined> {
  try {
    for await (const { at } of entriesFromEnd({ files, directory, most: BYTES })) return at;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
  return undefined;
}

/** Bytes of a log that are searched: the first number nearly always holds both, and a longer search than the second is not worth it. */
const STEPS = [8192, 1_048_576] as const;

interface FirstWords {
  /** The text of the first prompt, or its beginning. */
  readonly prompt?: string | undefined;
  /** The first title. */
  readonly title?: string | undefined;
}

/**
 * The first prompt and the title of a session, from the beginning of its log, of which the rest is not checked; empty for one that cannot be
 * read.
 */
async function firstWords(files: Files, { log }: SessionPaths): Promise<FirstWords> {
  try {
    const file = await files.open(files.join(log, "000001.log"), "read");
    try {
      let words: FirstWords = {};
      for (const bytes of STEPS) {
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
  const lines = new LineReader();
  lines.push(bytes);
  let words: FirstWords = {};
  for (let line = lines.nextBytes(); line !== undefined; line = lines.nextBytes()) {
    const entry = decodeContent(line);
    const [item, title] = [entry?.["item"], entry?.["title"]];
    if (entry?.["t"] === "prompt" && words.prompt === undefined && isFields(item) && typeof item["text"] === "string")
      words = { ...words, prompt: item["text"] };
    if (entry?.["t"] === "session" && typeof title === "string") return { ...words, title };
  }
  return words;
}
