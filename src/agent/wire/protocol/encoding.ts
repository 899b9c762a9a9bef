/** A message of a stream as bytes. It is encoded once for all its readers. */

export interface StreamEncoding {
  readonly mediaType: "text/event-stream" | "application/x-ndjson";
  /**
   * The bytes before the JSON of a message. `id` is its cursor; a reader of a message without one keeps its last cursor. Browsers hand a
   * message without `event` to `onmessage`. Both are words of ASCII.
   */
  head(event: string | undefined, id: string | undefined): Uint8Array;
  /** The bytes after the JSON. */
  readonly tail: Uint8Array;
}

/** One message; its JSON must not hold raw line breaks, as that of `JSON.stringify` does not. */
export function encodeMessage(
  { head, tail }: StreamEncoding,
  event: string | undefined,
  id: string | undefined,
  json: Uint8Array,
): Uint8Array {
  const before = head(event, id);
  const bytes = new Uint8Array(before.length + json.length + tail.length);
  bytes.set(before);
  bytes.set(json, before.length);
  bytes.set(tail, before.length + json.length);
  return bytes;
}

/** Reads a stream in pieces of any size. A message that is incomplete at the end of the stream does not count. */
export interface StreamReader<Message> {
  /** The messages that these bytes complete. */
  push(bytes: Uint8Array): readonly Message[];
}

/** A message is longer than a reader takes. */
export class MessageTooLong extends Error {
  override readonly name = "MessageTooLong";
  readonly limit: number;

  /** In UTF-16 units. */
  constructor(limit: number) {
    super(`a message of a stream is longer than ${limit} characters`);
    this.limit = limit;
  }
}
