/** The answers of a finished turn. */
import type { Daemon, HistoryItem } from "../wire/client/index.js";

/** Rejects as calls of a daemon do. */
export async function answersOf(client: Daemon, promptId: string): Promise<readonly HistoryItem[]> {
  const items: HistoryItem[] = [];
  for await (const item of client.history())
    if (item.prompt_id === promptId && item.kind === "assistant_message") items.push(item);
  return items;
}
