/** The clock of the machine: for how long something takes, and when to look again. Never for what is said. Part of the host. */

export interface Clock {
  /** In milliseconds, since something. */
  now(): number;
  /** Ends earlier when the signal says so. */
  pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void>;
}

export const machineClock: Clock = {
  now: () => performance.now(),
  pause: (milliseconds, signal) =>
    new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, milliseconds);
      signal?.addEventListener("abort", done);
    }),
};
