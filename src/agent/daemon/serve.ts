/** The session of a daemon, served: from its parts to the first request. */

import { limits } from "../../generated/protocol/tables.js";
import type { Startup } from "../../generated/protocol/types.js";
import { gateOf } from "../http/gate.js";
import { LISTENING } from "../http/listening.js";
import { Readers } from "../http/readers.js";
import { serverOf } from "../http/server.js";
import { randomHex } from "../ports/random.js";
import { projectOf } from "../run/store/project.js";
import { writeStartup } from "../run/store/startup.js";
import { type Daemon, daemonOf } from "./daemon.js";
import { ListenFailure, reasonOf } from "./failure.js";
import { handlersOf } from "./handlers.js";
import { IdleEnd } from "./idle.js";
import type { ServeParts } from "./serve-parts.js";
import { daemonServed } from "./served.js";
import { workOf } from "./work.js";

/** Serves the session; releases it before it rejects. */
export async function serve({ options, host, configuration, store, token }: ServeParts): Promise<Daemon> {
  const { files, processes, clock, random, log } = host;
  const epoch = randomHex(random, 16);
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
    const project = await projectOf(files, store.file.working_directory);
    const work = await workOf({ options, host, configuration, store, token, epoch, project });
    const { session, tools, turns, publish } = work;
    const readers = new Readers(session, clock);
    const daemon = daemonOf({ session, turns, readers, configuration, tools, clock, log });
    const handlers = handlersOf({
      ...{ ...work, configuration, readers, clock, project, startedAt: about.started_at },
      limits: options.limits ?? limits,
      terminate: () => void daemon.stop("terminate"),
    });
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
    await store.giveBack().catch(() => {});
    throw error;
  }
}
