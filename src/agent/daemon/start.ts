/** A daemon from its arguments to the first request, in this order: credential, configuration, session, listener. */
import type { Startup } from "../../generated/protocol/types.js";
import type { LoadOptions, LoadResult } from "../../index.js";
import { gateOf } from "../http/gate.js";
import type { Handlers } from "../http/handlers.js";
import { LISTENING } from "../http/listening.js";
import { Readers } from "../http/readers.js";
import { serverOf } from "../http/server.js";
import type { Clock } from "../ports/clock.js";
import type { Connect } from "../ports/connect.js";
import { FileError, type Files } from "../ports/files.js";
import type { Listen } from "../ports/listen.js";
import type { Log } from "../ports/log.js";
import type { Processes } from "../ports/processes.js";
import type { Random } from "../ports/random.js";
import type { Scrubber } from "../run/scrub/scrubber.js";
import { readCredential } from "../run/store/credential.js";
import { SessionError } from "../run/store/failure.js";
import { installKey } from "../run/store/install-key.js";
import { openSession } from "../run/store/open.js";
import { endOpenTurn } from "../run/store/open-turn.js";
import { projectOf } from "../run/store/project.js";
import type { SessionStore } from "../run/store/session.js";
import { writeStartup } from "../run/store/startup.js";
import { Inputs } from "../run/turn/inputs.js";
import { recoveredQueue } from "../run/turn/requeue.js";
import { Turns } from "../run/turn/turns.js";
import { Elapsed } from "../wire/core/elapsed.js";
import type { DaemonRoutes } from "../wire/protocol/routes.js";
import { TokenCodec } from "../wire/protocol/token.js";
import { Checkpoints } from "./checkpoints.js";
import { ConfigurationFailure, type ConfigurationInUse, useConfiguration } from "./configuration.js";
import { type Daemon, daemonOf } from "./daemon.js";
import { Door } from "./door.js";
import { IdleEnd } from "./idle.js";
import { Operations } from "./operations.js";
import { attachment } from "./routes/attachment.js";
import { cancelTurn } from "./routes/cancel-turn.js";
import { dequeueNewest } from "./routes/dequeue-newest.js";
import { events } from "./routes/events.js";
import { health } from "./routes/health.js";
import { history } from "./routes/history.js";
import { inputs as waitingInputs } from "./routes/inputs.js";
import { operation } from "./routes/operation.js";
import { prompt } from "./routes/prompt.js";
import { queueInput } from "./routes/queue-input.js";
import { sync } from "./routes/sync.js";
import { syncSummary } from "./routes/sync-summary.js";
import { terminate } from "./routes/terminate.js";
import { daemonServed } from "./served.js";
import { LiveSession } from "./session.js";
import { reportTo } from "./turn-report.js";

/** The machine that a daemon runs on. */
export interface DaemonHost {
  readonly files: Files;
  readonly processes: Processes;
  readonly clock: Clock;
  readonly random: Random;
  readonly listen: Listen;
  readonly connect: Connect;
  readonly log: Log;
}

export interface DaemonOptions {
  readonly credentialFile: string;
  readonly stateDirectory: string;
  readonly sessionId: string;
  /** Whether the session must exist; without it the session must not exist. */
  readonly resume: boolean;
  readonly workingDirectory: string;
  /** A loopback address. */
  readonly host: string;
  /** 0 for a free port. */
  readonly port: number;
  readonly load: LoadOptions;
  /** Milliseconds until an idle daemon stops (P-S87); undefined for never. */
  readonly idleTimeout?: number | undefined;
}

export type Start =
  | { readonly kind: "ready"; readonly daemon: Daemon; readonly withheld: ConfigurationInUse["withheld"] }
  /** The configuration cannot be used, and no daemon was started. An `ok` result has a project that redirects the user's own data (S46). */
  | { readonly kind: "configuration"; readonly result: LoadResult }
  /** `message` is a clause for people. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/** Starts a daemon. Resolves for every expected failure; rejects for an unexpected one alone. */
