/** The clock of the machine, for durations and waiting; no output depends on it. Part of the host. */

export interface Clock {
  /** In milliseconds, from an arbitrary start. */
  now(): number;
  /** Ends early if the signal aborts. */
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
