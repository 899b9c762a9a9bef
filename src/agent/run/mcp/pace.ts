/** How fast a server is heard: a flood of messages waits, so that its server takes a part of the daemon's time and no more. */
import { limits } from "../../../generated/protocol/tables.js";
import type { Clock } from "../../ports/clock.js";

/** Bytes of a message that count as one more message. */
const HEARD = 16_384;
/** Bytes that are only logged and count as one message: they are searched for credentials, which takes longer. */
const LOGGED = 2_048;

/** Of the messages of one second, so many may come at once. */
const BURST = limits.mcpPace / 10;

export class Pace {
  readonly #clock: Clock;
  #free = BURST;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.monotonic();
  }

  /** `length`: bytes of messages that are heard now. */
  heard(messages: number, length: number): void {
    this.#spend(messages + length / HEARD);
  }

  /** `length`: bytes that are logged now. */
  logged(length: number): void {
    this.#spend(length / LOGGED);
  }

  /** Milliseconds until more may be heard; 0 when it may be now. */
  get wait(): number {
    this.#spend(0);
    return this.#free > 0 ? 0 : Math.ceil(((1 - this.#free) / limits.mcpPace) * 1000);
  }

  #spend(cost: number): void {
    const now = this.#clock.monotonic();
    this.#free = Math.min(BURST, this.#free + ((now - this.#at) / 1000) * limits.mcpPace) - cost;
    this.#at = now;
  }
}
