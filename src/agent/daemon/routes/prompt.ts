/** `POST /prompt`: admitted as soon as it is on the disk; its answer comes in the stream (P-S20). */
import type { Correlation } from "../../../generated/protocol/types.js";
import type { Handler } from "../../http/handlers.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";
import type { Turns } from "../../run/turn/turns.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Door } from "../door.js";
import type { LiveSession } from "../session.js";
import type { Knows } from "./choose.js";
import { sentIn, UNKNOWN_FACET } from "./sent.js";

export function prompt(
  session: LiveSession,
  door: Door,
  turns: Turns,
  scrubber: () => Scrubber,
  knowsFacet: Knows,
): Handler<DaemonRoutes["prompt"]> {
  return async ({ body }) => {
    if (body.facet !== undefined && !(await knowsFacet(body.facet))) return UNKNOWN_FACET;
    const read = sentIn(body, () => session.newId(), scrubber());
    if ("refusal" in read) return read;
    const { sent } = read;
    const run = async (correlation?: Correlation) => {
      const admitted = await turns.prompt(sent, correlation);
      if (typeof admitted === "string") return { refusal: refuse(admitted) };
      return { status: 202, body: { status: "admitted", ...admitted } } as const;
    };
    return door.enter({ route: "prompt", body, promptId: sent.prompt_id, run });
  };
}
