/** The routes of a daemon with what each works on: a route without a handler does not compile. */

import { Elapsed } from "../../wire/core/elapsed.js";
import type { DaemonRoutes } from "../../wire/protocol/routes.js";
import type { Handlers } from "../../wire/server/handlers.js";
import type { PageLimits } from "../../wire/server/page-room.js";
import type { Readers } from "../../wire/server/readers.js";
import { Checkpoints } from "./checkpoints.js";
import { Door } from "./door.js";
import { Operations } from "./operations.js";
import { daemonState, reload } from "./routes/catalog.js";
import { chooseFacet, chooseModel, chooseMonitor, rename } from "./routes/choose.js";
import { health, terminate } from "./routes/daemon.js";
import { attachment, history } from "./routes/history.js";
import { operation } from "./routes/operation.js";
import { events, sync, syncSummary } from "./routes/session.js";
import { loginCallback, loginStart, moving } from "./routes/tool-servers.js";
import { cancelTurn, compact, dequeueNewest, prompt, queueInput, respond, waitingInputs } from "./routes/turn.js";
import type { Session } from "./session.js";

/** `stop`: begins the end of the daemon. */
export function handlersOf(
  session: Session,
  readers: Readers,
  limits: PageLimits,
  stop: () => void,
): Handlers<DaemonRoutes> {
  const { journal, clock, store } = session;
  const operations = new Operations(journal, clock);
  const queued = store.recovered.inputs.map(({ input }) => input.prompt_id);
  const door = new Door(operations, queued);
  const checkpoints = new Checkpoints(journal, new Elapsed(clock));
  return {
    health: health(session),
    sync: sync(journal, checkpoints, operations),
    syncSummary: syncSummary(session),
    events: events(journal, readers),
    history: history(session, checkpoints, limits),
    attachment: attachment(session, checkpoints),
    prompt: prompt(session, door),
    queueInput: queueInput(session, door),
    inputs: waitingInputs(session),
    dequeueNewest: dequeueNewest(session, door),
    operation: operation(operations, door),
    cancelTurn: cancelTurn(session),
    compact: compact(session, door),
    daemonState: daemonState(session.catalog),
    respond: respond(session, door),
    reload: reload(session),
    mcpEnable: moving("enable", session),
    mcpDisable: moving("disable", session),
    mcpReconnect: moving("reconnect", session),
    loginStart: loginStart(session),
    loginCallback: loginCallback(session),
    model: chooseModel(session),
    facet: chooseFacet(session),
    title: rename(session),
    permissionMonitor: chooseMonitor(session),
    terminate: terminate(stop),
  };
}
