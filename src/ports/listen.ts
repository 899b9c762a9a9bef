/** Being asked by others, over HTTP. */

/** Names in lower case; a header that came several times stands there several times. */
export type Headers = readonly (readonly [name: string, value: string])[];

/** One request, and the way to answer it. */
export interface Exchange {
  readonly method: string;
  /** Path and query as they came. */
  readonly target: string;
  readonly headers: Headers;
  /** The body; undefined as soon as it is longer than `limit` bytes, and the rest is not read. Rejects when what comes is no body, or breaks off. */
  body(limit: number): Promise<Uint8Array | undefined>;
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

interface ListenOptions {
  readonly host: string;
  /** 0 for one that is free. */
  readonly port: number;
  /** Milliseconds until the headers of a request must have come. */
  readonly headerTimeout: number;
  /** Most streams and requests at once, beyond which connections are refused. */
  readonly connections: number;
}

/** Rejects with an `Error` whose message is the system's own code when the address cannot be had. */
export type Listen = (options: ListenOptions, answer: (exchange: Exchange) => void) => Promise<Listener>;
