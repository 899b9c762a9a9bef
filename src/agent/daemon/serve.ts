/** The session of a daemon, served: its parts, put together, and its routes. */
import type { Startup } from "../../generated/protocol/types.js";
import { gateOf } from "../http/gate.js";
import type { Handlers } from "../http/handlers.js";
import { LISTENING } from "../http/listening.js";
import { Readers } from "../http/readers.js";
import { serverOf } from "../http/server.js";
import { resolveModel } from "../run/model/resolve.js";
import { facetFor } from "../run/prompts/choose.js";
import type { Scrubber } from "../run/scrub/scrubber.js";
import { installKey } from "../run/store/install-key.js";
import { endOpenTurn } from "../run/store/open-turn.js";
import { projectOf } from "../run/store/project.js";
import type { SessionStore } from "../run/store/session.js";
import { writeStartup } from "../run/store/startup.js";
import { Inputs } from "../run/turn/inputs.js";
import type { Wish } from "../run/turn/permission.js";
import { Permission } from "../run/turn/permission.js";
import { Questions } from "../run/turn/questions.js";
import { recoveredQueue } from "../run/turn/requeue.js";
import { Turns } from "../run/turn/turns.js";
import { Elapsed } from "../wire/core/elapsed.js";
import type { DaemonRoutes } from "../wire/protocol/routes.js";
import { TokenCodec } from "../wire/protocol/token.js";
import { secretFileAlarm } from "./alarm.js";
import { Catalog } from "./catalog/catalog.js";
import { inTurn } from "./catalog/in-turn.js";
import { Checkpoints } from "./checkpoints.js";
import { Choice } from "./choice.js";
import type { ConfigurationInUse, InUse } from "./configuration.js";
import { type Daemon, daemonOf } from "./daemon.js";
import { Door } from "./door.js";
import { equip, firstFacet, monitorIn } from "./equip.js";
import { FacetFailure, ListenFailure, reasonOf } from "./failure.js";
import type { DaemonHost, DaemonOptions } from "./host.js";
import { IdleEnd } from "./idle.js";
import { Operations } from "./operations.js";
import { usePrompts } from "./prompts.js";
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
import { daemonServed } from "./served.js";
import { LiveSession } from "./session.js";
import { ToolsInUse } from "./tools.js";
import { reportTo } from "./turn-report.js";

export interface ServeParts {
  readonly options: DaemonOptions;
  readonly host: DaemonHost;
  readonly configuration: ConfigurationInUse;
  readonly store: SessionStore;
  readonly token: string | undefined;
}

