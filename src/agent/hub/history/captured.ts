/** The parts of a capture that stay in memory: the places of its items, and the attachments that they list. */
import { type PageLimits, PageRoom } from "../../http/page-room.js";
import type { Advertisement } from "../../run/store/advertised.js";

/** The part of the spool that holds the items: JSON, each followed by `SEPARATOR`. */
export const ITEMS = "items";

/** Between two items of a JSON array. */
export const SEPARATOR = ",\n";

export interface CapturedAttachment extends Advertisement {
  /** `kept`: its bytes are in the spool, under its id. `gone`: the source has none. `damaged`: they do not fit their digest. */
  readonly state: "kept" | "gone" | "damaged";
}

export interface Captured {
  readonly sessionId: string;
  readonly title: string | null;
  /** The source when it was captured. */
  readonly mark: string;
  /** The ends of the items in their part, `SEPARATOR` counted. */
  readonly ends: readonly number[];
  readonly attachments: ReadonlyMap<string, CapturedAttachment>;
}

/** A page: its items, by index, and the place of their JSON with what is between them. */
export interface PagePlace {
  readonly next: number;
  readonly offset: number;
  readonly length: number;
}

/** The page that begins at an item. */
export function pagePlace({ ends }: Captured, from: number, limits: PageLimits): PagePlace {
  const room = new PageRoom(limits);
  const endOf = (index: number): number => ends[index] ?? 0;
  let next = from;
  while (next < ends.length && room.takes(endOf(next) - endOf(next - 1) - SEPARATOR.length)) next += 1;
  const [offset, end] = [endOf(from - 1), endOf(next - 1)];
  return { next, offset, length: Math.max(0, end - offset - SEPARATOR.length) };
}