export async function startDaemon(options: DaemonOptions, host: DaemonHost): Promise<Start> {
  const { log, files } = host;
  const credential = await readCredential(files, options.credentialFile);
  if (credential.kind === "not-loadable")
    log.say("error", `the credential file ${credential.reason}; every request is refused`);
  const token = credential.kind === "loaded" ? credential.token : undefined;
  const configuration = await used(options, host, token);
  if ("kind" in configuration) return configuration;
  if ("ok" in configuration) return { kind: "configuration", result: configuration };
  try {
    const store = await opened(options, host);
    const daemon = await serve({ options, host, configuration, store, token });
    return { kind: "ready", daemon, withheld: configuration.withheld };
  } catch (error) {
    await configuration.stop();
    return failed(error);
  }
}

async function used({ load }: DaemonOptions, host: DaemonHost, token: string | undefined) {
  const credentials = token === undefined ? [] : [{ reveal: () => [token] }];
  try {
    return await useConfiguration(load, { ...host, credentials });
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): Start {
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  return { kind: "failed", ...reason };
}

/** The code and message of a failure; undefined for an unexpected one. */
function reasonOf(error: unknown): { readonly code: string; readonly message: string } | undefined {
  if (error instanceof ConfigurationFailure) return { code: "configuration_error", message: error.message };
  if (error instanceof SessionError) return { code: error.code, message: error.message };
  if (error instanceof FileError)
    return { code: "storage_unavailable", message: `${error.path}: ${error.failure} (${error.detail})` };
  if (error instanceof ListenFailure) return { code: "address_unavailable", message: error.message };
  return undefined;
}

class ListenFailure extends Error {}

async function opened({ stateDirectory, sessionId, resume, workingDirectory }: DaemonOptions, host: DaemonHost) {
  const how = resume ? ({ kind: "resume" } as const) : ({ kind: "new", workingDirectory } as const);
  const store = await openSession({ ...host, state: stateDirectory, sessionId, how });
  const { trimmed } = store.recovered;
  if (trimmed !== undefined)
    host.log.say("warn", "an unfinished write at the end of the log was cut off", { bytes: trimmed.bytes });
  return store;
}

interface Parts {
  readonly options: DaemonOptions;
  readonly host: DaemonHost;
  readonly configuration: ConfigurationInUse;
  readonly store: SessionStore;
  readonly token: string | undefined;
}

/** Serves the session; releases it before it rejects. */
async function serve({ options, host, configuration, store, token }: Parts): Promise<Daemon> {
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
    await beginEpoch(store, epoch);
    const session = new LiveSession({ store, epoch, codec: new TokenCodec(key), clock, random });
    const { resolve } = configuration;
    const scrubber = (): Scrubber => configuration.scrubber;
    const queue = await recoveredQueue(store);
    const writing = { journal: session, store, scrubber, report: reportTo(log), queue };
    const turns = new Turns({ ...writing, clock, connect, resolve });
    const inputs = new Inputs({ ...writing, turns });
    const operations = new Operations(session, clock);
    const door = new Door(
      operations,
      store.recovered.inputs.map(({ input }) => input.prompt_id),
    );
    const readers = new Readers(session, clock);
    const checkpoints = new Checkpoints(session, new Elapsed(clock));
    const daemon = daemonOf({ session, turns, readers, configuration, clock, log });
    const handlers: Handlers<DaemonRoutes> = {
      health: health(session),
      sync: sync(session, checkpoints, operations),
      syncSummary: syncSummary(session, { project, startedAt: about.started_at }),
      events: events(session, readers),
      history: history(session, checkpoints),
      attachment: attachment(session, checkpoints, clock),
      prompt: prompt(session, door, turns, scrubber),
      queueInput: queueInput(session, door, inputs, scrubber),
      inputs: waitingInputs(session),
      dequeueNewest: dequeueNewest(door, inputs),
      operation: operation(operations, door),
      cancelTurn: cancelTurn(turns),
      terminate: terminate(() => void daemon.stop("terminate")),
    };
    const isStopping = (): boolean => daemon.isStopping;
    const gate = gateOf(token);
    const server = serverOf({ served: daemonServed, gate, handlers, log, random, isStopping });
    const idle = new IdleEnd({ daemon, session, turns, gate, clock, log, timeout: options.idleTimeout });
    const listener = await host
      .listen({ ...LISTENING, clock, host: options.host, port: options.port }, idle.counting(server))
      .catch((error) => {
        throw new ListenFailure(`cannot listen on ${options.host}:${options.port} (${error.message})`);
      });
    daemon.listensOn(listener);
    await say({ state: "ready", url: listener.url });
    log.say("info", "serving", { session: store.sessionId, url: listener.url });
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
