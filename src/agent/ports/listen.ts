/** Being asked by others, over HTTP. */
import type { Clock } from "./clock.js";

/** Names in lower case; a header that came several times stands there several times. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** Why there is no body. `broken`: what comes is none, or breaks off. `slow`: nothing of it came for too long. */
export type BodyProblem = "too-large" | "broken" | "slow";

/** Why bytes never became a request: they are none, its head is too long, or it does not come to an end. */
export type HeadProblem = "malformed" | "too-large" | "slow";

/** One request, and the way to answer it. */
export interface Exchange {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: Headers;
  /** The caller has shown a token: its connection is no stranger's any more. */
  know(): void;
  /** The body; `too-large` as soon as it is longer than `limit` bytes, and the rest is not kept. */
  body(limit: number): Promise<Uint8Array | BodyProblem>;
  /** Sends the head; nothing of the body is waited for, unless its length is known: it begins in the same packet then. */
  head(status: number, headers: Headers): void;
  /** Sends bytes of the body; false when the reader is behind and `onDrain` will tell when it is not. */
  write(bytes: Uint8Array): boolean;
  /** Called once, when what was written has been taken. */
  onDrain(run: () => void): void;
  /** Called once, when the answer is complete or the connection is gone. */
  onClose(run: () => void): void;
  /** Completes the answer. A text goes out in one piece with its head. */
  end(rest?: string): void;
  /** Breaks the connection. */
  destroy(): void;
}

export interface Listener {
  /** `http://127.0.0.1:51269`. */
  readonly url: string;
  /** Takes no more connections; resolves when those that there are have ended, which `destroy` hurries. */
  close(destroy: boolean): Promise<void>;
}

/** An answer that is whole. */
export interface WholeAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** Who answers. */
export interface Answering {
  answer(exchange: Exchange): void;
  /** What is said before the connection is closed, where no request can be read. */
  unreadable(problem: HeadProblem): WholeAnswer;
}

interface ListenOptions {
  readonly host: string;
  /** 0 for one that is free. */
  readonly port: number;
  readonly clock: Clock;
  /** Milliseconds until the head of a request must have come. */
  readonly headerTimeout: number;
  /** Milliseconds without a byte of a body until nobody waits for more. */
  readonly bodyTimeout: number;
  /** Bytes of the head of a request. */
  readonly headerBytes: number;
  /** Connections whose callers have shown no token; one more ends the oldest. */
  readonly strangers: number;
  /** Most streams and requests at once, beyond which connections are refused. */
  readonly connections: number;
}

/** Rejects with an `Error` whose message is the system's own code when the address cannot be had. */
export type Listen = (options: ListenOptions, answering: Answering) => Promise<Listener>;
