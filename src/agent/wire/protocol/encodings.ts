/** How a message is written in each format; a client, which only reads them, is bundled without this file. */
import type { StreamEncoding } from "./encoding.js";
import { mediaTypes } from "./headers.js";

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
