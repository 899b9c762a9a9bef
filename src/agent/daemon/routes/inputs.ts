/** `GET /turn/input`: the inputs that wait, the oldest first (P-S62). */
import type { Handler } from "../../http/handlers.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { LiveSession } from "../session.js";

export function inputs({ stream }: LiveSession): Handler<DaemonRoutes["inputs"]> {
  return () => {
    const { revision, items } = stream.state.queue;
    return { body: { version: 1, queue_revision: revision, items: [...items] } };
  };
}
