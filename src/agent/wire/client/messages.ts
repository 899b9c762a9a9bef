/** The messages of a stream, in both of its formats (P-S11). */
import { isSyncMessage } from "../../../generated/protocol/answers.js";
import type { SyncMessage } from "../../../generated/protocol/types.js";
import { MessageTooLong } from "../protocol/encoding.js";
import { NdjsonReader } from "../protocol/ndjson.js";
import { SseReader } from "../protocol/sse.js";
import { parsed } from "./answer.js";
import { DamagedMessage } from "./errors.js";
import type { Opaque } from "./tokens.js";

/** How the messages of a stream are written. */
export type StreamFormat = "ndjson" | "sse";

/** Most characters of one message: more than a daemon sends. */
const MESSAGE_LIMIT = 4 * 1024 * 1024;

/** Reads the texts of the messages that a piece completes; throws `DamagedMessage` for one that is too long. */
export function readerOf(format: StreamFormat): (piece: Uint8Array) => readonly string[] {
  const lines = new NdjsonReader(MESSAGE_LIMIT);
  const events = new SseReader(MESSAGE_LIMIT);
  return (piece) => {
    try {
      return format === "ndjson" ? lines.push(piece) : events.push(piece).map(({ data }) => data);
    } catch (error) {
      throw error instanceof MessageTooLong ? new DamagedMessage() : error;
    }
  };
}

/** A message; one of a name that came later is passed on as it is. */
export function message(text: string): Opaque<SyncMessage> {
  const value = parsed(text);
  const isKnown = ["frame", "heartbeat", "reset"].includes((value as { readonly event?: string } | null)?.event ?? "");
  const fits = isKnown ? isSyncMessage(value) : typeof (value as { event?: unknown } | null)?.event === "string";
  if (!fits) throw new DamagedMessage();
  return value as Opaque<SyncMessage>;
}