/** Serves the session; releases it before it rejects. */
export async function serve({ options, host, configuration, store, token }: ServeParts): Promise<Daemon> {
  const { files, processes, clock, random, connect, log } = host;
  const epoch = Buffer.from(random.bytes(16)).toString("hex");
  const about = {
    version: 1 as const,
    pid: processes.self.pid,
    session_id: store.sessionId,
    daemon_epoch: epoch,
    started_at: new Date(clock.now()).toISOString(),
  };
  const say = (said: Omit<Startup, keyof typeof about>): Promise<void> =>
    writeStartup(files, store.paths.startup, { ...about, ...said });
  try {
    await say({ state: "starting" });
    const key = await installKey(files, random, options.stateDirectory);
    const project = await projectOf(files, store.file.working_directory);
    const prompts = await usePrompts(options, configuration, files, log);
    const begins = { flag: options.facet, isExec: options.isExec ?? false };
    const first = firstFacet(configuration, await prompts.read(), begins);
    if (first.kind === "unknown") throw new FacetFailure(first.message);
    if (first.warning !== undefined) log.say("warn", first.warning);
    await beginEpoch(store, epoch);
    const session = new LiveSession({
      ...{ store, epoch, codec: new TokenCodec(key), clock, random },
      begins: { facet: first.facet.name, permissionMonitor: monitorIn(configuration.inUse) },
    });
    const { chosen } = store.recovered;
    const choice = new Choice(session, { ...chosen, ...(options.facet === undefined ? {} : { facet: options.facet }) });
    configuration.onChange(() => choice.follow(monitorIn(configuration.inUse)));
    const scrubber = (): Scrubber => configuration.scrubber;
    const report = reportTo(log);
    const questions = new Questions({ journal: session, report, scrubber });
    const queue = await recoveredQueue(store);
    const writing = { journal: session, store, scrubber, report, queue };
    const catalog = new Catalog({ journal: session, clock, log });
    const publish = inTurn(async () => {
      const { config, beside } = configuration.inUse;
      const { facets, subagents, skills } = await prompts.read();
      const offered = tools.of(configuration.inUse);
      const servers = tools.servers.snapshot();
      const isOther = catalog.publish({
        ...{ config, beside, facets, subagents, skills, tools: offered, servers, scrubber: scrubber() },
      });
      return { isOther, revision: session.stream.state.catalogRevision };
    });
    const { working_directory: workingDirectory } = store.file;
    const { directory } = store.paths;
    const tools: ToolsInUse = new ToolsInUse({
      ...{ host, options, configuration, questions, directory, workingDirectory, project },
      onChange: () => void publish(),
    });
    configuration.onChange(() => void publish());
    const equipping = {
      ...{ configuration, choice, clock, connect, log, begins },
      prompts: () => prompts.read(),
      tools: (inUse: InUse) => tools.of(inUse),
      alarm: ({ config }: InUse, { tool, input }: Wish) =>
        tool.name === "shell"
          ? secretFileAlarm(input, config.permissions?.secret_files ?? [], workingDirectory)
          : undefined,
      lastPrompt: (): string => turns.lastPrompt,
    };
    const turns: Turns = new Turns({
      ...{ ...writing, clock, connect, permission: new Permission(questions) },
      equip: (wanted) => equip(equipping, wanted),
    });
    const inputs = new Inputs({ ...writing, turns });
    const operations = new Operations(session, clock);
    const door = new Door(
      operations,
      store.recovered.inputs.map(({ input }) => input.prompt_id),
    );
    const readers = new Readers(session, clock);
    const checkpoints = new Checkpoints(session, new Elapsed(clock));
    const daemon = daemonOf({ session, turns, readers, configuration, tools, clock, log });
    const knowsFacet = async (name: string): Promise<boolean> => facetFor(await prompts.read(), name).kind === "found";
    const handlers: Handlers<DaemonRoutes> = {
      health: health(session),
      sync: sync(session, checkpoints, operations),
      syncSummary: syncSummary(session, { project, startedAt: about.started_at }),
      events: events(session, readers),
      history: history(session, checkpoints),
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
      terminate: terminate(() => void daemon.stop("terminate")),
    };
    const isStopping = (): boolean => daemon.isStopping;
    const gate = gateOf(token);
    const server = serverOf({ served: daemonServed, gate, handlers, log, random, isStopping });
    const idle = new IdleEnd({ daemon, session, turns, gate, clock, log, timeout: options.idleTimeout });
    // A snapshot lists the feature, so the catalog is there before the first request.
    await publish();
    const listener = await host
      .listen({ ...LISTENING, clock, host: options.host, port: options.port }, idle.counting(server))
      .catch((error) => {
        throw new ListenFailure(`cannot listen on ${options.host}:${options.port} (${error.message})`);
      });
    daemon.listensOn(listener);
    await say({ state: "ready", url: listener.url });
    log.say("info", "serving", { session: store.sessionId, url: listener.url });
    // The client of MCP takes its time to load, for which nobody who starts a daemon has to wait.
    clock.after(0, () => tools.servers.start());
    turns.resume();
    idle.start();
    return daemon;
  } catch (error) {
    const reason = reasonOf(error) ?? { code: "internal", message: "this failed unexpectedly" };
    await say({ state: "failed", ...reason }).catch(() => {});
    await store.close().catch(() => {});
    throw error;
  }
}

/** Writes the epoch to the log, and the end of a turn that an earlier epoch left open (P-S28). */
async function beginEpoch(store: SessionStore, epoch: string): Promise<void> {
  await Promise.all([store.append({ t: "epoch", daemon_epoch: epoch }), endOpenTurn(store)]);
}
