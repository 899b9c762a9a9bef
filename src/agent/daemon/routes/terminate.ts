/** `POST /terminate`: the daemon stops in order (P-S40). */
import type { Handler } from "../../http/handlers.js";

export function terminate(stop: () => void): Handler<"terminate"> {
  return () => {
    stop();
    return { body: { status: "stopping" } };
  };
}
