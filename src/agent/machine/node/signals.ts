/** Signals with which the system asks a process to stop. */
import { constants } from "node:os";

/** Calls `run` at each signal to stop, with the exit code of a process that does not handle it; returns a function that stops listening. */
export type OnStopSignal = (run: (exitCode: number) => void) => () => void;

/** The signals that end a process without a handler, except those that no process can handle. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGUSR2"] as const;

/** At this signal Node opens its inspector: any program of the machine could then run code in this process and read credentials. */
const IGNORED = "SIGUSR1";
const ignore = (): void => {};

export const onStopSignal: OnStopSignal = (run) => {
  const answer = (signal: (typeof SIGNALS)[number]): void => run(128 + constants.signals[signal]);
  for (const signal of SIGNALS) process.on(signal, answer);
  // This listener stays: a signal already on its way would open the inspector.
  if (!process.listeners(IGNORED).includes(ignore)) process.on(IGNORED, ignore);
  return () => {
    for (const signal of SIGNALS) process.off(signal, answer);
  };
};
