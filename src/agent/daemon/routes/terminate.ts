/** `POST /terminate`: the daemon stops in order (P-S40). */
import type { Handler } from "../../http/handlers.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";

export function terminate(stop: () => void): Handler<DaemonRoutes["terminate"]> {
  return () => {
    stop();
    return { body: { status: "stopping" } };
  };
}
