/** Being asked to stop by the system. */
import { constants } from "node:os";

/** Calls `run` at each of the usual signals to stop, with the code that a process ends with which has no answer to it; returns what ends that. */
export type OnStopSignal = (run: (exitCode: number) => void) => () => void;

/** All that would end a process without an answer to them, but for those that nobody may answer. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/** Node would open its inspector, and any program of the machine could run code in here and read credentials. */
const IGNORED = "SIGUSR1";
const ignore = (): void => {};

export const onStopSignal: OnStopSignal = (run) => {
  const answer = (signal: (typeof SIGNALS)[number]): void => run(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, answer);
  // It stays: without a listener a signal that is on its way would still open it.
  if (!process.listeners(IGNORED).includes(ignore)) process.on(IGNORED, ignore);
  return () => {
    for (const signal of SIGNALS) process.off(signal, answer);
  };
};
