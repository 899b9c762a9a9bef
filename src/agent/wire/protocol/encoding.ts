/** How a message of a stream becomes bytes. What has been encoded once serves every reader. */

export interface StreamEncoding {
  readonly mediaType: "text/event-stream" | "application/x-ndjson";
  /**
   * What stands before a message's JSON. `id` is its cursor; a message without one does not change what a reader goes on from.
   * Both are words of ASCII.
   */
  head(event: string, id: string | undefined): Uint8Array;
  /** What stands after it. */
  readonly tail: Uint8Array;
}

/** One message; its JSON must not hold raw line breaks, as that of `JSON.stringify` does not. */
export function encodeMessage(
  { head, tail }: StreamEncoding,
  event: string,
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

/** Takes a stream in pieces of any size. What is incomplete when the stream ends was never said. */
export interface StreamReader<Message> {
  /** The messages that these bytes complete. */
  push(bytes: Uint8Array): readonly Message[];
}

/** A message is longer than a reader takes. */
export class MessageTooLong extends Error {
  override readonly name = "MessageTooLong";
  /** In UTF-16 units. */
  constructor(readonly limit: number) {
    super(`a message of a stream is longer than ${limit} characters`);
  }
}
