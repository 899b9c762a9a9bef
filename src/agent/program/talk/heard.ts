/** The facts that a conversation has heard from its session, and a way to wait for them. */
import { SessionStatus } from "./status.js";
import { TurnWatch } from "./turns.js";

export class Heard {
  readonly watch = new TurnWatch();
  readonly ended = new Set<string>();
  /** Turns that have failed. */
  failed = 0;
  isListening = false;
  /** Whether the session has stopped. */
  isStopped = false;
  readonly status = new SessionStatus();
  /** Whether the current turn has answered with text. */
  hasText = false;
  readonly #waiting = new Set<() => void>();

  tell(): void {
    for (const go of [...this.#waiting]) go();
  }

  /** Resolves when `holds` is true, or when the signal aborts. */
  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !holds()) await this.#next(signal);
  }

  #next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const go = (): void => {
        this.#waiting.delete(go);
        signal.removeEventListener("abort", go);
        resolve();
      };
      this.#waiting.add(go);
      signal.addEventListener("abort", go);
    });
  }
}
