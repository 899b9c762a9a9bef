/** `DELETE /turn/input/newest`: the newest waiting input is taken back (P-S25, P-S62). */
import type { Correlation } from "../../../generated/protocol/types.js";
import type { Handler } from "../../http/handlers.js";
import type { Inputs } from "../../run/turn/inputs.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Door } from "../door.js";

export function dequeueNewest(door: Door, inputs: Inputs): Handler<DaemonRoutes["dequeueNewest"]> {
  return ({ body }) => {
    const run = async (correlation?: Correlation) => {
      const dequeued = await inputs.dequeue(correlation);
      if (typeof dequeued === "string") return { refusal: refuse(dequeued) };
      const { prompt_id, queue_revision } = dequeued;
      if (prompt_id === undefined) return { status: 200, body: { status: "nothing_queued", queue_revision } } as const;
      return { status: 200, body: { status: "dequeued", prompt_id, queue_revision } } as const;
    };
    return door.enter({ route: "dequeueNewest", body, run });
  };
}
