/** Pages of the session's history, limited by items and by bytes (spec 8, P-S39). */
import { limits } from "../../generated/protocol/tables.js";
import type { HistoryItem } from "../../generated/protocol/types.js";
import type { SessionStore } from "../run/store/session.js";

/** Items of one read: a whole page of items of the greatest length would take too much memory. */
const AT_ONCE = 16;

/** Bytes of a page without its items, at most. */
const FRAME_BYTES = 4096;

/** The items from index `from` to before index `to` that fit into one page, and at least one. Rejects as `SessionStore.items` does. */
export async function itemsOfPage(store: SessionStore, from: number, to: number): Promise<readonly HistoryItem[]> {
  const page: HistoryItem[] = [];
  const end = Math.min(to, from + limits.historyPageItems);
  let bytes = FRAME_BYTES;
  for (let next = from; next < end; next += AT_ONCE) {
    for (const item of await store.items(next, Math.min(end, next + AT_ONCE))) {
      bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
      if (bytes > limits.historyPageBytes && page.length > 0) return page;
      page.push(item);
    }
  }
  return page;
}
