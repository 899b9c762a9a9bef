/** Being asked to stop by the system. */

/** Calls `run` at each of the usual signals to stop; returns what ends that. */
export type OnStopSignal = (run: () => void) => () => void;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export const onStopSignal: OnStopSignal = (run) => {
  for (const signal of SIGNALS) process.on(signal, run);
  return () => {
    for (const signal of SIGNALS) process.off(signal, run);
  };
};
