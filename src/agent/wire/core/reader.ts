/**
 * One reader of a stream as a value, and what is next for it. Nothing waits here for a slow reader: it has a position and no queue, so that it costs
 * nothing while it takes nothing (P-S11, P-S15).
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { Ring } from "./ring.js";

/** All moments by a clock that never goes back, in milliseconds. */
export interface Reader {
  /** Everything up to here was handed over. */
  readonly position: number;
  /** Since when it is behind with taking; undefined while it keeps up. */
  readonly blockedSince: number | undefined;
  /** When the last message was handed over; undefined before the first. */
  readonly sentAt: number | undefined;
}

/** What is next. The ones that send are carried out, and `sent` says what the reader is then. */
export type ReaderStep =
  /** Send the frame after its position. */
  | { readonly kind: "frame" }
  | { readonly kind: "heartbeat" }
  /** Send this, the last message, and end the response. */
  | { readonly kind: "reset"; readonly code: "reset_required" }
  /** Break the connection: nothing was taken for too long. */
  | { readonly kind: "close" }
  /** Ask again at that moment, or when a record came or the reader has taken what it had. */
  | { readonly kind: "park"; readonly until: number };

export function newReader(position: number): Reader {
  return { position, blockedSince: undefined, sentAt: undefined };
}

export function nextStep(reader: Reader, ring: Pick<Ring, "head" | "judge">, now: number): ReaderStep {
  const { position, blockedSince, sentAt } = reader;
  if (blockedSince !== undefined) {
    const until = blockedSince + limits.blockedReader;
    return now >= until ? { kind: "close" } : { kind: "park", until };
  }
  // The barrier is before it, or it was overtaken: both are the same to it (P-S15).
  if (ring.judge(position) !== "ok") return { kind: "reset", code: "reset_required" };
  if (sentAt === undefined) return { kind: "heartbeat" };
  if (position < ring.head) return { kind: "frame" };
  const until = sentAt + limits.syncHeartbeat;
  return now >= until ? { kind: "heartbeat" } : { kind: "park", until };
}

/** After a message was handed over, with which it is at `position`; `isTaken`: it takes more at once. */
export function sent(position: number, isTaken: boolean, now: number): Reader {
  return { position, blockedSince: isTaken ? undefined : now, sentAt: now };
}

/** After it has taken what it had. */
export function drained(reader: Reader): Reader {
  return { ...reader, blockedSince: undefined };
}
