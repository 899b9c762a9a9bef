/** A stream for tests: positions stand in its cursors, and messages are read back as clients read them. */
import { type Encoding, type Envelope, StreamMessages } from "../../src/agent/wire/core/message.js";
import { type Journal, Ring, type RingLimits } from "../../src/agent/wire/core/ring.js";
import { limits } from "../../src/generated/protocol/tables.js";

export const EPOCH = "0123456789abcdef0123456789abcdef";

/** The limits of a daemon's ring. */
export const daemonLimits: RingLimits = {
  records: limits.ringRecords,
  bytes: limits.ringBytes,
  recordBytes: limits.recordBytes,
  frameRecords: limits.frameRecords,
  frameBytes: limits.frameBytes,
};

/** As long as a real one. */
export function cursorAt(position: number): string {
  return String(position).padStart(limits.tokenCharacters, "A");
}

export const messages = new StreamMessages({ epoch: ["daemon_epoch", EPOCH], heartbeat: 15_000, cursorAt });

export function envelope(encoding: Encoding, position: number, caughtUp: boolean): Envelope {
  return messages.frame(encoding, position, caughtUp);
}

export function ringOf(some: Partial<RingLimits> = {}): Ring {
  return new Ring({ ...daemonLimits, ...some }, envelope);
}

/** A record of so many bytes that knows its position. */
export function recordAt(position: number, bytes = 0): Uint8Array {
  const bare = `{"position":${position},"pad":""}`;
  const text = `{"position":${position},"pad":"${"x".repeat(Math.max(0, bytes - bare.length))}"}`;
  return new TextEncoder().encode(text);
}

export function fill(ring: Journal, count: number, bytes = 0, now = 0): void {
  for (let each = 0; each < count; each += 1) ring.append(recordAt(ring.head + 1, bytes), now);
}

export interface Message {
  readonly event: string;
  readonly cursor: string;
  readonly caught_up: boolean;
  readonly records: readonly { readonly position: number }[];
}

/** The JSON of one message, whose framing must be complete and say the same. */
export function parsed(bytes: Uint8Array, encoding: Encoding): Message {
  const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  if (encoding === "ndjson") {
    if (text.indexOf("\n") !== text.length - 1) throw new Error("not one line");
    return JSON.parse(text) as Message;
  }
  const [, event, , id, data] = /^event: (.*)\n(id: (.*)\n)?data: (.*)\n\n$/.exec(text) ?? [];
  const message = JSON.parse(data ?? "") as Message;
  if (message.event !== event || message.cursor !== id) throw new Error("the framing says something else");
  return message;
}

/** The positions of all records that a reader gets from a position on, and how many came in each message. */
export function replay(
  ring: Journal,
  from: number,
  encoding: Encoding = "ndjson",
): { positions: number[]; sizes: number[] } {
  const positions: number[] = [];
  const sizes: number[] = [];
  for (
    let at = from, frame = ring.frameAfter(at, encoding);
    frame !== undefined;
    frame = ring.frameAfter(at, encoding)
  ) {
    const { records, cursor } = parsed(frame.bytes, encoding);
    positions.push(...records.map(({ position }) => position));
    sizes.push(records.length);
    if (cursor !== cursorAt(frame.last) || positions.at(-1) !== frame.last)
      throw new Error("the cursor is another record's");
    at = frame.last;
  }
  return { positions, sizes };
}

/** The numbers after `from` up to `to`. */
export function span(from: number, to: number): readonly number[] {
  return Array.from({ length: to - from }, (_, index) => from + index + 1);
}
