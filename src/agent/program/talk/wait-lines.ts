/** A turn that waits for its provider, told once a wait on standard error. */
import type { TurnRetry } from "../../../generated/protocol/types.js";
import type { Terminal } from "../../../terminal/terminal.js";
import { clockTime } from "../../../text/clock-time.js";
import { printable } from "../../../text/escape.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Change } from "../../wire/client/index.js";
import { complain } from "../common/complain.js";

export class WaitLines {
  readonly #terminal: Pick<Terminal, "stderr">;
  readonly #clock: Pick<Clock, "now">;
  readonly #most: number;
  #last = "";

  /** `most`: milliseconds of a wait that is told; of a longer one its question tells. */
  constructor(terminal: Pick<Terminal, "stderr">, clock: Pick<Clock, "now">, most = Number.POSITIVE_INFINITY) {
    [this.#terminal, this.#clock, this.#most] = [terminal, clock, most];
  }

  async take(change: Change): Promise<void> {
    if (change.kind === "record" && change.record.kind === "turn_waiting") await this.#say(change.record);
    if (change.kind !== "snapshot") return;
    const { retry } = change.snapshot.turn;
    if (retry !== undefined && Date.parse(retry.until) > this.#clock.now()) await this.#say(retry);
  }

  async #say({ until, attempt, of, why }: TurnRetry): Promise<void> {
    const now = this.#clock.now();
    if (until === this.#last || Date.parse(until) - now > this.#most) return;
    this.#last = until;
    const time = clockTime(until, now);
    const line = `waits until ${time} for attempt ${attempt} of ${of}: ${why}; Ctrl-C cancels`;
    await complain(this.#terminal, printable(line));
  }
}
