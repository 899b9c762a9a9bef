/** Waits for a program, and ends it when its call is cancelled or takes too long: SIGTERM to its group, after a grace SIGKILL (P-S79). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Child, ChildEnd } from "../../machine/interfaces/children.js";
import type { Clock } from "../../machine/interfaces/clock.js";

type Stop = "cancelled" | "timeout";

export interface Ending {
  /** Undefined when it could not be ended: the system does not end a process that waits for a device. */
  readonly end: ChildEnd | undefined;
  /** Why it was stopped; undefined when it ended by itself. */
  readonly stop: Stop | undefined;
  readonly wasKilled: boolean;
}

export interface Bounds {
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** In milliseconds. */
  readonly timeout: number;
}

export function untilEnd(child: Child, { clock, signal, timeout }: Bounds): Promise<Ending> {
  return new Promise((resolve) => {
    let stop: Stop | undefined;
    let wasKilled = false;
    let forget: () => void = () => {};
    const over = (end: ChildEnd | undefined): void => {
      forget();
      signal.removeEventListener("abort", cancel);
      resolve({ end, stop, wasKilled });
    };
    const kill = (): void => {
      wasKilled = true;
      child.kill("SIGKILL");
      forget = clock.after(limits.shellGrace, () => over(undefined));
    };
    const stopFor = (why: Stop): void => {
      if (stop !== undefined) return;
      forget();
      stop = why;
      child.kill("SIGTERM");
      forget = clock.after(limits.shellGrace, kill);
    };
    const cancel = (): void => stopFor("cancelled");
    forget = clock.after(timeout, () => stopFor("timeout"));
    void child.ended.then(over);
    signal.addEventListener("abort", cancel);
    if (signal.aborted) cancel();
  });
}
