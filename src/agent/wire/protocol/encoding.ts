/**
 * A message of a stream as bytes, in each format. It is encoded once for all its readers; clients only read and are bundled without this
 * file.
 */
import { mediaTypes } from "./headers.js";

export interface StreamEncoding {
  readonly mediaType: "text/event-stream" | "application/x-ndjson";
  /**
   * The bytes before the JSON of a message. `id` is its cursor; after a message without one, a reader keeps its last cursor. Browsers pass
   * a message without `event` to `onmessage`. Both are words of ASCII.
   */
  head(event: string | undefined, id: string | undefined): Uint8Array;
  readonly tail: Uint8Array;
}

const encoder = new TextEncoder();
const NOTHING = new Uint8Array();

export const ndjson: StreamEncoding = { mediaType: mediaTypes.ndjson, head: () => NOTHING, tail: encoder.encode("\n") };

export const sse: StreamEncoding = {
  mediaType: mediaTypes.sse,
  head: (event, id) => encoder.encode(`${field("event", event)}${field("id", id)}data: `),
  tail: encoder.encode("\n\n"),
};

function field(name: string, value: string | undefined): string {
  return value === undefined ? "" : `${name}: ${value}\n`;
}

/** One message; its JSON must not contain raw line breaks: that of `JSON.stringify` never does. */
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
