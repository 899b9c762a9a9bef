/** `GET /events?after=`: records in order, then live ones (spec 4.1, P-S11). */
import type { Handler } from "../../http/handlers.js";
import type { Readers } from "../../http/readers.js";
import { judgeCursor } from "../../wire/core/cursor.js";
import { negotiate } from "../../wire/protocol/accept.js";
import { refuse } from "../../wire/protocol/codes.js";
import { singleHeader } from "../../wire/protocol/headers.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { LiveSession } from "../session.js";

const ENCODINGS = { "text/event-stream": "sse", "application/x-ndjson": "ndjson" } as const;

export function events(session: LiveSession, readers: Readers): Handler<DaemonRoutes["events"]> {
  return ({ query, headers }) => {
    const accept = headers.flatMap(([name, value]) => (name === "accept" ? [value] : [])).join(",");
    const type = negotiate(accept, ["text/event-stream", "application/x-ndjson"] as const);
    if (type === undefined) return { refusal: refuse("not_acceptable") };
    const judged = judgeCursor(
      session.stream.cursors,
      query.after ?? "",
      singleHeader(headers, "last-event-id") ?? undefined,
    );
    if (judged.kind === "refused") return { refusal: refuse(judged.code) };
    return { stream: (exchange) => readers.add(exchange, ENCODINGS[type], judged.position) };
  };
}
