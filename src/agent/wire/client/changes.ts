/**
 * A session as a course to follow (spec 1, steps 5 to 8): the items that were not applied yet, the snapshot after them, then records, over other
 * runs of its daemon too.
 */
import type { HistoryPage, SyncMessage, SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import { pointOf, Replica } from "../core/replica.js";
import type { FreshRecord } from "../core/stream-replica.js";
import type { Tally } from "../core/tally.js";
import { ClientError, type Server } from "./errors.js";
import type { Course } from "./follower.js";
import { Pages } from "./history.js";
import { mayPass, type Timing } from "./patience.js";
import { type Point, syncPointOf } from "./point.js";
import { changeOf, Step } from "./step.js";
import type { DaemonWire } from "./surfaces.js";
import type { Opaque } from "./tokens.js";

export interface SessionKinds {
  readonly message: SyncMessage;
  readonly record: SyncRecordV1;
  readonly tally: Tally;
  readonly step: Step;
}

interface Beginning {
  /** Where to go on; without it from the beginning of history, or from now. */
  readonly point?: Point | undefined;
  readonly from?: "beginning" | "now" | undefined;
  readonly signal: AbortSignal;
  /** Takes each snapshot. */
  readonly heard: (snapshot: Opaque<SyncSnapshot>) => void;
}

/** A snapshot, and the pages before it that are still to be read. */
interface Reading {
  readonly snapshot: Opaque<SyncSnapshot>;
  readonly pages: Pages<Opaque<HistoryPage>>;
}

/** It is over when the session stops. */
export class SessionCourse implements Course<SessionKinds> {
  readonly server: Server;
  readonly replica: Replica | undefined;
  readonly expired = ["checkpoint_expired"];
  readonly isMovable: boolean;
  isOver = false;
  readonly #wire: DaemonWire;
  readonly #clock: Timing["clock"];
  readonly #beginning: Beginning;
  /** The place after the last item or record that was applied. */
  #point: Point | undefined;
  /** What a break of the connection has left unread. */
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
    this.#reading ??= await this.#begun(answered);
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

  async #begun(answered: () => void): Promise<Reading> {
    const { signal, heard: tell } = this.#beginning;
    const snapshot = await this.#wire.call("sync", { signal });
    tell(snapshot);
    answered();
    const { history_checkpoint: checkpoint, history_total_items: total } = snapshot;
    const pages = new Pages((query) => this.#wire.call("history", { query, signal }), { checkpoint, total });
    return { snapshot, pages };
  }

  /** The next page, which another try may bring; every other failure ends the checkpoint. */
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
