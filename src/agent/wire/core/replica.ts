/** A client's place in a session: it begins with a snapshot, and a tally shows whether records are missing (spec 1 steps 5, 6 and 8). */
import { syncHeartbeat } from "../../../generated/protocol/singles.js";
import type { SyncMessage, SyncRecordV1, SyncSnapshot } from "../../../generated/protocol/types.js";
import { type Stream, type StreamPoint, StreamReplica } from "./stream-replica.js";
import { type Tally, tallied, tallyOf } from "./tally.js";

/** The place to continue from later. */
export type SyncPoint = StreamPoint<Tally>;

const STREAM: Stream<SyncMessage, SyncRecordV1, Tally> = {
  heartbeat: syncHeartbeat,
  epochOf: (message) => message.daemon_epoch,
  tallied,
};

export function pointOf(snapshot: SyncSnapshot): SyncPoint {
  return { epoch: snapshot.daemon_epoch, cursor: snapshot.cursor, tally: tallyOf(snapshot) };
}

export class Replica extends StreamReplica<SyncMessage, SyncRecordV1, Tally> {
  constructor(point: SyncPoint, now: number) {
    super(STREAM, point, now);
  }
}
