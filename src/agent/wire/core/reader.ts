/**
 * One reader of a stream as a value, and its next step. A reader has a position and no queue, so a slow one costs no memory (P-S11, P-S15).
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { Ring } from "./ring.js";

/** All moments by a monotonic clock, in milliseconds. */
export interface Reader {
  /** The position of the last written record. */
  readonly position: number;
  /** The moment since which its connection accepts no bytes; undefined while it keeps up. */
  readonly blockedSince: number | undefined;
  /** The start of the interval of the next heartbeat; undefined before the first message. */
  readonly sentAt: number | undefined;
}

/** The next step. After a step that sends, `sent` returns the new reader. */
export type ReaderStep =
  /** Send the frame after its position. */
  | { readonly kind: "frame" }
  | { readonly kind: "heartbeat" }
  /** Send this, the last message, and end the response. */
  | { readonly kind: "reset"; readonly code: "reset_required" }
  /** Break the connection: it has accepted no bytes for too long. */
  | { readonly kind: "close" }
  /** Ask again at that moment, at the next record, or when the connection accepts bytes. */
  | { readonly kind: "park"; readonly until: number };

/** When a heartbeat is due. */
export interface Beat {
  /** Milliseconds. */
  readonly interval: number;
  /** `quiet`: after an interval without a message. `always`: an interval after the last heartbeat, despite other messages (P-S73). */
  readonly after: "quiet" | "always";
}

/** A reader that gets a heartbeat first. */
export function newReader(position: number): Reader {
  return { position, blockedSince: undefined, sentAt: undefined };
}

const SYNC_BEAT: Beat = { interval: limits.syncHeartbeat, after: "quiet" };

export function nextStep(
  reader: Reader,
  ring: Pick<Ring, "head" | "judge">,
  now: number,
  { interval, after }: Beat = SYNC_BEAT,
): ReaderStep {
  const { position, blockedSince, sentAt } = reader;
  if (blockedSince !== undefined) {
    const until = blockedSince + limits.blockedReader;
    return now >= until ? { kind: "close" } : { kind: "park", until };
  }
  // A reader before the barrier and one that fell behind both start over (P-S15).
  if (ring.judge(position) !== "ok") return { kind: "reset", code: "reset_required" };
  if (sentAt === undefined) return { kind: "heartbeat" };
  const until = sentAt + interval;
  if (after === "always" && now >= until) return { kind: "heartbeat" };
  if (position < ring.head) return { kind: "frame" };
  return now >= until ? { kind: "heartbeat" } : { kind: "park", until };
}

/**
 * The reader after a message that leads to `position`; `isTaken`: the connection accepts more at once; `sentAt`: the start of the interval
 * of its next heartbeat.
 */
export function sent(position: number, isTaken: boolean, now: number, sentAt: number | undefined = now): Reader {
  return { position, blockedSince: isTaken ? undefined : now, sentAt };
}

/** The reader after its connection has accepted the bytes. */
export function drained(reader: Reader): Reader {
  return { ...reader, blockedSince: undefined };
}
