/** A connection to a server of this machine: it carries one request at a time, and is free between two. */
import { connect, type Socket } from "node:net";
import type { ForwardEvents } from "./forward.js";
import { type Line, Passage, type Passing } from "./passage.js";

export interface Address {
  readonly host: string;
  readonly port: number;
}

export class ForwardLine implements Line {
  readonly #socket: Socket;
  readonly #freed: (line: ForwardLine) => void;
  #passage: Passage | undefined;
  isUsed = false;
  /** The moment since which it is free. */
  freeSince = 0;

  /** `freed` is told when a request is over and another one may follow. */
  constructor(address: Address, freed: (line: ForwardLine) => void) {
    this.#freed = freed;
    const socket = connect({ ...address, noDelay: true });
    this.#socket = socket;
    // The caller's connection keeps the process alive.
    socket.unref();
    socket.on("connect", () => this.#passage?.connected());
    socket.on("drain", () => this.#passage?.drained());
    socket.on("data", (bytes: Uint8Array) => {
      // A server that speaks without being asked would answer the next request with it.
      if (this.#passage === undefined) socket.destroy();
      else this.#passage.take(bytes);
    });
    socket.on("end", () => socket.destroy());
    // `close` follows each error.
    socket.on("error", () => {});
    socket.on("close", () => this.#passage?.closed());
  }

  get isOpen(): boolean {
    return this.#socket.readyState === "open";
  }

  carry(passing: Passing, events: ForwardEvents): Passage {
    this.#passage = new Passage(this, passing, events);
    return this.#passage;
  }

  write(pieces: readonly (string | Uint8Array)[]): boolean {
    const socket = this.#socket;
    if (pieces.length > 1) socket.cork();
    let isTaken = true;
    for (const piece of pieces)
      if (piece.length > 0) isTaken = typeof piece === "string" ? socket.write(piece, "latin1") : socket.write(piece);
    if (pieces.length > 1) socket.uncork();
    return isTaken;
  }

  pause(): void {
    this.#socket.pause();
  }

  resume(): void {
    if (this.#socket.isPaused()) this.#socket.resume();
  }

  free(): void {
    this.#passage = undefined;
    this.isUsed = true;
    this.resume();
    this.#freed(this);
  }

  destroy(): void {
    this.#socket.destroy();
  }
}
