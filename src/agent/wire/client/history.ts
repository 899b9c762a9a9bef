/** The history of a session, page after page (P-S39, P-S41). */
import type { HistoryItem, HistoryPage } from "../../../generated/protocol/types.js";

export interface HistoryOptions {
  /** A checkpoint of this run of the daemon; without one the history up to now. */
  readonly checkpoint?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

type Query = Readonly<Record<string, string>>;

/** The pages of a checkpoint, or of the history as it is now. Rejects as `ask` does. */
export async function* pagesOf<Page extends Pick<HistoryPage, "checkpoint" | "next_page">>(
  ask: (query: Query) => Promise<Page>,
  checkpoint?: string | undefined,
): AsyncGenerator<Page, void, undefined> {
  let query: Query = checkpoint === undefined ? {} : { checkpoint };
  for (;;) {
    const page = await ask(query);
    yield page;
    if (page.next_page === null) return;
    query = { checkpoint: page.checkpoint, page: page.next_page };
  }
}

/** Their items, one by one. */
export async function* itemsOf(
  pages: AsyncIterable<Pick<HistoryPage, "items">>,
): AsyncGenerator<HistoryItem, void, undefined> {
  for await (const { items } of pages) yield* items;
}
