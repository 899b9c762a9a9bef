/** `GET /operations/{window}/{operation}`: how far an operation has come, in this epoch or an earlier one (P-S28, P-S62). */

import { refuse } from "../../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../../wire/protocol/routes.js";
import type { Handler } from "../../../wire/server/handlers.js";
import { answerOf, type Door } from "../door.js";
import type { Operations } from "../operations.js";

export function operation(operations: Operations, door: Door): Handler<DaemonRoutes["operation"]> {
  return async ({ parameters }) => {
    const key = { window_id: parameters.window, operation: parameters.operation.toLowerCase() };
    const window = operations.judge(key.window_id);
    if (window === "over") return { refusal: refuse("operation_expired") };
    if (window === "open") {
      const answer = operations.find(key) === undefined ? UNKNOWN : await door.answered(key);
      // A command that was refused in the meantime is not stored.
      return "refusal" in answer && answer.refusal.code !== "operation_expired" ? UNKNOWN : answer;
    }
    const earlier = operations.findEarlier(key);
    return earlier === undefined ? UNKNOWN : answerOf(earlier);
  };
}

const UNKNOWN = { refusal: refuse("not_found") };
