/** `GET /api/v1/sessions/{session_id}`: the row of one session (P-S49). */
import type { Handler } from "../../http/handlers.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { HubRoutes } from "../../wire/protocol/routes.js";
import type { Fleet } from "../fleet/fleet.js";

export function session(fleet: Fleet): Handler<HubRoutes["session"]> {
  return ({ parameters: { session_id } }) => {
    const row = fleet.row(session_id);
    return row === undefined ? { refusal: refuse("not_found") } : { body: row };
  };
}
