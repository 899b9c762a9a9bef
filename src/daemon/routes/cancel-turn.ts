/** `POST /turn/cancel`: ends the turn that runs; its text so far is kept (P-S27). */
import { refuse } from "../../protocol/codes.js";
import type { Turns } from "../../turn/turns.js";
import type { Handler } from "../handlers.js";

export function cancelTurn(turns: Turns): Handler<"cancelTurn"> {
  return () => {
    const promptId = turns.cancel();
    if (promptId === undefined) return { refusal: refuse("turn_not_running") };
    return { body: { status: "cancel_requested", prompt_id: promptId } };
  };
}
