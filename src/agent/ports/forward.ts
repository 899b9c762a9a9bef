/** A request passed on to another server as it comes: body and answer go through piece by piece, as fast as the slower side takes them. */
import type { Exchange, Headers } from "./listen.js";

export interface Forwarding {
  /** The caller's request, whose body nobody has read. */
  readonly exchange: Exchange;
  /** `http://127.0.0.1:51269`. */
  readonly origin: string;
  /** Path and query, as they go on the wire. */
  readonly path: string;
  /** The headers for the other server. `Host` and the framing of the body are made here. */
  readonly headers: Headers;
  /** Milliseconds without a byte of the body or the head of the answer. */
  readonly timeout: number;
}

/** The head of an answer. */
export interface ForwardedHead {
  readonly kind: "answered";
  readonly status: number;
  readonly headers: Headers;
  /** Writes the answer to the caller, with these headers beside the framing. Where it breaks, the caller's connection breaks. */
  readonly pass: (headers: Headers) => void;
  /** Ends the connection to the other server without a word to the caller. */
  readonly leave: () => void;
}

/**
 * How a request can end before the head of an answer; nothing was written to the caller then. `unreachable`: no connection, or it broke. `silent`: the
 * other server took or said nothing for too long. `slow`: the caller did. `gone`: the caller has gone.
 */
export interface NotForwarded {
  readonly kind: "unreachable" | "silent" | "slow" | "gone";
}

export type Forward = (forwarding: Forwarding) => Promise<ForwardedHead | NotForwarded>;
