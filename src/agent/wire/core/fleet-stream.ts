/**
 * One epoch of a fleet: an event gets its cursor, is folded and is stored for replay in one step, so that every catalog matches its cursor.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { FleetEventV1, FleetProject, SessionRow } from "../../../generated/protocol/types.js";
import { type TokenCodec, tagOf } from "../protocol/token.js";
import { type CursorSource, cursorIssuer } from "./cursor.js";
import { applyFleetEvent, emptyFleet, type FleetState } from "./fleet.js";
import { StreamMessages } from "./message.js";
import { type Journal, Ring, type RingLimits } from "./ring.js";

/** The limits of the journal (spec 6). */
const JOURNAL: RingLimits = {
  records: limits.fleetRecords,
  bytes: limits.fleetBytes,
  age: limits.fleetAge,
  recordBytes: limits.fleetRecordBytes,
  frameRecords: limits.frameRecords,
  frameBytes: limits.frameBytes,
};

/** The streams of all fleets share one name: a cursor of a daemon is of another kind. */
const FLEET = tagOf("fleet");

export class FleetStream {
  readonly ring: Journal;
  readonly messages: StreamMessages;
  /** The source for validating cursors of this stream. */
  readonly cursors: CursorSource;
  readonly epoch: string;
  /** The fold of all events. Rows may have a newer `observed_at`, which is not an event. */
  readonly state: FleetState = emptyFleet();
  readonly #cursorAt: (position: number) => string;
  #onRecord: () => void = () => {};

  constructor(codec: TokenCodec, epoch: string, journal = JOURNAL) {
    const issued = { codec, kind: "fleet_cursor", stream: FLEET, epoch: tagOf(epoch) } as const;
    const cursorAt = cursorIssuer(issued);
    const messages = new StreamMessages({
      epoch: ["fleet_epoch", epoch],
      heartbeat: limits.fleetHeartbeat,
      cursorAt,
    });
    this.epoch = epoch;
    this.messages = messages;
    this.ring = new Ring(journal, (encoding, position, caughtUp) => messages.frame(encoding, position, caughtUp));
    this.cursors = { ...issued, ring: this.ring };
    this.#cursorAt = cursorAt;
  }

  /** The cursor of the last event. */
  get cursor(): string {
    return this.#cursorAt(this.ring.head);
  }

  /** Calls `run` after each event. */
  onRecord(run: () => void): void {
    this.#onRecord = run;
  }

  /** Publishes an event. `at` is its time, `now` the start of its age. */
  publish(body: FleetEventBody, at: string, now: number): FleetEventV1 {
    const { kind, ...rest } = body;
    const about = { version: 1, kind, fleet_epoch: this.epoch, cursor: this.#cursorAt(this.ring.head + 1), at };
    // The compiler does not see that the fields are of one kind.
    const event = { ...about, ...rest } as FleetEventV1;
    this.ring.append(Buffer.from(JSON.stringify(event)), now);
    applyFleetEvent(this.state, event);
    this.#onRecord();
    return event;
  }
}

/** An event without the fields that the stream adds. */
type FleetEventBody<Each = FleetEventV1> = Each extends FleetEventV1
  ? Omit<Each, "version" | "fleet_epoch" | "cursor" | "at">
  : never;

/**
 * The events from one row of a session to the next (P-S51); `undefined` for a missing session. A change of `observed_at` alone gives none.
 */
export function sessionChanges(
  before: SessionRow | undefined,
  after: SessionRow | undefined,
): readonly FleetEventBody[] {
  if (after === undefined)
    return before === undefined ? [] : [{ kind: "session_removed", session_id: before.session_id }];
  if (before === undefined) return [{ kind: "session_upserted", session: after }];
  const events: FleetEventBody[] = [];
  if (before.running && !after.running) events.push({ kind: "session_stopped", session: after });
  if (!before.finalized && after.finalized) events.push({ kind: "history_finalized", session: after });
  if (events.length > 0 || isSame(before, after, ["observed_at"])) return events;
  const { session_id, fresh, observed_at } = after;
  if (isSame(before, after, ["observed_at", "fresh"]))
    return [{ kind: "session_observed", session_id, fresh, observed_at }];
  return [{ kind: "session_upserted", session: after }];
}

/** The events from one row of a project to the next. */
export function projectChanges(
  before: FleetProject | undefined,
  after: FleetProject | undefined,
): readonly FleetEventBody[] {
  if (after === undefined)
    return before === undefined ? [] : [{ kind: "project_removed", project_id: before.project_id }];
  return before !== undefined && isSame(before, after, []) ? [] : [{ kind: "project_upserted", project: after }];
}

/** Whether all fields but some are the same. The fields of rows are plain data. */
function isSame<Row extends object>(a: Row, b: Row, except: readonly (keyof Row)[]): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof Row)[];
  return names.every((name) => a[name] === b[name] || except.includes(name) || isSameObject(a[name], b[name]));
}

function isSameObject(a: unknown, b: unknown): boolean {
  return typeof a === "object" && typeof b === "object" && JSON.stringify(a) === JSON.stringify(b);
}
