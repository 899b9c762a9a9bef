/** The daemon's table of routes, as its server needs it. */
import { daemonRoutes } from "../../../generated/protocol/tables.js";
import { readDaemonBody } from "../../wire/protocol/body.js";
import { daemonRouter } from "../../wire/protocol/router.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Served } from "../../wire/server/served.js";

export const daemonServed: Served<DaemonRoutes> = {
  routes: daemonRoutes,
  router: daemonRouter,
  readBody: readDaemonBody,
  // They show that the daemon is there, and end its work.
  uncounted: new Set(["health", "cancelTurn", "terminate"]),
};
