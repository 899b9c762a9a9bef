/** The history of a session, page after page (P-S39). */
import type { HistoryItem } from "../../../generated/protocol/types.js";
import type { DaemonClient } from "./daemon.js";

/** The items of a checkpoint, or without one all items of now. Rejects as calls of a daemon do. */
export async function* historyOf(
  client: DaemonClient,
  { checkpoint, signal }: { readonly checkpoint?: string; readonly signal?: AbortSignal } = {},
): AsyncGenerator<HistoryItem, void, undefined> {
  let query: Record<string, string> = checkpoint === undefined ? {} : { checkpoint };
  for (;;) {
    const page = await client.call("history", { query, ...(signal === undefined ? {} : { signal }) });
    yield* page.items;
    if (page.next_page === null) return;
    query = { checkpoint: page.checkpoint, page: page.next_page };
  }
}

/** The answers of a finished turn. */
export async function answersOf(client: DaemonClient, promptId: string): Promise<readonly HistoryItem[]> {
  const items: HistoryItem[] = [];
  for await (const item of historyOf(client))
    if (item.prompt_id === promptId && item.kind === "assistant_message") items.push(item);
  return items;
}
