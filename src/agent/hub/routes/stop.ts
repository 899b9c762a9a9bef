/** `POST /api/v1/sessions/{session_id}/stop`: tells the daemon of a session to stop in order, as its own client would (P-S49). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Handler } from "../../http/handlers.js";
import { type Clock, within } from "../../ports/clock.js";
import { type Connect, ConnectError } from "../../ports/connect.js";
import { refuse } from "../../wire/protocol/codes.js";
import type { HubRoutes } from "../../wire/protocol/routes.js";
import { locate, type SourceHost } from "../sources/daemon.js";

interface StopHost extends SourceHost {
  readonly clock: Clock;
  readonly connect: Connect;
}

/** `POST /terminate` is taken, or refused because the daemon stops already. */
const ENDING: ReadonlySet<number> = new Set([202, 503]);

export function stop(host: StopHost, state: string): Handler<HubRoutes["stop"]> {
  return async ({ parameters: { session_id } }) => {
    const located = await locate(host, state, session_id);
    if (located.kind === "unknown") return { refusal: refuse("not_found") };
    if (located.kind !== "running") return { refusal: refuse("daemon_unreachable") };
    return within(host.clock, limits.proxyTimeout, async (signal) => {
      try {
        const { status, body } = await host.connect({
          ...{ url: `${located.url}/terminate`, method: "POST", body: new Uint8Array(), signal },
          headers: [["authorization", `Bearer ${located.token}`]],
        });
        // The answer is not read further; leaving the loop ends the connection.
        for await (const _ of body) break;
        return ENDING.has(status) ? { body: { status: "stopping" } } : { refusal: refuse("daemon_unreachable") };
      } catch (error) {
        if (!(error instanceof ConnectError)) throw error;
        return { refusal: refuse(signal.aborted ? "daemon_timeout" : "daemon_unreachable") };
      }
    });
  };
}
