/** `POST /turn/cancel`: ends the current turn; its text so far is kept (P-S27). */
import type { Handler } from "../../http/handlers.js";
import type { Turns } from "../../run/turn/turns.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";

export function cancelTurn(turns: Turns): Handler<DaemonRoutes["cancelTurn"]> {
  return () => {
    const promptId = turns.cancel();
    if (promptId === undefined) return { refusal: refuse("turn_not_running") };
    return { body: { status: "cancel_requested", prompt_id: promptId } };
  };
}
