/** A server over HTTP: requests, and the way to answer them. */
import type { TlsPair } from "./certificate.js";
import type { Clock } from "./clock.js";

/** Names in lower case; a repeated header is listed several times. */
export type Headers = readonly (readonly [name: string, value: string])[];

/**
 * Why there is no body. `broken`: its encoding is wrong, or it is incomplete. `slow`: no byte of it came for too long, or all of it comes too
 * slowly.
 */
export type BodyProblem = "too-large" | "broken" | "slow";

/** Why bytes are not a request: they are not HTTP, the head is too long, or its end does not come in time. */
export type HeadProblem = "malformed" | "too-large" | "slow";

/** Takes a body as it comes; `end` or `fail` is the last call. */
export interface BodyTaker {
  /** False to pause until `resume`. */
  take(bytes: Uint8Array): boolean;
  end(): void;
  fail(problem: Exclude<BodyProblem, "too-large">): void;
}

/** A body in progress. */
export interface BodyPieces {
  resume(): void;
  /** Discards the rest, and no longer calls the taker. */
  discard(): void;
}

/** One request, and the way to answer it. */
export interface Exchange {
  readonly method: string;
  /** Path and query, unchanged. */
  readonly target: string;
  readonly headers: Headers;
  /** Marks the caller as known by its token: its connection no longer counts as a stranger's. */
  know(): void;
  /** The body; `too-large` as soon as it exceeds `limit` bytes, discarding the rest. */
  body(limit: number): Promise<Uint8Array | BodyProblem>;
  /** Gives the body chunk by chunk, instead of `body`. */
  pieces(taker: BodyTaker): BodyPieces;
  /** Sends the head at once; with a `content-length`, together with the first bytes of the body. */
  head(status: number, headers: Headers): void;
  /** Sends bytes of the body; false if the reader is behind, until `onDrain` calls back. */
  write(bytes: Uint8Array): boolean;
  /** Calls `run` once, after the connection has accepted the written bytes. */
  onDrain(run: () => void): void;
  /** Calls `run` once, when the answer is complete or the connection has broken. */
  onClose(run: () => void): void;
  /** Completes the answer. A short body goes out in one piece with its head. */
  end(rest?: string | Uint8Array): void;
  /** Breaks the connection. */
  destroy(): void;
}

export interface Listener {
  /** `http://127.0.0.1:51269`, or `https://…` with a certificate. */
  readonly url: string;
  /** Accepts no more connections; resolves when the open ones have ended. `destroy` breaks them. */
  close(destroy: boolean): Promise<void>;
}

/** A complete answer. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Answers the requests of a listener. */
export interface Answering {
  answer(exchange: Exchange): void;
  /** The answer to bytes that are not a request; the connection is closed after it. */
  unreadable(problem: HeadProblem): WholeAnswer;
}

interface ListenOptions {
  readonly host: string;
  /** A pair that `readCertificate` accepts; without one the listener serves HTTP without TLS. */
  readonly tls?: TlsPair | undefined;
  /** 0 for a free port. */
  readonly port: number;
  readonly clock: Clock;
  /** Milliseconds until the head of a request must be complete. */
  readonly headerTimeout: number;
  /** Milliseconds without a byte of a body until it counts as `slow`. */
  readonly bodyTimeout: number;
  /** Milliseconds in which a body must have come, and bytes that give it a second more. */
  readonly bodyTime: number;
  readonly bodyPace: number;
  /** The most bytes of a request's head, with separators and line ends. */
  readonly headerBytes: number;
  /** The most connections without a token; one more ends the oldest. */
  readonly strangers: number;
  /** The most streams and requests at once, beyond which connections are refused. */
  readonly connections: number;
}

/** Rejects with an `Error` whose message is the system's own code if the address is unusable. */
export type Listen = (options: ListenOptions, answering: Answering) => Promise<Listener>;
