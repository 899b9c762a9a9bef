/** A client's place in the stream of a fleet: it begins with a catalog, and takes every event after its cursor (spec 1 steps 2, 3 and 8; P-S73). */
import { fleetHeartbeat } from "../../../generated/protocol/singles.js";
import type { FleetEventV1, FleetMessage } from "../../../generated/protocol/types.js";
import { type Stream, StreamReplica } from "./stream-replica.js";

const STREAM: Stream<FleetMessage, FleetEventV1, null> = {
  heartbeat: fleetHeartbeat,
  epochOf: (message) => message.fleet_epoch,
  // Events hold no count of those before them: heartbeats show what is missing.
  tallied: (tally) => tally,
};

export class FleetReplica extends StreamReplica<FleetMessage, FleetEventV1, null> {
  constructor(epoch: string, cursor: string, now: number) {
    super(STREAM, { epoch, cursor, tally: null }, now);
  }
}
