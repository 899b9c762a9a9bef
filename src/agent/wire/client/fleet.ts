/** A fleet as a course to follow (spec 1, steps 2, 3 and 8; P-S73): its catalog, then the events after it. */
import type { FleetEventV1, FleetMessage } from "../../../generated/protocol/types.js";
import { FleetReplica } from "../core/fleet-replica.js";
import type { FreshRecord } from "../core/stream-replica.js";
import { catalogOf, type Fleet, SNAPSHOT_GONE } from "./catalog.js";
import { ClientError } from "./errors.js";
import type { Course } from "./follower.js";
import type { Timing } from "./patience.js";
import type { HubWire } from "./surfaces.js";
import type { FleetCursor, FleetEpoch, Opaque } from "./tokens.js";

/** The place of a follower of a fleet, as a value that it keeps together with the state that led to it. */
export interface FleetPoint {
  readonly version: 1;
  readonly fleet_epoch: FleetEpoch;
  readonly cursor: FleetCursor;
}

export type FleetChange =
  /** The whole fleet, at the beginning and where no events lead on: it replaces what was known. */
  | { readonly kind: "catalog"; readonly catalog: Fleet }
  /** What changed, one of a kind that is unknown included. */
  | { readonly kind: "event"; readonly event: Opaque<FleetEventV1> };

/** About an application of a change. */
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

/** It is never over. */
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
    // Types of tokens are for the compiler alone.
    const event = record as Opaque<FleetEventV1>;
    return stepTo({ kind: "event", event }, event.fleet_epoch, event.cursor);
  }

  applied(): void {}
}

function stepTo(change: FleetChange, fleet_epoch: FleetEpoch, cursor: FleetCursor): FleetStep {
  return { change, point: { version: 1, fleet_epoch, cursor }, mayBeRepeated: false };
}

/** A kept point, as it was read again. Throws for another value: a place that cannot be read is not the beginning. */
export function checkedFleetPoint(value: unknown): FleetPoint | undefined {
  if (value === undefined || value === null) return undefined;
  const { version, fleet_epoch, cursor } = value as Readonly<Record<string, unknown>>;
  if (version !== 1 || typeof fleet_epoch !== "string" || typeof cursor !== "string")
    throw new ClientError("invalid_point", "the kept point is none of this client");
  return value as FleetPoint;
}
