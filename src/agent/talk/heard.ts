/** The facts that a conversation has heard from its session, and a way to wait for them. */
import { TurnWatch } from "./turns.js";

export class Heard {
  readonly watch = new TurnWatch();
  readonly ended = new Set<string>();
  isListening = false;
  /** Whether the session has stopped. */
  isStopped = false;
  /** Whether the current turn has answered with text. */
  hasText = false;
  #waiting: (() => void)[] = [];

  tell(): void {
    for (const go of this.#waiting.splice(0)) go();
  }

  /** Resolves when `holds` is true, or when the signal aborts. */
  async until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !holds()) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
