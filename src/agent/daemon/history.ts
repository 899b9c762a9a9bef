/** Pages of the session's history: so many items, and so many bytes (spec 8, P-S39). */
import { limits } from "../../generated/protocol/tables.js";
import type { HistoryItem } from "../../generated/protocol/types.js";
import type { SessionStore } from "../run/store/session.js";

/** Items that are read at once: as many as fit, each at its longest, would be too much. */
const AT_ONCE = 16;

/** Room for all of a page that is no item. */
const FRAME_BYTES = 4096;

/** Items from one index on, up to before another one, as many as a page holds; at least one, if there is one. Rejects as reading does. */
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
