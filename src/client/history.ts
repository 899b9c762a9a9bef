/** The history of a session, page after page (P-S39). */
import type { HistoryItem } from "../generated/protocol/types.js";
import type { DaemonClient } from "./daemon.js";

/** `checkpoint`: which items; without one, all that there are now. */
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

/** What a finished turn said. */
export async function answerOf(client: DaemonClient, promptId: string): Promise<string> {
  const texts: string[] = [];
  for await (const { prompt_id, kind, text = "" } of historyOf(client))
    if (prompt_id === promptId && kind === "assistant_message") texts.push(text);
  return texts.join("\n");
}
