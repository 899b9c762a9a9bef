/** The messages of a stream, in both of its formats (P-S11). */
import { MessageTooLong, NdjsonReader, SseReader } from "../protocol/stream-reader.js";
import { parsed } from "./answer.js";
import { DamagedMessage } from "./errors.js";

/** How the messages of a stream are written. */
export type StreamFormat = "ndjson" | "sse";

/** The most bytes of one message: more than a server sends. */
const MESSAGE_LIMIT = 4 * 1024 * 1024;

/** Reads the texts of the messages that a chunk completes; throws `DamagedMessage` for one that is too long. */
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

interface Messages<Message> {
  readonly messages: readonly Message[];
  readonly damage?: DamagedMessage;
}

/** The messages of these texts, up to a damaged one. `isKnown`: whether a message of a known type is readable. */
export function messagesOf<Message>(texts: readonly string[], isKnown: (value: unknown) => boolean): Messages<Message> {
  const messages: Message[] = [];
  for (const text of texts) {
    const value = parsed(text);
    const { event } = (value ?? {}) as { readonly event?: unknown };
    // Messages of unknown type are passed on unchanged.
    const isMessage = typeof event === "string" && (!KNOWN.includes(event) || isKnown(value));
    if (!isMessage) return { messages, damage: new DamagedMessage() };
    messages.push(value as Message);
  }
  return { messages };
}

const KNOWN = ["frame", "heartbeat", "reset"];
