/** One change of a session, and the place after it. */
import type { HistoryItem, ItemFinished, SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import type { Tally } from "../core/tally.js";
import type { Point } from "./point.js";
import type { Opaque } from "./tokens.js";

export type Change =
  /** A finished item of history, each once and in order. `record` is present when it came by the stream. */
  | { readonly kind: "item"; readonly item: HistoryItem; readonly record?: Opaque<ItemFinished> }
  /** The state of the session after the items so far, where no records lead on: it replaces what records have told. */
  | { readonly kind: "snapshot"; readonly snapshot: Opaque<SyncSnapshot> }
  /** Any other record, one of a kind that is unknown included. */
  | { readonly kind: "record"; readonly record: Opaque<Exclude<SyncRecordV1, ItemFinished>> };

/** About an application of a change. */
export interface Applying {
  /** The place after this change, for programs that keep it together with what the change does to them. */
  readonly point: Point;
  /**
   * Whether this is the first change after `load`. A program that ended between `apply` and `save` has applied this one already; no other
   * change can come twice.
   */
  readonly mayBeRepeated: boolean;
}

/** The session of a place, and the stream that it is in, if any. */
interface Whereabouts {
  readonly sessionId: string;
  readonly epoch?: string;
}

/** The point is made when somebody asks for it: most followers of a stream keep none. */
export class Step implements Applying {
  readonly change: Change;
  mayBeRepeated = false;
  readonly #where: Whereabouts;
  readonly #tally: Tally;
  readonly #cursor: string;

  /** `cursor` is of the stream of `where`. */
  constructor(change: Change, where: Whereabouts, tally: Tally, cursor = "") {
    this.change = change;
    this.#where = where;
    this.#tally = tally;
    this.#cursor = cursor;
  }

  get point(): Point {
    const { items, open } = this.#tally;
    const { sessionId: session_id, epoch } = this.#where;
    if (epoch === undefined) return { version: 1, session_id, items };
    return { version: 1, session_id, items, stream: { daemon_epoch: epoch, cursor: this.#cursor, open } };
  }
}

/** The change that a record makes. */
export function changeOf(record: SyncRecordV1): Change {
  // Types of tokens are for the compiler alone.
  if (record.kind === "item_finished")
    return { kind: "item", item: record.item, record: record as Opaque<ItemFinished> };
  return { kind: "record", record: record as Opaque<Exclude<SyncRecordV1, ItemFinished>> };
}
