/**
 * One reader of a stream as a value, and its next step. A reader has a position and no queue, so that a slow one costs no memory (P-S11,
 * P-S15).
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { Ring } from "./ring.js";

/** All moments by a clock that never goes back, in milliseconds. */
export interface Reader {
  /** The position of the last record that was handed over. */
  readonly position: number;
  /** The moment from which it has not taken its bytes; undefined while it keeps up. */
  readonly blockedSince: number | undefined;
  /** The moment of the last message; undefined before the first. */
  readonly sentAt: number | undefined;
}

/** The next step. After a step that sends, `sent` makes the reader of that moment. */
export type ReaderStep =
  /** Send the frame after its position. */
  | { readonly kind: "frame" }
  | { readonly kind: "heartbeat" }
  /** Send this, the last message, and end the response. */
  | { readonly kind: "reset"; readonly code: "reset_required" }
  /** Break the connection: the reader has taken nothing for too long. */
  | { readonly kind: "close" }
  /** Ask again at that moment, at the next record, or when the reader has taken its bytes. */
  | { readonly kind: "park"; readonly until: number };

/** A reader that gets a heartbeat first. */
export function newReader(position: number): Reader {
  return { position, blockedSince: undefined, sentAt: undefined };
}

/** `quiet`: milliseconds without a message until a heartbeat is due. */
export function nextStep(
  reader: Reader,
  ring: Pick<Ring, "head" | "judge">,
  now: number,
  quiet: number = limits.syncHeartbeat,
): ReaderStep {
  const { position, blockedSince, sentAt } = reader;
  if (blockedSince !== undefined) {
    const until = blockedSince + limits.blockedReader;
    return now >= until ? { kind: "close" } : { kind: "park", until };
  }
  // A reader before the barrier and one that was overtaken begin anew alike (P-S15).
  if (ring.judge(position) !== "ok") return { kind: "reset", code: "reset_required" };
  if (sentAt === undefined) return { kind: "heartbeat" };
  if (position < ring.head) return { kind: "frame" };
  const until = sentAt + quiet;
  return now >= until ? { kind: "heartbeat" } : { kind: "park", until };
}

/** The reader after a message that leads to `position`; `isTaken`: it takes more at once. */
export function sent(position: number, isTaken: boolean, now: number): Reader {
  return { position, blockedSince: isTaken ? undefined : now, sentAt: now };
}

/** The reader after it has taken its bytes. */
export function drained(reader: Reader): Reader {
  return { ...reader, blockedSince: undefined };
}
