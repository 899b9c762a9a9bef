/** `POST /interrogative/{id}/respond`: answers a question (P-S26). */
import type { Correlation } from "../../../generated/protocol/types.js";
import type { Handler } from "../../http/handlers.js";
import type { Questions } from "../../run/turn/questions.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Door } from "../door.js";

export function respond(door: Door, questions: Questions): Handler<DaemonRoutes["respond"]> {
  return ({ parameters, body }) => {
    const run = async (correlation?: Correlation) => {
      const answered = await questions.respond(parameters.id, body, correlation);
      if (typeof answered === "string") return { refusal: refuse(answered) };
      if ("wrong" in answered) {
        const details = { mistake: "wrong_value", field: answered.wrong };
        return { refusal: refuse("invalid_request", { details }) };
      }
      return { status: 200, body: { status: "answered", ...answered } } as const;
    };
    return door.enter({ route: "respond", parameters, body, run });
  };
}
