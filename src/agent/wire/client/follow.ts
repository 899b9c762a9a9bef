/** A follower that saves its place (spec 1, steps 5 to 8; C081): it applies each change, then saves its point. */
import type {
  HistoryItem,
  HistoryPage,
  ItemFinished,
  SyncMessage,
  SyncRecordV1,
  SyncSnapshot,
} from "../../../generated/protocol/types.js";
import { pointOf, Replica } from "../core/replica.js";
import type { FreshRecord } from "../core/stream-replica.js";
import type { Tally } from "../core/tally.js";
import { applySteps } from "./apply-steps.js";
import { ClientError, type Server } from "./errors.js";
import { type Course, stepsOf } from "./follower.js";
import { Pages } from "./history.js";
import { mayPass, type Timing } from "./patience.js";
import { checkedPoint, type Point, syncPointOf } from "./point.js";
import type { DaemonWire } from "./surfaces.js";
import type { Opaque } from "./tokens.js";

export interface FollowOptions {
  /** The last saved point; undefined at the very first start. */
  readonly load?: () => Promise<Point | undefined> | Point | undefined;
  /** Saves a point, after its change was applied. */
  readonly save?: (point: Point) => Promise<void> | void;
  /**
   * Applies a change. The next one is read from the connection after this call: a slow program slows the daemon's stream, and fills no
   * memory.
   */
  readonly apply: (change: Change, about: Applying) => Promise<void> | void;
  /** Without a saved point: from the beginning of history, or from now (default `beginning`). */
  readonly from?: "beginning" | "now";
  /**
   * Milliseconds in a row that the daemon may be unreachable (default: no limit for a folder, whose daemon may be continued; 60,000 for a
   * fixed address).
   */
  readonly patience?: number;
  readonly signal?: AbortSignal;
}

/** Milliseconds that the daemon of a fixed address may be unreachable. */
const PATIENCE = 60_000;

/**
 * Resolves when the session stops, or when the signal aborts. Rejects with a `ClientError`; with the error of `load` or `apply`, before
 * saving the point; and with `SaveFailed`.
 */
export async function follow(
  wire: DaemonWire,
  timing: Timing,
  onSnapshot: (snapshot: Opaque<SyncSnapshot>) => void,
  { load, save, apply, from, signal = new AbortController().signal, ...options }: FollowOptions,
): Promise<void> {
  const isFolder = wire.place.sessionDirectory !== undefined;
  const { patience = isFolder ? Number.POSITIVE_INFINITY : PATIENCE } = options;
  const point = checkedPoint(await load?.());
  const course = new SessionCourse(wire, timing, { point, from, signal, onSnapshot });
  await applySteps<Change, Point>(stepsOf<SessionKinds>(course, timing, { patience, signal }), {
    apply,
    save,
    signal,
    isResumed: load !== undefined,
  });
}

interface SessionKinds {
  readonly message: SyncMessage;
  readonly record: SyncRecordV1;
  readonly tally: Tally;
  readonly step: Step;
}

interface Beginning {
  /** The place to continue from; by default the beginning of history, or now. */
  readonly point?: Point | undefined;
  readonly from?: "beginning" | "now" | undefined;
  readonly signal: AbortSignal;
  /** Takes each snapshot. */
  readonly onSnapshot: (snapshot: Opaque<SyncSnapshot>) => void;
}

/** A snapshot, and the unread pages before it. */
interface Reading {
  readonly snapshot: Opaque<SyncSnapshot>;
  readonly pages: Pages<Opaque<HistoryPage>>;
}

/**
 * A session as a course: the items that were not applied yet, the snapshot after them, then records, over later runs of its daemon too. It
 * ends when the session stops.
 */
class SessionCourse implements Course<SessionKinds> {
  readonly server: Server;
  readonly replica: Replica | undefined;
  readonly expired = ["checkpoint_expired"];
  readonly isMovable: boolean;
  isOver = false;
  readonly #wire: DaemonWire;
  readonly #clock: Timing["clock"];
  readonly #beginning: Beginning;
  /** The place after the last applied item or record. */
  #point: Point | undefined;
  /** The part that a broken connection has left unread. */
  #reading: Reading | undefined;

