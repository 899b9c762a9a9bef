/**
 * The stream of `GET /events` without `after` (P-S12, P-S67): one message for each record, with a number and without a cursor. It has no
 * first heartbeat and no reset: it ends if its reader falls behind.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { LegacyMessage, SyncRecordV1 } from "../../../generated/protocol/types.js";
import { encodeMessage } from "../protocol/encoding.js";
import type { Feed } from "./feed.js";
import { type Encoding, encodings } from "./message.js";
import { type Beat, newReader, nextStep } from "./reader.js";
import type { SessionStream } from "./session-stream.js";

const utf8 = new TextEncoder();

const BEAT: Beat = { interval: limits.legacyHeartbeat, after: "quiet" };

/** Messages of several records, built once for all readers at their position. */
interface LegacyFrame {
  readonly from: number;
  /** The head of the ring at that time. */
  readonly head: number;
  readonly last: number;
  readonly bytes: Uint8Array;
}

export function legacyFeed({ ring }: SessionStream, sessionId: string): Feed {
  const built: Partial<Record<Encoding, LegacyFrame>> = {};

  function bytesOf(seq: number, emitted_at: string, event: LegacyMessage["event"], encoding: Encoding): Uint8Array {
    const message: LegacyMessage = { seq, emitted_at, session_id: sessionId, event };
    return encodeMessage(encodings[encoding], undefined, String(seq), utf8.encode(JSON.stringify(message)));
  }

  return {
    // A heartbeat is due only after silence, as if a message had just been sent.
    begin: (position, now) => ({ ...newReader(position), sentAt: now }),
    beat: BEAT,
    nextStep: (reader, now) => nextStep(reader, ring, now, BEAT),
    frameAfter(position, encoding) {
      const known = built[encoding];
      if (known?.from === position && known.head === ring.head) return known;
      const records = ring.recordsAfter(position);
      if (records.length === 0) return undefined;
      const messages = records.map((bytes, index) => {
        const { at, event } = eventOf(bytes);
        return bytesOf(position + 1 + index, at, event, encoding);
      });
      const frame = {
        from: position,
        head: ring.head,
        last: position + records.length,
        bytes: Buffer.concat(messages),
      };
      built[encoding] = frame;
      return frame;
    },
    heartbeat: (position, encoding, at) => bytesOf(position, at, { type: "heartbeat" }, encoding),
    reset: () => undefined,
  };
}

/** The fields of a record, without those of its position in the stream of cursors. */
function eventOf(bytes: Uint8Array): { readonly at: string; readonly event: LegacyMessage["event"] } {
  const record = JSON.parse(new TextDecoder().decode(bytes)) as SyncRecordV1;
  const { version: _, kind, daemon_epoch: __, cursor: ___, at, ...fields } = record;
  return { at, event: { type: kind, ...fields } };
}
