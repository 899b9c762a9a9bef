/** `POST /prompt`: admitted as soon as it is on the disk; its answer comes in the stream (P-S20, P-S22). */
import type { Handler } from "../../http/handlers.js";
import type { Turns } from "../../run/turn/turns.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { LiveSession } from "../session.js";

export function prompt(session: LiveSession, turns: Turns): Handler<DaemonRoutes["prompt"]> {
  return async ({ body: { operation_context: context, attachments = [], facet, ...body } }) => {
    // Neither of them is supported yet; the features do not list them.
    const field = attachments.length > 0 ? "attachments" : facet === undefined ? undefined : "facet";
    if (field !== undefined)
      return { refusal: refuse("invalid_request", { details: { mistake: "not_supported", field } }) };
    // No window is issued yet, so that no named window is open.
    if (context !== undefined)
      return { refusal: refuse(context.daemon_epoch === session.epoch ? "operation_expired" : "epoch_mismatch") };
    const admitted = await turns.begin(body);
    return typeof admitted === "string" ? { refusal: refuse(admitted) } : { body: { status: "admitted", ...admitted } };
  };
}
