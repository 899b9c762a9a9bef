/** The hub's table of routes, as its server needs it. */
import { hubRequestFields, hubRequestGuards, hubRequestParts } from "../../generated/protocol/requests.js";
import { hubRoutes } from "../../generated/protocol/tables.js";
import type { Served } from "../http/served.js";
import { bodyReaderOf } from "../wire/protocol/body.js";
import { refuse } from "../wire/protocol/codes.js";
import { routerOf } from "../wire/protocol/router.js";
import type { HubRoutes } from "../wire/protocol/routes.js";

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
