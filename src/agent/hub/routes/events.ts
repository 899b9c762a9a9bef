/** `GET /api/v1/events`: fleet events after a cursor in order, then live ones (spec 4.2, P-S73). */
import { encodingFor, positionFor } from "../../http/events.js";
import type { Handler } from "../../http/handlers.js";
import type { Clock } from "../../ports/clock.js";
import { fleetFeed } from "../../wire/core/feed.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { HubRoutes } from "../../wire/protocol/routes.js";
import type { Fleet } from "../fleet/fleet.js";

export function events({ stream, readers }: Fleet, clock: Clock): Handler<HubRoutes["events"]> {
  const feed = fleetFeed(stream);
  return ({ query: { after, expected_epoch: expected }, headers }) => {
    const encoding = encodingFor(headers);
    if (encoding === undefined) return { refusal: refuse("not_acceptable") };
    stream.ring.expire(clock.monotonic());
    const place = positionFor(stream.cursors, after ?? "", headers);
    const isForged = "refusal" in place && place.refusal.code === "invalid_cursor";
    if (!isForged && expected !== undefined && expected !== stream.epoch) return { refusal: refuse("epoch_mismatch") };
    if ("refusal" in place) return place;
    return { stream: (exchange) => readers.add(exchange, feed, encoding, place.position) };
  };
}
