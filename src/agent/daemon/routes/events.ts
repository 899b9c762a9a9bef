/** `GET /events`: after a cursor, the records in order and then live ones (spec 4.1, P-S11); without `after`, the legacy stream (P-S12). */
import { encodingFor, positionFor } from "../../http/events.js";
import type { Handler } from "../../http/handlers.js";
import type { Readers } from "../../http/readers.js";
import { syncFeed } from "../../wire/core/feed.js";
import { legacyFeed } from "../../wire/core/legacy.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { LiveSession } from "../session.js";

export function events({ store, stream }: LiveSession, readers: Readers): Handler<DaemonRoutes["events"]> {
  const [sync, legacy] = [syncFeed(stream), legacyFeed(stream, store.sessionId)];
  return ({ query: { after }, headers }) => {
    const encoding = encodingFor(headers);
    if (encoding === undefined) return { refusal: refuse("not_acceptable") };
    if (after === undefined) return { stream: (exchange) => readers.add(exchange, legacy, encoding, stream.ring.head) };
    const place = positionFor(stream.cursors, after, headers);
    if ("refusal" in place) return place;
    return { stream: (exchange) => readers.add(exchange, sync, encoding, place.position) };
  };
}
