/** The routes of a daemon with what each works on: a route without a handler does not compile. */
import type { Handlers } from "../http/handlers.js";
import type { PageLimits } from "../http/page-room.js";
import type { Readers } from "../http/readers.js";
import type { Clock } from "../ports/clock.js";
import { resolveModel } from "../run/model/resolve.js";
import { facetFor } from "../run/prompts/choose.js";
import { Elapsed } from "../wire/core/elapsed.js";
import type { DaemonRoutes } from "../wire/protocol/routes.js";
import { Checkpoints } from "./checkpoints.js";
import type { ConfigurationInUse } from "./configuration.js";
import { Door } from "./door.js";
import { Operations } from "./operations.js";
import { attachment } from "./routes/attachment.js";
import { cancelTurn } from "./routes/cancel-turn.js";
import { chooseFacet, chooseModel, chooseMonitor } from "./routes/choose.js";
import { daemonState } from "./routes/daemon-state.js";
import { dequeueNewest } from "./routes/dequeue-newest.js";
import { events } from "./routes/events.js";
import { health } from "./routes/health.js";
import { history } from "./routes/history.js";
import { inputs as waitingInputs } from "./routes/inputs.js";
import { operation } from "./routes/operation.js";
import { prompt } from "./routes/prompt.js";
import { queueInput } from "./routes/queue-input.js";
import { reload } from "./routes/reload.js";
import { respond } from "./routes/respond.js";
import { sync } from "./routes/sync.js";
import { syncSummary } from "./routes/sync-summary.js";
import { terminate } from "./routes/terminate.js";
import { loginCallback, loginStart, moving } from "./routes/tool-servers.js";
import type { Work } from "./work.js";

export interface HandlerParts extends Work {
  readonly configuration: ConfigurationInUse;
  readonly readers: Readers;
  readonly clock: Clock;
  readonly project: string;
  readonly startedAt: string;
  readonly limits: PageLimits;
  readonly terminate: () => void;
}

export function handlersOf(parts: HandlerParts): Handlers<DaemonRoutes> {
  const { session, prompts, choice, next, questions, tools, catalog, publish, turns, inputs, scrubber } = parts;
  const { configuration, readers, clock, project, startedAt, limits } = parts;
  const operations = new Operations(session, clock);
  const door = new Door(
    operations,
    session.store.recovered.inputs.map(({ input }) => input.prompt_id),
  );
  const checkpoints = new Checkpoints(session, new Elapsed(clock));
  const knowsFacet = async (name: string): Promise<boolean> => facetFor(await prompts.read(), name).kind === "found";
  return {
    health: health(session),
    sync: sync(session, checkpoints, operations),
    syncSummary: syncSummary(session, next, { project, startedAt }),
    events: events(session, readers),
    history: history({ session, checkpoints, limits }),
    attachment: attachment(session, checkpoints, clock),
    prompt: prompt(session, door, turns, scrubber, knowsFacet),
    queueInput: queueInput(session, door, inputs, scrubber, knowsFacet),
    inputs: waitingInputs(session),
    dequeueNewest: dequeueNewest(door, inputs),
    operation: operation(operations, door),
    cancelTurn: cancelTurn(turns),
    daemonState: daemonState(catalog),
    respond: respond(door, questions),
    reload: reload(configuration, publish),
    mcpEnable: moving((name) => tools.servers.enable(name)),
    mcpDisable: moving((name) => tools.servers.disable(name)),
    mcpReconnect: moving((name) => tools.servers.reconnect(name)),
    loginStart: loginStart(tools),
    loginCallback: loginCallback(tools),
    model: chooseModel(
      choice,
      async (name) => "found" in resolveModel(configuration.inUse.config, name, configuration.inUse.beside),
    ),
    facet: chooseFacet(choice, knowsFacet),
    permissionMonitor: chooseMonitor(choice),
    terminate: terminate(parts.terminate),
  };
}
