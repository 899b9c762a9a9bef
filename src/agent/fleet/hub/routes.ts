/** The routes of a hub: the table for its server, and the handlers, except those of histories and the proxy. */
import { hubRequestFields, hubRequestGuards, hubRequestParts } from "../../../generated/protocol/requests.js";
import { hubRoutes, limits } from "../../../generated/protocol/tables.js";
import { type Clock, within } from "../../machine/interfaces/clock.js";
import { ConnectError } from "../../machine/interfaces/connect.js";
import { fleetFeed } from "../../wire/core/feed.js";
import { bodyReaderOf } from "../../wire/protocol/body.js";
import { refuse } from "../../wire/protocol/codes.js";
import { routerOf } from "../../wire/protocol/router.js";
import type { HubRoutes } from "../../wire/protocol/routes.js";
import { encodingFor, positionFor } from "../../wire/server/events.js";
import type { Handler } from "../../wire/server/handlers.js";
import { sendLong } from "../../wire/server/long-body.js";
import type { Served } from "../../wire/server/served.js";
import type { Catalog } from "./fleet/catalog.js";
import type { Fleet } from "./fleet/fleet.js";
import { type DaemonHost, locate } from "./sources/daemon.js";

const FULL = refuse("fleet_capacity_exceeded", { status: 503, retryAfterSeconds: 1 });

export const hubServed: Served<HubRoutes> = {
  routes: hubRoutes,
  router: routerOf(hubRoutes),
  readBody: bodyReaderOf<HubRoutes>({
    guards: hubRequestGuards,
    fields: hubRequestFields,
    parts: hubRequestParts,
  }),
  // It ends a session's work.
  uncounted: new Set(["stop"]),
  full: new Map((["catalog", "events", "history", "attachment"] as const).map((name) => [name, FULL])),
};

/** `GET /api/v1/catalog`: a page of all sessions and their projects (spec 4.2, P-S50). */
export function catalog(pages: Catalog, clock: Clock): Handler<HubRoutes["catalog"]> {
  return ({ query: { snapshot, page: pageToken } }) => {
    const page = pages.page(snapshot, pageToken);
    if ("refusal" in page) return page;
    const { bytes, pin } = page;
    return {
      // The snapshot stays until its reader has the page.
      stream: async (exchange) => {
        exchange.onClose(pin());
        await sendLong(exchange, { length: bytes.length, pieces: piecesOf(bytes) }, clock);
      },
    };
  };
}

async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes;
}

/** `GET /api/v1/events`: fleet events after a cursor in order, then live ones (spec 4.2, P-S73). */
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

/** `GET /api/v1/sessions/{session_id}`: the row of one session (P-S49). */
export function session(fleet: Fleet): Handler<HubRoutes["session"]> {
  return ({ parameters: { session_id } }) => {
    const row = fleet.row(session_id);
    return row === undefined ? { refusal: refuse("not_found") } : { body: row };
  };
}

/** The daemon accepted `POST /terminate`, or refused because it is already stopping. */
const ENDING: ReadonlySet<number> = new Set([202, 503]);

/** `POST /api/v1/sessions/{session_id}/stop`: stops the daemon of a session in order, as its own client would (P-S49). */
export function stop(host: DaemonHost, state: string): Handler<HubRoutes["stop"]> {
  return async ({ parameters: { session_id } }) => {
    const located = await locate(host, state, session_id);
    if (located.kind === "unknown") return { refusal: refuse("not_found") };
    if (located.kind !== "running") return { refusal: refuse("daemon_unreachable") };
    return within(host.clock, limits.proxyTimeout, async (signal) => {
      try {
        const { status, body } = await host.connect({
          ...{ url: `${located.url}/terminate`, method: "POST", body: new Uint8Array(), signal },
          headers: [["authorization", `Bearer ${located.token}`]],
        });
        // The rest of the answer is not needed; leaving the loop ends the connection.
        for await (const _ of body) break;
        return ENDING.has(status) ? { body: { status: "stopping" } } : { refusal: refuse("daemon_unreachable") };
      } catch (error) {
        if (!(error instanceof ConnectError)) throw error;
        return { refusal: refuse(signal.aborted ? "daemon_timeout" : "daemon_unreachable") };
      }
    });
  };
}
