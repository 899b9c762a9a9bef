/** A running daemon: its address, and its end in this order: commands, the turn, streams, the log, connections (P-S40). */
import type { SessionStopping } from "../../../generated/protocol/types.js";
import { FileError } from "../../machine/interfaces/files.js";
import type { Listener } from "../../machine/interfaces/listen.js";
import type { Readers } from "../../wire/server/readers.js";
import type { Session } from "./session.js";

/** Milliseconds for callers to take the answers under way. */
const GRACE = 1000;

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

/** `sayStopped` writes to `startup.json` that the daemon has ended in order. */
export function daemonOf(session: Session, readers: Readers, sayStopped: () => Promise<void>): Daemon {
  const { journal, store, turns, configuration, tools, listings, clock } = session;
  const { log } = session.host;
  let listener: Listener | undefined;
  let stopping: Promise<void> | undefined;
  let tellStopped = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    tellStopped = resolve;
  });

  async function end(reason: SessionStopping["reason"]): Promise<void> {
    journal.publish({ kind: "session_stopping", reason });
    await turns.stop();
    readers.end();
    await configuration.stop();
    listings.stop();
    await tools.stop();
    try {
      await store.finalize(sayStopped);
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
    sessionId: store.sessionId,
    directory: store.directory,
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
