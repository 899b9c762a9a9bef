/** A stream of records in the form for one kind of reader. All feeds of a session, or of a fleet, read one ring. */
import { limits } from "../../../generated/protocol/tables.js";
import type { FleetStream } from "./fleet-stream.js";
import type { Frame } from "./frame-cache.js";
import { type Encoding, resetMessage } from "./message.js";
import { type Beat, newReader, nextStep, type Reader, type ReaderStep } from "./reader.js";
import type { SessionStream } from "./session-stream.js";

export interface Feed {
  /** A reader that begins after a position, at a moment by the clock of `nextStep`. */
  begin(position: number, now: number): Reader;
  readonly beat: Beat;
  nextStep(reader: Reader, now: number): ReaderStep;
  /** The bytes of the records after a position, several at once, with the position of the last; undefined at the head. */
  frameAfter(position: number, encoding: Encoding): Pick<Frame, "bytes" | "last"> | undefined;
  /** `at`: the time. */
  heartbeat(position: number, encoding: Encoding, at: string): Uint8Array;
  /** The last message to a reader that cannot continue; undefined if its stream ends without one. */
  reset(code: "reset_required", encoding: Encoding): Uint8Array | undefined;
}

/** The stream of `GET /events?after=` of a daemon (P-S11). */
export function syncFeed(stream: SessionStream): Feed {
  return feedOf(stream, { interval: limits.syncHeartbeat, after: "quiet" });
}

/** The stream of `GET /api/v1/events` of a hub (P-S73). */
export function fleetFeed(stream: FleetStream): Feed {
  return feedOf(stream, { interval: limits.fleetHeartbeat, after: "always" });
}

function feedOf({ ring, messages }: Pick<FleetStream, "ring" | "messages">, beat: Beat): Feed {
  return {
    begin: newReader,
    beat,
    nextStep: (reader, now) => nextStep(reader, ring, now, beat),
    frameAfter: (position, encoding) => ring.frameAfter(position, encoding),
    heartbeat: (position, encoding) => messages.heartbeat(encoding, position),
    reset: (code, encoding) => resetMessage(encoding, code),
  };
}
