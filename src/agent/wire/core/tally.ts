/**
 * The part of a session's state that shows a client whether records are missing: the number of finished items, and the lengths of open
 * ones.
 */
import type { SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";

export interface Tally {
  /** Finished items of history. */
  readonly items: number;
  readonly open: readonly OpenLength[];
}

/** An open item, and the UTF-16 units of its text. */
interface OpenLength {
  readonly item_id: string;
  readonly length: number;
}

export function tallyOf(snapshot: Pick<SyncSnapshot, "history_total_items" | "open_items">): Tally {
  const open = snapshot.open_items.map(({ item_id, text }) => ({ item_id, length: text.length }));
  return { items: snapshot.history_total_items, open };
}

/** The tally after one more record; undefined if it is not the next one. */
export function tallied(tally: Tally, record: SyncRecordV1): Tally | undefined {
  const { items, open } = tally;
  switch (record.kind) {
    case "item_started": {
      const { item_id } = record;
      return open.some((item) => item.item_id === item_id) ? tally : { items, open: [...open, { item_id, length: 0 }] };
    }
    case "item_delta": {
      const { item_id, offset, text } = record;
      const at = open.findIndex((item) => item.item_id === item_id);
      const length = open[at]?.length;
      if (length === undefined || offset > length) return undefined;
      const end = Math.max(length, offset + text.length);
      return end === length ? tally : { items, open: open.with(at, { item_id, length: end }) };
    }
    case "item_finished": {
      const { index, item_id } = record.item;
      // A counted item would come twice.
      if (index !== items) return undefined;
      return { items: index + 1, open: open.filter((item) => item.item_id !== item_id) };
    }
    // Open items end with their turn.
    case "turn_finished":
      return { items, open: [] };
    default:
      return tally;
  }
}
