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

/** The connections that carry encrypted ones: both have the same other end. */
export class Carriers {
  readonly #open = new Map<string, Socket>();
  /** Those whose handshake is not complete; the server of Node does not know them yet. */
  readonly #shaking = new Set<Socket>();

  add(socket: Socket): void {
    const peer = peerOf(socket);
    this.#open.set(peer, socket);
    this.#shaking.add(socket);
    socket.once("close", () => {
      this.#shaking.delete(socket);
      if (this.#open.get(peer) === socket) this.#open.delete(peer);
    });
  }

  /** The handshake of an encrypted connection is complete. */
  complete(encrypted: Socket): void {
    this.#shaking.delete(this.of(encrypted));
  }

  /** The carrier of an encrypted connection; another connection is its own. */
  of(socket: Socket): Socket {
    return this.#open.get(peerOf(socket)) ?? socket;
  }

  /** Breaks connections that would keep a listener open until their handshake has taken too long. */
  endShaking(): void {
    for (const socket of this.#shaking) socket.destroy();
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
