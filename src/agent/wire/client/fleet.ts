/** A fleet: its catalog, and a course of its events (spec 1, steps 2, 3 and 8; P-S73). */
import { fleetHeartbeat } from "../../../generated/protocol/singles.js";
import type {
  FleetCatalog,
  FleetEventV1,
  FleetMessage,
  FleetProject,
  SessionRow,
} from "../../../generated/protocol/types.js";
import { type FreshRecord, type Stream, StreamReplica } from "../core/stream-replica.js";
import { ClientError, DaemonError } from "./errors.js";
import type { Course } from "./follower.js";
import type { Timing } from "./patience.js";
import type { HubCalls, HubWire } from "./surfaces.js";
import type { FleetCursor, FleetEpoch, Opaque } from "./tokens.js";

/** The place of a follower of a fleet. The follower saves it together with the state at that place. */
export interface FleetPoint {
  readonly version: 1;
  readonly fleet_epoch: FleetEpoch;
  readonly cursor: FleetCursor;
}

export type FleetChange =
  /** The whole fleet, at the beginning and after a gap in the events: it replaces the earlier state. */
  | { readonly kind: "catalog"; readonly catalog: Fleet }
  /** A change, including those of an unknown kind. */
  | { readonly kind: "event"; readonly event: Opaque<FleetEventV1> };

/** The circumstances of a change. */
export interface FleetApplying {
  /** The place after this change. */
  readonly point: FleetPoint;
  /** Whether this is the first change after `load`, which an earlier run may have applied already. */
  readonly mayBeRepeated: boolean;
}

export interface FleetKinds {
  readonly message: FleetMessage;
  readonly record: FleetEventV1;
  readonly tally: null;
  readonly step: FleetStep;
}

/** One change of a fleet, and the place after it. */
interface FleetStep {
  readonly change: FleetChange;
  readonly point: FleetPoint;
  mayBeRepeated: boolean;
}

/** It never ends. */
export class FleetCourse implements Course<FleetKinds> {
  readonly server = "hub";
  readonly replica: FleetReplica | undefined;
  readonly expired = SNAPSHOT_GONE;
  readonly isMovable = false;
  readonly isOver = false;
  readonly #wire: HubWire;
  readonly #clock: Timing["clock"];
  readonly #signal: AbortSignal;

  constructor(wire: HubWire, { clock }: Timing, point: FleetPoint | undefined, signal: AbortSignal) {
    this.#wire = wire;
    this.#clock = clock;
    this.#signal = signal;
    this.replica = point && new FleetReplica(point.fleet_epoch, point.cursor, clock.monotonic());
  }

  async *beginning(answered: () => void): AsyncGenerator<readonly FleetStep[], FleetReplica, undefined> {
    const catalog = await catalogOf(this.#wire, this.#signal);
    answered();
    const { fleetEpoch, cursor } = catalog;
    yield [stepTo({ kind: "catalog", catalog }, fleetEpoch, cursor)];
    return new FleetReplica(fleetEpoch, cursor, this.#clock.monotonic());
  }

  messages(
    { point: { epoch, cursor } }: Pick<FleetReplica, "point">,
    signal: AbortSignal,
  ): AsyncIterable<readonly FleetMessage[]> {
    return this.#wire.events({ after: cursor, expected_epoch: epoch }, { signal });
  }

  stepOf({ record }: FreshRecord<FleetEventV1, null>): FleetStep {
    // The types of tokens exist only for the compiler.
    const event = record as Opaque<FleetEventV1>;
    return stepTo({ kind: "event", event }, event.fleet_epoch, event.cursor);
  }

  applied(): void {}
}

function stepTo(change: FleetChange, fleet_epoch: FleetEpoch, cursor: FleetCursor): FleetStep {
  return { change, point: { version: 1, fleet_epoch, cursor }, mayBeRepeated: false };
}

/** A saved point, after reading it back. Throws for any other value: an unreadable place is not the beginning. */
export function checkedFleetPoint(value: unknown): FleetPoint | undefined {
  if (value === undefined || value === null) return undefined;
  const { version, fleet_epoch, cursor } = value as Readonly<Record<string, unknown>>;
  if (version !== 1 || typeof fleet_epoch !== "string" || typeof cursor !== "string")
    throw new ClientError("invalid_point", "the kept point is none of this client");
  return value as FleetPoint;
}

/** All projects and sessions of a hub at one moment. */
export interface Fleet {
  readonly fleetEpoch: FleetEpoch;
  /** The events continue after it. */
  readonly cursor: FleetCursor;
  readonly features: readonly string[];
  readonly projects: readonly FleetProject[];
  readonly sessions: readonly Opaque<SessionRow>[];
}

/** Codes of a hub that has dropped the snapshot of a page: the catalog begins again. */
export const SNAPSHOT_GONE: readonly string[] = ["snapshot_expired", "invalid_cursor"];

/** All pages of one snapshot (spec 2.5, P-S50): pages of different snapshots are not a catalog. */
export async function catalogOf(hub: HubCalls, signal: AbortSignal | undefined): Promise<Fleet> {
  const projects: FleetProject[] = [];
  const sessions: Opaque<SessionRow>[] = [];
  let first: Opaque<FleetCatalog> | undefined;
  let query: Readonly<Record<string, string>> = {};
  for (;;) {
    const page = await hub.call("catalog", { query, signal });
    first ??= page;
    for (const project of page.projects) projects.push(project);
    for (const session of page.sessions) sessions.push(session);
    const { next_page, total } = page.page;
    const missing = total - projects.length - sessions.length;
    const isOfFirst = SAME.every((name) => page[name] === first?.[name]) && total === first.page.total;
    // A page without entries would never end.
    const isProgress = page.projects.length + page.sessions.length > 0;
    const isRight = next_page === null ? missing === 0 : missing > 0 && isProgress;
    if (!isOfFirst || !isRight)
      throw new DaemonError({ code: "unreadable_answer", status: 200, message: "the pages are not of one catalog" });
    if (next_page === null) {
      const { fleet_epoch: fleetEpoch, cursor, features } = first;
      return { fleetEpoch, cursor, features, projects, sessions };
    }
    query = { snapshot: page.snapshot, page: next_page };
  }
}

const SAME = ["fleet_epoch", "cursor", "snapshot"] as const;

const STREAM: Stream<FleetMessage, FleetEventV1, null> = {
  heartbeat: fleetHeartbeat,
  epochOf: (message) => message.fleet_epoch,
  // Events contain no count of earlier ones: heartbeats show missing ones.
  tallied: (tally) => tally,
};

/**
 * A client's place in the stream of a fleet: it begins with a catalog, and takes all events after its cursor (spec 1 steps 2, 3 and 8;
 * P-S73).
 */
class FleetReplica extends StreamReplica<FleetMessage, FleetEventV1, null> {
  constructor(epoch: string, cursor: string, now: number) {
    super(STREAM, { epoch, cursor, tally: null }, now);
  }
}
