/** The last messages of a session before a conversation begins, from the end of its log: a long history is not read. */
import type { HistoryItem, LogEntry } from "../../generated/protocol/types.js";
import { print, type Terminal } from "../../terminal/terminal.js";
import { beginningOf } from "../../text/beginning.js";
import { harmless } from "../../text/escape.js";
import { FileError } from "../ports/files.js";
import { machine } from "../program/machine.js";
import { entriesFromEnd } from "../run/store/from-end.js";
import type { SessionPaths } from "../run/store/paths.js";

/** Messages that are shown, and characters of each. */
const MOST = 10;
const LONGEST = 2000;

/** Bytes of the log that are searched for them. */
const BYTES = 16_777_216;

/**
 * Prints them on standard error, as standard output is for answers, and returns them. `total`: items of the history that is meant; later ones are
 * still to come.
 */
export async function sayEarlier(
  { stderr }: Pick<Terminal, "stderr">,
  { log }: SessionPaths,
  total: number,
): Promise<readonly HistoryItem[]> {
  const last = await lastMessages(log, total);
  const before = last[0]?.index ?? 0;
  const more = before === 0 ? "" : `… ${before} ${before === 1 ? "item" : "items"} before these\n`;
  await print(stderr, `${more}${last.map(shown).join("")}`);
  return last;
}

async function lastMessages(directory: string, total: number): Promise<readonly HistoryItem[]> {
  const last: HistoryItem[] = [];
  try {
    for await (const entry of entriesFromEnd({ files: machine.files, directory, most: BYTES })) {
      const item = messageIn(entry);
      if (item !== undefined && item.index < total) last.unshift(item);
      if (last.length === MOST || item?.index === 0) break;
    }
  } catch (error) {
    if (!(error instanceof FileError)) throw error;
  }
  return last;
}

function messageIn(entry: LogEntry): HistoryItem | undefined {
  const item = entry.t === "item" || entry.t === "prompt" ? entry.item : undefined;
  return item?.kind === "user_message" || item?.kind === "assistant_message" ? item : undefined;
}

function shown({ kind, text = "", elided, partial, attachments = [] }: HistoryItem): string {
  const isCut = text.length > LONGEST || elided !== undefined || partial === true;
  const part = harmless(beginningOf(text, LONGEST)).trimEnd();
  const more = attachments.length === 0 ? "" : `(attachments: ${attachments.length})`;
  const whole = [`${part}${isCut ? "…" : ""}`, more].filter((one) => one !== "").join(" ");
  // Each line of a prompt is marked, so that it cannot pass for an answer.
  return kind === "user_message" ? whole.replace(/^/gm, "> ").concat("\n") : `${whole}\n`;
}
