/** `POST /turn/input`: an input waits for the end of the turn (P-S25, P-S62). */
import type { Correlation } from "../../../generated/protocol/types.js";
import type { Handler } from "../../http/handlers.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";
import type { Inputs } from "../../run/turn/inputs.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Door } from "../door.js";
import type { LiveSession } from "../session.js";
import type { Knows } from "./choose.js";
import { sentIn, UNKNOWN_FACET } from "./sent.js";

export function queueInput(
  session: LiveSession,
  door: Door,
  inputs: Inputs,
  scrubber: () => Scrubber,
  knowsFacet: Knows,
): Handler<DaemonRoutes["queueInput"]> {
  return async ({ body }) => {
    if (body.facet !== undefined && !(await knowsFacet(body.facet))) return UNKNOWN_FACET;
    const read = sentIn(body, () => session.newId(), scrubber());
    if ("refusal" in read) return read;
    const { sent } = read;
    const run = async (correlation?: Correlation) => {
      const queued = await inputs.queue(sent, correlation);
      if (typeof queued === "string") return { refusal: refuse(queued) };
      return { status: 202, body: { status: "queued", ...queued } } as const;
    };
    return door.enter({ route: "queueInput", body, promptId: sent.prompt_id, run });
  };
}
