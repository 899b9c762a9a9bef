/** The body of a page: the JSON of its items is sent as it lies in the spool, so that no page is parsed (P-S39). */
import type { HistoryPage } from "../../../generated/protocol/types.js";
import type { LongBody } from "../../http/long-body.js";

/** Bytes of one write. */
const PIECE_BYTES = 262_144;

/** `items` is the JSON of the items with what is between them. */
export function pageBody({ next_page, ...head }: Omit<HistoryPage, "items">, items: Uint8Array): LongBody {
  const before = Buffer.from(`${JSON.stringify(head).slice(0, -1)},"items":[`);
  const after = Buffer.from(`],"next_page":${JSON.stringify(next_page)}}`);
  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield before;
    for (let at = 0; at < items.length; at += PIECE_BYTES) yield items.subarray(at, at + PIECE_BYTES);
    yield after;
  }
  return { length: before.length + items.length + after.length, pieces: pieces() };
}
