/** The routes of the daemon itself: whether it runs, and its end. */

import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import type { Handler } from "../../../wire/server/handlers.js";
import type { Session } from "../session.js";

/** `GET /health`. */
export function health({ epoch, store }: Session): Handler<DaemonRoutes["health"]> {
  return () => ({ body: { status: "ok", version: 1, daemon_epoch: epoch, session_id: store.sessionId } });
}

/** `POST /terminate`: the daemon stops in order (P-S40). */
export function terminate(stop: () => void): Handler<DaemonRoutes["terminate"]> {
  return () => {
    stop();
    return { body: { status: "stopping" } };
  };
}
