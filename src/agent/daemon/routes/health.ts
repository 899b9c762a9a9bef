/** `GET /health`. */
import type { Handler } from "../../http/handlers.js";
import type { LiveSession } from "../session.js";

export function health({ epoch, store }: LiveSession): Handler<"health"> {
  return () => ({ body: { status: "ok", version: 1, daemon_epoch: epoch, session_id: store.sessionId } });
}
