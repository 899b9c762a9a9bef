/** A daemon from its arguments to the first request, in this order: credential, directory, configuration, session, listener. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Startup } from "../../../generated/protocol/types.js";
import type { LoadResult } from "../../../index.js";
import { randomHex } from "../../machine/interfaces/random.js";
import { gateOf } from "../../wire/server/gate.js";
import { LISTENING } from "../../wire/server/listening.js";
import { Readers } from "../../wire/server/readers.js";
import { serverOf } from "../../wire/server/server.js";
import type { PromptWarning } from "../prompts/prompt.js";
import { readCredential } from "../store/credential.js";
import { openSession, readSessionFile, type SessionChoice } from "../store/open.js";
import type { SessionPaths } from "../store/paths.js";
import { projectOf } from "../store/project.js";
import { writeStartup } from "../store/startup.js";
import { chosenDirectory, expectDirectory } from "../store/working-directory.js";
import { type ConfigurationInUse, useConfiguration } from "./configuration.js";
import { type Daemon, daemonOf } from "./daemon.js";
import { ListenFailure, reasonOf } from "./failure.js";
import { handlersOf } from "./handlers.js";
import type { DaemonHost, DaemonOptions } from "./host.js";
import { IdleEnd } from "./idle.js";
import type { Opened } from "./opened.js";
import { RulesInUse } from "./rules.js";
import { sayPath } from "./search-path.js";
import { daemonServed } from "./served.js";
import { elsewhereOf } from "./server-places.js";
import { sessionOf } from "./session.js";
import { withheldVariables } from "./withheld-variables.js";

/** What does not count, or not here: errors of the project, and what its user does not vouch for. */
interface Withheld extends Pick<ConfigurationInUse, "withheld" | "projectErrors"> {
  /** Errors of the files of permissions. */
  readonly permissionErrors: ConfigurationInUse["projectErrors"];
  readonly elsewhere: ReturnType<typeof elsewhereOf>;
  readonly withheldVariables: ReturnType<typeof withheldVariables>;
  readonly promptProblems: readonly PromptWarning[];
}

export type Start =
  | ({ readonly kind: "ready"; readonly daemon: Daemon; readonly workingDirectory: string } & Withheld)
  /** The configuration cannot be used, and no daemon was started. An `ok` result has a project that redirects the user's own data (S46). */
  | { readonly kind: "configuration"; readonly result: LoadResult; readonly workingDirectory: string }
  /** `message` is a clause for people. */
  | { readonly kind: "failed"; readonly code: string; readonly message: string };

/** Starts a daemon. Resolves for every expected failure; rejects for an unexpected one alone. */
export async function startDaemon(options: DaemonOptions, host: DaemonHost): Promise<Start> {
  const { log, files, env } = host;
  sayPath(log, env);
  const credential = await readCredential(files, options.credentialFile);
  if (credential.kind === "not-loadable")
    log.say("error", `the credential file ${credential.reason}; every request is refused`);
  const token = credential.kind === "loaded" ? credential.token : undefined;
  const place = await placed(options, host).catch(failed);
  if (place.kind === "failed") return place;
  const { how, workingDirectory } = place;
  const configuration = await used(options, workingDirectory, host, token).catch(failed);
  if ("kind" in configuration) return configuration;
  if ("ok" in configuration) return { kind: "configuration", result: configuration, workingDirectory };
  const rules = new RulesInUse(options, workingDirectory, host);
  try {
    const permissionErrors = rules.errors;
    const store = await opened(options, how, host);
    await endEarlierChildren(host, store.paths);
    const { daemon, promptProblems } = await serve(
      { options, host: recording(host, store.paths), configuration, rules, store },
      token,
    );
    const found = elsewhereOf(configuration.inUse, { workingDirectory, spare: store.paths.directory });
    const elsewhere = found && { ...found, servers: found.servers.map((name) => configuration.scrubber.scrub(name)) };
    const { withheld, projectErrors, inUse, scrubber } = configuration;
    return {
      ...{
        kind: "ready",
        daemon,
        withheld,
        projectErrors,
        permissionErrors,
        elsewhere,
        workingDirectory,
        promptProblems,
      },
      withheldVariables: withheldVariables(inUse, host.env, scrubber, workingDirectory),
    };
  } catch (error) {
    await configuration.stop();
    return failed(error);
  }
}

