/** The history of a session, page after page (P-S39). */
import type { HistoryItem } from "../../../generated/protocol/types.js";
import type { Calls } from "./wire.js";

export interface HistoryOptions {
  /** A checkpoint of this run of the daemon; without one the history up to now. */
  readonly checkpoint?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** The items of a checkpoint page by page, from the first one on. Rejects as calls of a daemon do. */
export async function* pagesOf(
  wire: Calls,
  { checkpoint, signal }: HistoryOptions = {},
): AsyncGenerator<readonly HistoryItem[], void, undefined> {
  let query: Record<string, string> = checkpoint === undefined ? {} : { checkpoint };
  for (;;) {
    const page = await wire.call("history", { query, signal });
    yield page.items;
    if (page.next_page === null) return;
    query = { checkpoint: page.checkpoint, page: page.next_page };
  }
}

/** The same items, one by one. */
export async function* itemsOf(wire: Calls, options?: HistoryOptions): AsyncGenerator<HistoryItem, void, undefined> {
  for await (const items of pagesOf(wire, options)) yield* items;
}
