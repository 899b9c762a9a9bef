/** The last messages of a session before a conversation begins. */
import { print, type Terminal } from "../../terminal/terminal.js";
import { harmless } from "../../text/escape.js";
import type { Daemon, HistoryItem } from "../wire/client/index.js";

/** Messages that are shown, and characters of each. */
const MOST = 10;
const LONGEST = 2000;

/** Prints them on standard error: standard output is for answers. */
export async function sayEarlier(
  { stderr }: Pick<Terminal, "stderr">,
  client: Daemon,
  checkpoint: string,
  signal: AbortSignal,
): Promise<void> {
  const last: HistoryItem[] = [];
  let count = 0;
  for await (const item of client.history({ checkpoint, signal })) {
    if (item.kind !== "user_message" && item.kind !== "assistant_message") continue;
    count += 1;
    last.push(item);
    if (last.length > MOST) last.shift();
  }
  const more = count > MOST ? `… ${count - MOST} messages before these\n` : "";
  await print(stderr, `${more}${last.map(shown).join("")}`);
}

function shown({ kind, text = "", elided }: HistoryItem): string {
  const isCut = text.length > LONGEST || elided !== undefined;
  const part = `${harmless(text.slice(0, LONGEST).replace(/[\ud800-\udbff]$/, ""))}${isCut ? "…" : ""}`;
  return `${kind === "user_message" ? `> ${part}` : part}\n`;
}
