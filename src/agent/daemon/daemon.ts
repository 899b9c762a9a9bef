/** A running daemon: its address, and its end in this order: commands, the turn, streams, the log, connections (P-S40). */
import type { SessionStopping } from "../../generated/protocol/types.js";
import type { Readers } from "../http/readers.js";
import type { Clock } from "../ports/clock.js";
import { FileError } from "../ports/files.js";
import type { Listener } from "../ports/listen.js";
import type { Log } from "../ports/log.js";
import type { Turns } from "../run/turn/turns.js";
import type { ConfigurationInUse } from "./configuration.js";
import type { LiveSession } from "./session.js";
import type { ToolsInUse } from "./tools.js";

/** Milliseconds for callers to take the answers under way. */
const GRACE = 1000;

export interface DaemonParts {
  readonly session: LiveSession;
  readonly turns: Turns;
  readonly readers: Readers;
  readonly configuration: ConfigurationInUse;
  readonly tools: ToolsInUse;
  readonly clock: Clock;
  readonly log: Log;
}

export interface Daemon {
  readonly url: string;
  readonly epoch: string;
  readonly sessionId: string;
  readonly directory: string;
  readonly isStopping: boolean;
  /** Resolves when the daemon has stopped. */
  readonly stopped: Promise<void>;
  listensOn(listener: Listener): void;
  /** Stops in order; resolves at the end. A second call waits for the first. */
  stop(reason: SessionStopping["reason"]): Promise<void>;
}

export function daemonOf({ session, turns, readers, configuration, tools, clock, log }: DaemonParts): Daemon {
  let listener: Listener | undefined;
  let stopping: Promise<void> | undefined;
  let tellStopped = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    tellStopped = resolve;
  });

  async function end(reason: SessionStopping["reason"]): Promise<void> {
    session.publish({ kind: "session_stopping", reason });
    await turns.stop();
    readers.end();
    await configuration.stop();
    await tools.stop();
    try {
      await session.store.finalize();
    } catch (error) {
      const reason = error instanceof FileError ? error.message : "unknown";
      log.say("error", "the session could not be finalized", { error: reason });
    }
    const hurry = clock.after(GRACE, () => void listener?.close(true));
    await listener?.close(false);
    hurry();
    log.say("info", "stopped");
    tellStopped();
  }

  return {
    get url() {
      return listener?.url ?? "";
    },
    epoch: session.epoch,
    sessionId: session.store.sessionId,
    directory: session.store.directory,
    get isStopping() {
      return stopping !== undefined;
    },
    stopped,
    listensOn(found) {
      listener = found;
    },
    stop(reason) {
      stopping ??= end(reason);
      return stopping;
    },
  };
}
