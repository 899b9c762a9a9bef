/** Being asked to stop by the system. */

import { constants } from "node:os";

/** Calls `run` at each of the usual signals to stop, with the code that a process ends with which has no answer to it; returns what ends that. */
export type OnStopSignal = (run: (exitCode: number) => void) => () => void;

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

export const onStopSignal: OnStopSignal = (run) => {
  const answer = (signal: (typeof SIGNALS)[number]): void => run(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, answer);
  return () => {
    for (const signal of SIGNALS) process.off(signal, answer);
  };
};
