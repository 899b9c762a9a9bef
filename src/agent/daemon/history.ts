/** The items of a page of the session's history (spec 8, P-S39). */
import type { HistoryItem } from "../../generated/protocol/types.js";
import { type PageLimits, PageRoom } from "../http/page-room.js";
import type { SessionStore } from "../run/store/session.js";

/** Items of one read: a whole page of items of the greatest length would take too much memory. */
const AT_ONCE = 16;

/** The items from index `from` to before index `to` that fit into one page, and at least one. Rejects as `SessionStore.items` does. */
export async function itemsOfPage(
  store: SessionStore,
  { from, to }: { readonly from: number; readonly to: number },
  limits: PageLimits,
): Promise<readonly HistoryItem[]> {
  const page: HistoryItem[] = [];
  const room = new PageRoom(limits);
  const end = Math.min(to, from + limits.historyPageItems);
  for (let next = from; next < end; next += AT_ONCE) {
    for (const item of await store.items(next, Math.min(end, next + AT_ONCE))) {
      if (!room.takes(Buffer.byteLength(JSON.stringify(item)))) return page;
      page.push(item);
    }
  }
  return page;
}