  constructor(wire: DaemonWire, { clock }: Timing, beginning: Beginning) {
    const { point } = beginning;
    const sync = point && syncPointOf(point);
    this.server = wire.place.server;
    this.isMovable = wire.place.sessionDirectory !== undefined;
    this.replica = sync && new Replica(sync, clock.monotonic());
    this.#wire = wire;
    this.#clock = clock;
    this.#beginning = beginning;
    this.#point = point;
  }

  async *beginning(answered: () => void): AsyncGenerator<readonly Step[], Replica, undefined> {
    this.#reading ??= await this.#begin(answered);
    const { snapshot, pages } = this.#reading;
    const { session, history_total_items: total } = snapshot;
    const sessionId = session.session_id;
    if (this.#point !== undefined && this.#point.session_id !== sessionId)
      throw new ClientError("point_of_another_session", "the kept point belongs to another session");
    let applied = this.#point?.items ?? (this.#beginning.from === "now" ? total : 0);
    while (applied < total) {
      const { items } = await this.#next(pages);
      answered();
      // A checkpoint is read from its first page on, wherever the place is.
      const steps = items
        .filter(({ index }) => index >= applied)
        .map((item) => new Step({ kind: "item", item }, { sessionId }, { items: item.index + 1, open: [] }));
      yield steps;
      const last = steps.at(-1)?.point;
      if (last === undefined) continue;
      this.#point = last;
      applied = last.items;
    }
    this.#reading = undefined;
    const point = pointOf(snapshot);
    const step = new Step({ kind: "snapshot", snapshot }, { sessionId, epoch: point.epoch }, point.tally, point.cursor);
    yield [step];
    this.#point = step.point;
    return new Replica(point, this.#clock.monotonic());
  }

  async #begin(answered: () => void): Promise<Reading> {
    const { signal, onSnapshot: tell } = this.#beginning;
    const snapshot = await this.#wire.call("sync", { signal });
    tell(snapshot);
    answered();
    const { history_checkpoint: checkpoint, history_total_items: total } = snapshot;
    const pages = new Pages((query) => this.#wire.call("history", { query, signal }), { checkpoint, total });
    return { snapshot, pages };
  }

  /** The next page, which a retry may bring; any other failure ends the checkpoint. */
  async #next(pages: Reading["pages"]): Promise<Opaque<HistoryPage>> {
    try {
      return await pages.next();
    } catch (error) {
      if (!mayPass(error)) this.#reading = undefined;
      throw error;
    }
  }

  messages(replica: Pick<Replica, "point">, signal: AbortSignal): AsyncIterable<readonly SyncMessage[]> {
    return this.#wire.events({ after: replica.point.cursor }, { signal });
  }

  stepOf({ record, tally }: FreshRecord<SyncRecordV1, Tally>, epoch: string): Step {
    this.isOver ||= record.kind === "session_stopping";
    return new Step(changeOf(record), { sessionId: this.#point?.session_id ?? "", epoch }, tally, record.cursor);
  }

  applied(step: Step): void {
    this.#point = step.point;
  }
}

export type Change =
  /** A finished item of history, each once and in order. `record` is present if it came from the stream. */
  | { readonly kind: "item"; readonly item: HistoryItem; readonly record?: Opaque<ItemFinished> }
  /** The state of the session after the items so far, after a gap in the records: it replaces the state from earlier records. */
  | { readonly kind: "snapshot"; readonly snapshot: Opaque<SyncSnapshot> }
  /** Any other record, including those of an unknown kind. */
  | { readonly kind: "record"; readonly record: Opaque<Exclude<SyncRecordV1, ItemFinished>> };

/** The circumstances of a change. */
export interface Applying {
  /** The place after this change, for programs that save it together with the effect of the change. */
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

/** The point is made on demand: most followers of a stream save none. */
class Step implements Applying {
  readonly change: Change;
  mayBeRepeated = false;
  readonly #where: Whereabouts;
  readonly #tally: Tally;
  readonly #cursor: string;

  /** `cursor` belongs to the stream of `where`. */
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
function changeOf(record: SyncRecordV1): Change {
  // The types of tokens exist only for the compiler.
  if (record.kind === "item_finished")
    return { kind: "item", item: record.item, record: record as Opaque<ItemFinished> };
  return { kind: "record", record: record as Opaque<Exclude<SyncRecordV1, ItemFinished>> };
}
