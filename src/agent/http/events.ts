/** A request for a stream of events: its encoding by `Accept`, and its place by cursor (P-S11, P-S13, P-S14). */
import type { Headers } from "../ports/listen.js";
import { type CursorSource, judgeCursor } from "../wire/core/cursor.js";
import type { Encoding } from "../wire/core/message.js";
import { negotiate } from "../wire/protocol/accept.js";
import { type Refusal, refuse } from "../wire/protocol/codes.js";
import { singleHeader } from "../wire/protocol/headers.js";

const ENCODINGS = { "text/event-stream": "sse", "application/x-ndjson": "ndjson" } as const;

/** The encoding that a request accepts; undefined for none of ours. */
export function encodingFor(headers: Headers): Encoding | undefined {
  const accept = headers.flatMap(([name, value]) => (name === "accept" ? [value] : [])).join(",");
  const type = negotiate(accept, ["text/event-stream", "application/x-ndjson"] as const);
  return type && ENCODINGS[type];
}

/** The position after which a request wants records: that of `after`, or of a newer `Last-Event-ID`. */
export function positionFor(
  source: CursorSource,
  after: string,
  headers: Headers,
): { readonly position: number } | { readonly refusal: Refusal } {
  const judged = judgeCursor(source, after, singleHeader(headers, "last-event-id") ?? undefined);
  return judged.kind === "refused" ? { refusal: refuse(judged.code) } : { position: judged.position };
}
