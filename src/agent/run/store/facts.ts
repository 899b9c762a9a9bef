/** The facts about a session that a list shows, from `final.json` or the ends of its log: the whole log is never read. */
import { FileError, type Files } from "../../ports/files.js";
import { firstWords } from "./first-words.js";
import { entriesFromEnd } from "./from-end.js";
import type { ListedSession } from "./list.js";

export interface SessionFacts {
  readonly title: string | undefined;
  /** The text of the first prompt, or its beginning. */
  readonly firstPrompt: string | undefined;
  /** The time of the last line of the log; undefined when no line near its end can be read. */
  readonly lastAt: string | undefined;
}

/** Bytes of a log that are searched from its end. The longest line is shorter. */
const BYTES = 2_097_152;

/** `wantsPrompt`: without it, the log of a session whose `final.json` has the title is not opened, and its first prompt is undefined. */
export async function factsOf(
  files: Files,
  { paths, final }: ListedSession,
  wantsPrompt = true,
): Promise<SessionFacts> {
  const isKnown = final?.title !== undefined && final.title !== null && !wantsPrompt;
  const { prompt, title } = isKnown ? {} : await firstWords(files, paths);
  const lastAt = final?.last_at ?? (await lastTime(files, paths.log));
  return { title: final?.title ?? title, firstPrompt: prompt, lastAt };
}

async function lastTime(files: Files, directory: string): Promise<string | undefined> {
  try {
    for await (const { at } of entriesFromEnd({ files, directory, most: BYTES })) return at;
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
  return undefined;
}
