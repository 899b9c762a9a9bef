/** `GET /events`: after a cursor, the records in order and then live ones (spec 4.1, P-S11); without `after`, the legacy stream (P-S12). */
import type { Handler } from "../../http/handlers.js";
import type { Readers } from "../../http/readers.js";
import { judgeCursor } from "../../wire/core/cursor.js";
import { syncFeed } from "../../wire/core/feed.js";
import { legacyFeed } from "../../wire/core/legacy.js";
import { negotiate } from "../../wire/protocol/accept.js";
import { refuse } from "../../wire/protocol/codes.js";
import { singleHeader } from "../../wire/protocol/headers.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { LiveSession } from "../session.js";

const ENCODINGS = { "text/event-stream": "sse", "application/x-ndjson": "ndjson" } as const;

export function events({ store, stream }: LiveSession, readers: Readers): Handler<DaemonRoutes["events"]> {
  const [sync, legacy] = [syncFeed(stream), legacyFeed(stream, store.sessionId)];
  return ({ query: { after }, headers }) => {
    const accept = headers.flatMap(([name, value]) => (name === "accept" ? [value] : [])).join(",");
    const type = negotiate(accept, ["text/event-stream", "application/x-ndjson"] as const);
    if (type === undefined) return { refusal: refuse("not_acceptable") };
    const encoding = ENCODINGS[type];
    if (after === undefined) return { stream: (exchange) => readers.add(exchange, legacy, encoding, stream.ring.head) };
    const judged = judgeCursor(stream.cursors, after, singleHeader(headers, "last-event-id") ?? undefined);
    if (judged.kind === "refused") return { refusal: refuse(judged.code) };
    return { stream: (exchange) => readers.add(exchange, sync, encoding, judged.position) };
  };
}
