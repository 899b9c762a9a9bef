/** Connections whose callers have shown no token. Beyond the limit the oldest is ended, so that a caller with a token always gets in (P-S58). */
import type { Socket } from "node:net";

export class Strangers {
  readonly #limit: number;
  /** Oldest first. */
  readonly #open = new Set<Socket>();
  #isDue = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => this.know(socket));
    if (this.#open.size > this.#limit) this.#endSoon();
  }

  /** Stops counting a connection. */
  know(socket: Socket): void {
    this.#open.delete(socket);
  }

  /** Waits until the bytes of new connections have been read: each of them may bring its token. */
  #endSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() =>
      setImmediate(() => {
        this.#isDue = false;
        const over = [...this.#open].slice(0, Math.max(0, this.#open.size - this.#limit));
        for (const socket of over) {
          this.#open.delete(socket);
          socket.destroy();
        }
      }),
    );
  }
}
