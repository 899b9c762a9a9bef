/** One request that is streamed to a server of this machine, and its streamed answer. */
import type { Framing } from "./framing.js";
import type { Headers } from "./listen.js";

interface ForwardRequest {
  /** `http://127.0.0.1:51269`. */
  readonly url: string;
  readonly method: string;
  /** Path and query, sent unchanged. */
  readonly target: string;
  /** All headers, including those of the body's length and without `connection`. */
  readonly headers: Headers;
  /**
   * Whether a request without a body may use an open connection. The server may close it at the same moment, and then it is unknown whether
   * it read the request.
   */
  readonly reuse: boolean;
}

/** Takes bytes as they come; `end` or `fail` is the last call. */
export interface Taker {
  /** False to pause until `resume`. */
  take(bytes: Uint8Array): boolean;
  /** With the last bytes. */
  end(last: Uint8Array): void;
  fail(): void;
}

/** Its headers or its chunks give the end of its body, never the end of the connection. */
export interface ForwardAnswer {
  /** From 200 on. */
  readonly status: number;
  readonly headers: Headers;
  /** By the headers; the answer to a `HEAD` has no body. */
  readonly framing: Framing;
  /** Gives the body to one taker. */
  read(taker: Taker): void;
  resume(): void;
}

/** `refused`: no connection, so no byte was sent. `stale`: a reused connection broke before the answer. */
type ForwardFailure = "refused" | "stale" | "broken";

export interface ForwardEvents {
  /** A new connection is ready: the body may be sent. */
  connected(): void;
  /** The connection has accepted the sent bytes. */
  drained(): void;
  answered(answer: ForwardAnswer): void;
  /** No answer will come. */
  failed(failure: ForwardFailure): void;
}

export interface Forwarding {
  /** Sends bytes of the body; false if the server is behind, until `drained`. */
  write(bytes: Uint8Array): boolean;
  end(): void;
  /** Breaks the connection, unless the answer is complete. No event follows. */
  destroy(): void;
}

/** Throws for an unsendable request. Reads no variable of the environment, follows no redirect. */
export type Forward = (request: ForwardRequest, events: ForwardEvents) => Forwarding;
