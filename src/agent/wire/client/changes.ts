/**
 * A session as a course to follow (spec 1, steps 5 to 8): the items that were not applied yet, the snapshot after them, then records, over other
 * runs of its daemon too.
 */
import type { SyncMessage, SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import { pointOf, Replica } from "../core/replica.js";
import type { FreshRecord } from "../core/stream-replica.js";
import type { Tally } from "../core/tally.js";
import { ClientError, type Server } from "./errors.js";
import type { Course } from "./follower.js";
import { pagesOf } from "./history.js";
import type { Timing } from "./patience.js";
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
  #point: Point | undefined;

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
    const { from, signal, heard: tell } = this.#beginning;
    const snapshot = await this.#wire.call("sync", { signal });
    tell(snapshot);
    answered();
    const { session, history_total_items: total, history_checkpoint: checkpoint } = snapshot;
    if (this.#point !== undefined && this.#point.session_id !== session.session_id)
      throw new ClientError("point_of_another_session", "the kept point belongs to another session");
    const sessionId = session.session_id;
    let applied = this.#point?.items ?? (from === "now" ? total : 0);
    if (applied < total)
      for await (const { items } of pagesOf((query) => this.#wire.call("history", { query, signal }), checkpoint)) {
        const steps = items
          .filter(({ index }) => index >= applied)
          .map((item) => new Step({ kind: "item", item }, { sessionId }, { items: item.index + 1, open: [] }));
        yield steps;
        applied = (items.at(-1)?.index ?? -1) + 1;
        this.#point = steps.at(-1)?.point ?? this.#point;
      }
    const point = pointOf(snapshot);
    const step = new Step({ kind: "snapshot", snapshot }, { sessionId, epoch: point.epoch }, point.tally, point.cursor);
    yield [step];
    this.#point = step.point;
    return new Replica(point, this.#clock.monotonic());
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