/** Serves the session; releases it before it rejects. */
async function serve(
  open: Omit<Opened, "epoch" | "startedAt" | "project">,
  token: string | undefined,
): Promise<Pick<Start & { readonly kind: "ready" }, "daemon" | "promptProblems">> {
  const { options, host, store } = open;
  const { files, processes, clock, random, log } = host;
  const epoch = randomHex(random, 16);
  const startedAt = new Date(clock.now()).toISOString();
  const about = {
    version: 1 as const,
    pid: processes.self.pid,
    session_id: store.sessionId,
    daemon_epoch: epoch,
    started_at: startedAt,
    ...(options.credentialFile === store.paths.credential ? {} : { credential_file: options.credentialFile }),
  };
  const say = (said: Omit<Startup, keyof typeof about>): Promise<void> =>
    writeStartup(files, store.paths.startup, { ...about, ...said });
  try {
    await say({ state: "starting" });
    const project = await projectOf(files, store.file.working_directory);
    const session = await sessionOf({ ...open, epoch, startedAt, project });
    const { tools, turns, listings } = session;
    const readers = new Readers(session.journal, clock);
    const daemon = daemonOf(session, readers, () => say({ state: "stopped" }));
    const handlers = handlersOf(session, readers, options.limits ?? limits, () => void daemon.stop("terminate"));
    const isStopping = (): boolean => daemon.isStopping;
    const gate = gateOf(token);
    const server = serverOf({ served: daemonServed, gate, handlers, log, random, isStopping });
    const idle = new IdleEnd(session, daemon, gate);
    // A snapshot lists the feature, so the catalog is there before the first request.
    await session.publish();
    const listener = await host
      .listen({ ...LISTENING, clock, host: options.host, port: options.port }, idle.counting(server))
      .catch((error) => {
        throw new ListenFailure(`cannot listen on ${options.host}:${options.port} (${error.message})`);
      });
    daemon.listensOn(listener);
    await say({ state: "ready", url: listener.url });
    log.say("info", "serving", { session: store.sessionId, url: listener.url });
    // The client of MCP takes its time to load, for which nobody who starts a daemon has to wait.
    clock.after(0, () => {
      tools.servers.start();
      listings.start();
    });
    turns.resume();
    idle.start();
    return { daemon, promptProblems: session.next.promptProblems };
  } catch (error) {
    const reason = reasonOf(error) ?? { code: "internal", message: "this failed unexpectedly" };
    await say({ state: "failed", ...reason }).catch(() => {});
    await store.giveBack().catch(() => {});
    throw error;
  }
}

interface Placed {
  readonly kind: "placed";
  readonly how: SessionChoice;
  readonly workingDirectory: string;
}

/** The directory of the session, before anything is read there: a session that goes on has its own (P-S98). */
async function placed(
  { how, stateDirectory: state, sessionId }: DaemonOptions,
  { files }: DaemonHost,
): Promise<Placed> {
  if (how.kind === "new") {
    const directory = await chosenDirectory(files, how.workingDirectory);
    return { kind: "placed", how: { ...how, ...directory }, workingDirectory: directory.workingDirectory };
  }
  const file = await readSessionFile({ files, state, sessionId });
  const { working_directory: workingDirectory, working_directory_owner: owner } = file;
  await expectDirectory(files, { workingDirectory, owner });
  return { kind: "placed", how, workingDirectory };
}

function used({ load }: DaemonOptions, cwd: string, host: DaemonHost, token: string | undefined) {
  const credentials = token === undefined ? [] : [{ reveal: () => [token] }];
  return useConfiguration({ ...load, cwd }, { ...host, credentials });
}

function failed(error: unknown): Start & { readonly kind: "failed" } {
  const reason = reasonOf(error);
  if (reason === undefined) throw error;
  return { kind: "failed", ...reason };
}

/** Its daemon was killed: nothing of an earlier run goes on beside this one (P-S96). */
async function endEarlierChildren({ endRecorded, log }: DaemonHost, { children }: SessionPaths): Promise<void> {
  const count = await endRecorded(children);
  if (count > 0) log.say("warn", "processes of an earlier run were still there, and were ended", { count });
}

/** The machine, on which every child has a record in the session's folder. */
function recording(host: DaemonHost, { children }: SessionPaths): DaemonHost {
  const { files, random, startChild } = host;
  return {
    ...host,
    startChild: (options) => startChild({ ...options, record: files.join(children, randomHex(random, 8)) }),
  };
}

async function opened({ stateDirectory, sessionId }: DaemonOptions, how: SessionChoice, host: DaemonHost) {
  const store = await openSession({ ...host, state: stateDirectory, sessionId, how });
  const { trimmed } = store.recovered;
  if (trimmed !== undefined)
    host.log.say("warn", "an unfinished write at the end of the log was cut off", { bytes: trimmed.bytes });
  return store;
}
