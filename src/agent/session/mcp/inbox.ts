/** How fast a server is heard: a flood of messages waits, so that its server takes a part of the daemon's time and no more. */
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { limits } from "../../../generated/protocol/tables.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { LineReader } from "../../wire/protocol/line-reader.js";
import { isFields } from "./listed.js";

/** Whom an inbox tells. */
interface Listener {
  /** Takes a message; may throw for one that it cannot bear. */
  readonly hear: (message: JSONRPCMessage) => void;
  /** Told when the server breaks a limit, with a clause that speaks of it as "it". */
  readonly blame: (clause: string) => void;
  /** Whether nothing more may come for now. */
  readonly hold: (isHeld: boolean) => void;
  /** Told once how many lines were no messages: before the next message, or at the end. */
  readonly noise: (lines: number) => void;
}

/** The messages on the output of a server: read line by line, at a bounded pace, and garbage counted. Knows no child. */
export class Inbox {
  readonly #clock: Clock;
  readonly #listener: Listener;
  readonly #lines = new LineReader({ limit: limits.mcpMessage });
  readonly #pace: Pace;
  /** Lines in a row that are no messages. */
  #garbage = 0;
  #isNoiseTold = false;
  #wake: (() => void) | undefined;
  #isOver = false;

  constructor(clock: Clock, listener: Listener) {
    [this.#clock, this.#listener] = [clock, listener];
    this.#pace = new Pace(clock);
  }

  take(bytes: Uint8Array): void {
    if (this.#isOver) return;
    this.#lines.push(bytes);
    this.#go();
  }

  /** Bytes that are no messages have come, and are logged. */
  logged(length: number): void {
    this.#pace.logged(length);
    this.#go();
  }

  /** Nothing is heard from now on. */
  end(): void {
    if (!this.#isOver) this.#tellNoise();
    this.#isOver = true;
    this.#wake?.();
  }

  #go(): void {
    while (this.#wake === undefined && !this.#isOver) {
      const { wait } = this.#pace;
      const line = wait > 0 ? undefined : this.#lines.next();
      if (wait > 0) this.#rest(wait);
      else if (this.#lines.isTooLong) this.#listener.blame("it sends a message that is too long");
      if (line === undefined) return;
      this.#pace.heard(1, line.length);
      if (line.trim() !== "") this.#hear(line);
    }
  }

  #rest(wait: number): void {
    const { hold } = this.#listener;
    const cancel = this.#clock.after(wait, () => this.#wake?.());
    this.#wake = () => {
      cancel();
      this.#wake = undefined;
      hold(false);
      this.#go();
    };
    hold(true);
  }

  #hear(line: string): void {
    try {
      const message: unknown = JSON.parse(line);
      if (!isFields(message) || message["jsonrpc"] !== "2.0") throw new Error("no message");
      this.#tellNoise();
      this.#listener.hear(message as JSONRPCMessage);
      this.#garbage = 0;
    } catch {
      this.#garbage += 1;
      if (this.#garbage > limits.mcpGarbage) this.#listener.blame("its output is not MCP");
    }
  }

  #tellNoise(): void {
    if (this.#garbage === 0 || this.#isNoiseTold) return;
    this.#isNoiseTold = true;
    this.#listener.noise(this.#garbage);
  }
}

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
