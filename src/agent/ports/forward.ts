/** One request that is passed on to a server of this machine while it comes, and its answer while it comes. */
import type { Framing } from "./framing.js";
import type { Headers } from "./listen.js";

interface ForwardRequest {
  /** `http://127.0.0.1:51269`. */
  readonly url: string;
  readonly method: string;
  /** Path and query, sent as they are. */
  readonly target: string;
  /** All of them, with those of the body's length and without `connection`. */
  readonly headers: Headers;
  /**
   * Whether a request without a body may use a connection that is open already. The other side may close it just as the request is sent, and
   * then nobody knows whether it was read.
   */
  readonly reuse: boolean;
}

/** Takes bytes as they come; one of `end` and `fail` is the last call. */
export interface Taker {
  /** False when no more may come until `resume`. */
  take(bytes: Uint8Array): boolean;
  /** With the last bytes. */
  end(last: Uint8Array): void;
  fail(): void;
}

/** The end of its body is known from its headers or its chunks, and never from the end of the connection. */
export interface ForwardAnswer {
  /** From 200 on. */
  readonly status: number;
  readonly headers: Headers;
  /** As the headers tell it; the answer to a `HEAD` has no body. */
  readonly framing: Framing;
  /** Gives the body to one taker. */
  read(taker: Taker): void;
  resume(): void;
}

/** `refused`: no connection, so that no byte was sent. `stale`: a connection that was open already broke before the answer. */
type ForwardFailure = "refused" | "stale" | "broken";

export interface ForwardEvents {
  /** There is a new connection: the body may be sent. */
  connected(): void;
  /** The bytes that were sent have been taken. */
  drained(): void;
  answered(answer: ForwardAnswer): void;
  /** There will be no answer. */
  failed(failure: ForwardFailure): void;
}

export interface Forwarding {
  /** Sends bytes of the body; false when the server is behind and `drained` will tell when it is not. */
  write(bytes: Uint8Array): boolean;
  end(): void;
  /** Breaks the connection, unless the answer is complete. No event follows. */
  destroy(): void;
}

/** Throws for a request that cannot be written. Reads no variable of the environment, follows no redirect. */
export type Forward = (request: ForwardRequest, events: ForwardEvents) => Forwarding;
