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

interface Messages {
  readonly messages: readonly Opaque<SyncMessage>[];
  readonly damage?: DamagedMessage;
}

/** The messages of these texts, up to one that is damaged. */
export function messagesOf(texts: readonly string[]): Messages {
  const messages: Opaque<SyncMessage>[] = [];
  for (const text of texts) {
    const value = parsed(text);
    if (!isMessage(value)) return { messages, damage: new DamagedMessage() };
    messages.push(value as Opaque<SyncMessage>);
  }
  return { messages };
}

/** Whether it can be passed on: a message of a name that came later is, as it is. */
function isMessage(value: unknown): boolean {
  const { event } = (value ?? {}) as { readonly event?: unknown };
  if (typeof event !== "string") return false;
  return !["frame", "heartbeat", "reset"].includes(event) || isSyncMessage(value);
}
