/** The signals that end a server. During its start the first one is remembered, and the system ends the process at a second one. */
import type { OnStopSignal } from "../../machine/node/signals.js";
import { type AgentTerminal, machine } from "./machine.js";

/** The exit code of a program whose terminal has gone. */
const GONE = 129;

/** The terminal, where the end of standard input is another signal to stop: the program that held its other end is gone (P-S96). */
export function stoppedByInput<Given extends AgentTerminal>(terminal: Given): Given & AgentTerminal {
  const { stdin, onStopSignal = machine.onStopSignal } = terminal;
  const ended = drained(stdin);
  return {
    ...terminal,
    onStopSignal(run) {
      let isHeard = true;
      const forget = onStopSignal(run);
      void ended.then(() => isHeard && run(GONE));
      return () => {
        isHeard = false;
        forget();
      };
    },
  };
}

async function drained(stdin: AgentTerminal["stdin"]): Promise<void> {
  try {
    for await (const _ of stdin);
  } catch {
    // An input that cannot be read has ended.
  }
}

export class StopSignals {
  readonly #ending = new AbortController();
  #exitCode: number | undefined;
  readonly #onStopSignal: OnStopSignal;
  #forget: () => void;

  constructor({ onStopSignal = machine.onStopSignal }: AgentTerminal) {
    this.#onStopSignal = onStopSignal;
    this.#forget = onStopSignal((exitCode) => {
      this.#exitCode = exitCode;
      // A command of the configuration may take long.
      this.#ending.abort();
      this.forget();
    });
  }

  /** Aborts at a signal during the start. */
  get signal(): AbortSignal {
    return this.#ending.signal;
  }

  /** The exit code of a signal that came during the start; undefined without one. */
  get exitCode(): number | undefined {
    return this.#exitCode;
  }

  /** The server runs: the next signal stops it, and one that came during the start does at once. */
  stops(stop: () => void): void {
    const before = this.#forget;
    this.#forget = this.#onStopSignal(stop);
    before();
    if (this.#exitCode !== undefined) stop();
  }

  /** Signals end the process again, as the system does it. */
  forget(): void {
    this.#forget();
  }
}
