/** The part of a session's state that shows a client whether records are missing: the finished items, and the length of the open ones. */
import type { SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";

export interface Tally {
  /** Finished items of history. */
  readonly items: number;
  /** UTF-16 units of the text of each open item, by its id. */
  readonly open: Readonly<Record<string, number>>;
}

export function tallyOf(snapshot: Pick<SyncSnapshot, "history_total_items" | "open_items">): Tally {
  const open = snapshot.open_items.map(({ item_id, text }) => [item_id, text.length] as const);
  return { items: snapshot.history_total_items, open: Object.fromEntries(open) };
}

/** The tally after one more record; undefined when records before it are missing. */
export function tallied(tally: Tally, record: SyncRecordV1): Tally | undefined {
  switch (record.kind) {
    case "item_started":
      if (lengthOf(tally, record.item_id) !== undefined) return tally;
      return { ...tally, open: { ...tally.open, [record.item_id]: 0 } };
    case "item_delta": {
      const length = lengthOf(tally, record.item_id);
      if (length === undefined || record.offset > length) return undefined;
      const end = Math.max(length, record.offset + record.text.length);
      return end === length ? tally : { ...tally, open: { ...tally.open, [record.item_id]: end } };
    }
    case "item_finished": {
      const { index, item_id } = record.item;
      if (index > tally.items) return undefined;
      const { [item_id]: _, ...open } = tally.open;
      return { items: Math.max(tally.items, index + 1), open };
    }
    // Open items end with their turn.
    case "turn_finished":
      return { ...tally, open: {} };
    default:
      return tally;
  }
}

function lengthOf({ open }: Tally, itemId: string): number | undefined {
  return Object.hasOwn(open, itemId) ? open[itemId] : undefined;
}
