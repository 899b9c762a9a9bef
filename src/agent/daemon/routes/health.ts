/** `GET /health`. */
import type { Handler } from "../../http/handlers.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { LiveSession } from "../session.js";

export function health({ epoch, store }: LiveSession): Handler<DaemonRoutes["health"]> {
  return () => ({ body: { status: "ok", version: 1, daemon_epoch: epoch, session_id: store.sessionId } });
}
