/** A running hub: its address, and its end in this order: streams, requests to daemons, captures, connections. */
import type { Clock } from "../ports/clock.js";
import type { Listener } from "../ports/listen.js";
import type { Log } from "../ports/log.js";

/** Milliseconds for callers to take the answers under way. */
const GRACE = 1000;

export interface Hub {
  readonly url: string;
  readonly epoch: string;
  /** Resolves when the hub has stopped. */
  readonly stopped: Promise<void>;
  /** Stops in order; resolves at the end. A second call waits for the first. */
  stop(): Promise<void>;
}

interface HubParts {
  readonly listener: Listener;
  /** The address for callers. */
  readonly url: string;
  readonly epoch: string;
  /** The parts of the hub that end, each after the one before. Each rejects only for an unexpected reason. */
  readonly ends: readonly (() => void | Promise<void>)[];
  readonly clock: Clock;
  readonly log: Log;
  /** Called when the hub begins to stop. */
  readonly stopping: () => void;
}

export function hubOf({ listener, url, epoch, ends, clock, log, stopping }: HubParts): Hub {
  let ending: Promise<void> | undefined;
  let tellStopped = (): void => {};
  const stopped = new Promise<void>((resolve) => {
    tellStopped = resolve;
  });

  async function end(): Promise<void> {
    stopping();
    for (const part of ends) await part();
    const hurry = clock.after(GRACE, () => void listener.close(true));
    await listener.close(false);
    hurry();
    log.say("info", "stopped");
    tellStopped();
  }

  return {
    url,
    epoch,
    stopped,
    stop() {
      ending ??= end();
      return ending;
    },
  };
}
