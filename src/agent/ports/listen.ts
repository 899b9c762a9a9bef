/** A server over HTTP: requests, and the way to answer them. */
import type { TlsPair } from "./certificate.js";
import type { Clock } from "./clock.js";

/** Names in lower case; a header that came several times stands there several times. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** Why there is no body. `broken`: its encoding is wrong, or it breaks off. `slow`: no byte of it came for too long. */
export type BodyProblem = "too-large" | "broken" | "slow";

/** Why bytes never became a request: they are no HTTP, the head is too long, or its end does not come in time. */
export type HeadProblem = "malformed" | "too-large" | "slow";

/** Takes a body as it comes; one of `end` and `fail` is the last call. */
export interface BodyTaker {
  /** False when no more may come until `resume`. */
  take(bytes: Uint8Array): boolean;
  end(): void;
  fail(problem: Exclude<BodyProblem, "too-large">): void;
}

/** A body that is being taken. */
export interface BodyPieces {
  resume(): void;
  /** The rest is thrown away, and the taker is not called any more. */
  discard(): void;
}

/** One request, and the way to answer it. */
export interface Exchange {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: Headers;
  /** The caller has shown a token: its connection no longer counts as a stranger's. */
  know(): void;
  /** The body; `too-large` as soon as it is longer than `limit` bytes, and the rest is thrown away. */
  body(limit: number): Promise<Uint8Array | BodyProblem>;
  /** Gives the body piece by piece, instead of `body`. */
  pieces(taker: BodyTaker): BodyPieces;
  /** Sends the head at once; with a `content-length`, together with the first bytes of the body. */
  head(status: number, headers: Headers): void;
  /** Sends bytes of the body; false when the reader is behind and `onDrain` will tell when it is not. */
  write(bytes: Uint8Array): boolean;
  /** Calls `run` once, when the written bytes have been taken. */
  onDrain(run: () => void): void;
  /** Calls `run` once, when the answer is complete or the connection is gone. */
  onClose(run: () => void): void;
  /** Completes the answer. What is short goes out in one piece with its head. */
  end(rest?: string | Uint8Array): void;
  /** Breaks the connection. */
  destroy(): void;
}

export interface Listener {
  /** `http://127.0.0.1:51269`, or `https://…` with a certificate. */
  readonly url: string;
  /** Takes no more connections; resolves when the open ones have ended. `destroy` breaks them. */
  close(destroy: boolean): Promise<void>;
}

/** An answer that is whole. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Answers the requests of a listener. */
export interface Answering {
  answer(exchange: Exchange): void;
  /** The answer to bytes that are no request; the connection is closed after it. */
  unreadable(problem: HeadProblem): WholeAnswer;
}

interface ListenOptions {
  readonly host: string;
  /** A pair that `readCertificate` finds usable; without one the listener serves HTTP without TLS. */
  readonly tls?: TlsPair | undefined;
  /** 0 for a free port. */
  readonly port: number;
  readonly clock: Clock;
  /** Milliseconds until the head of a request must have come. */
  readonly headerTimeout: number;
  /** Milliseconds without a byte of a body until it counts as `slow`. */
  readonly bodyTimeout: number;
  /** Bytes of the head of a request. */
  readonly headerBytes: number;
  /** Most connections whose callers have shown no token; one more ends the oldest. */
  readonly strangers: number;
  /** Most streams and requests at once, beyond which connections are refused. */
  readonly connections: number;
}

/** Rejects with an `Error` whose message is the system's own code when the address cannot be used. */
export type Listen = (options: ListenOptions, answering: Answering) => Promise<Listener>;
