/** The messages on the output of a server: read line by line, at a bounded pace, and garbage counted. Knows no child. */
import type { JSONRPCMessage } from "@modelcontextprotocol/client";
import { limits } from "../../../generated/protocol/tables.js";
import type { Clock } from "../../ports/clock.js";
import { Lines } from "./lines.js";
import { isFields } from "./listed.js";
import { Pace } from "./pace.js";

export interface InboxParts {
  readonly clock: Clock;
  /** Takes a message; may throw for one that it cannot bear. */
  readonly hear: (message: JSONRPCMessage) => void;
  /** Told when the server breaks a limit, with a clause that speaks of it as "it". */
  readonly blame: (clause: string) => void;
  /** Whether nothing more may come for now. */
  readonly hold: (isHeld: boolean) => void;
}

export class Inbox {
  readonly #parts: InboxParts;
  readonly #lines = new Lines(limits.mcpMessage);
  readonly #pace: Pace;
  /** Lines in a row that are no messages. */
  #garbage = 0;
  #wake: (() => void) | undefined;
  #isOver = false;

  constructor(parts: InboxParts) {
    this.#parts = parts;
    this.#pace = new Pace(parts.clock);
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
    this.#isOver = true;
    this.#wake?.();
  }

  #go(): void {
    while (this.#wake === undefined && !this.#isOver) {
      const { wait } = this.#pace;
      const line = wait > 0 ? undefined : this.#lines.next();
      if (wait > 0) this.#rest(wait);
      else if (this.#lines.isTooLong) this.#parts.blame("it sends a message that is too long");
      if (line === undefined) return;
      this.#pace.heard(1, line.length);
      if (line.trim() !== "") this.#hear(line);
    }
  }

  #rest(wait: number): void {
    const { clock, hold } = this.#parts;
    const cancel = clock.after(wait, () => this.#wake?.());
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
      this.#parts.hear(message as JSONRPCMessage);
      this.#garbage = 0;
    } catch {
      this.#garbage += 1;
      if (this.#garbage > limits.mcpGarbage) this.#parts.blame("its output is not MCP");
    }
  }
}
