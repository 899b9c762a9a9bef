/** The start of a session's shell: its script runs once before the first call, and every call gets the environment that it leaves (P-S79). */
import { runScript, type ScriptRun, type Started } from "./run-script.js";

interface Running {
  /** Which script, of which shell, in an environment with which variables. */
  readonly key: string;
  readonly started: Promise<Started>;
  readonly stop: AbortController;
  /** Calls that wait for it. */
  waiting: number;
}

/** One of each session. A reload that names another script has that one run, and so does a change of trust. */
export class SessionStart {
  #running: Running | undefined;

  /** Undefined when the call was cancelled first. A script for which no call waits any more is stopped, and runs again. */
  async for(run: ScriptRun, signal: AbortSignal): Promise<Started | undefined> {
    const running = this.#runningFor(run);
    running.waiting += 1;
    const started = await unlessAborted(running.started, signal);
    running.waiting -= 1;
    if (started === undefined && running.waiting === 0) {
      running.stop.abort();
      if (this.#running === running) this.#running = undefined;
      // Nothing of it outlives the call.
      await running.started;
    }
    return started;
  }

  #runningFor(run: ScriptRun): Running {
    const key = JSON.stringify([run.shell, run.script, run.project, run.isOwn]);
    if (this.#running?.key === key) return this.#running;
    const stop = new AbortController();
    this.#running = { key, started: runScript(run, stop.signal), stop, waiting: 0 };
    return this.#running;
  }
}

async function unlessAborted<Value>(value: Promise<Value>, signal: AbortSignal): Promise<Value | undefined> {
  let forget: () => void = () => {};
  const aborted = new Promise<undefined>((resolve) => {
    const tell = (): void => resolve(undefined);
    if (signal.aborted) tell();
    signal.addEventListener("abort", tell);
    forget = () => signal.removeEventListener("abort", tell);
  });
  try {
    return await Promise.race([value, aborted]);
  } finally {
    forget();
  }
}
