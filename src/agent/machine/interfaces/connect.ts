/** Requests to other servers, over HTTP. */
import type { Headers } from "./listen.js";

export interface OutboundRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Headers;
  readonly body?: Uint8Array;
  /** Trusted certificates in addition to the usual ones, as PEM. */
  readonly certificates?: string;
  /**
   * Uses a connection that an earlier request has left open, and leaves its own open. Where the server ends such a connection at that moment, the request
   * is sent a second time: it has to bear that.
   */
  readonly keepsConnection?: true;
  /** Ends the request and its answer, at any moment. */
  readonly signal: AbortSignal;
}

export interface InboundResponse {
  readonly status: number;
  readonly headers: Headers;
  /**
   * Without its content coding, where that is gzip, deflate or br; the headers then name none. Can be read once. Rejects with a `ConnectError` if the connection breaks before the end. Leaving the loop ends the connection, unless it is left
   * open and the rest comes soon; a caller that does not read it aborts the request.
   */
  readonly body: AsyncIterable<Uint8Array>;
}

/** `unreachable`: no connection, or a broken one. `certificate`: the certificate of the server is not trusted. `aborted`: by `signal`. */
export class ConnectError extends Error {
  override readonly name = "ConnectError";
  readonly failure: "unreachable" | "certificate" | "aborted";
  readonly detail: string;

  /** `detail` is the system's own short code, such as `ECONNREFUSED`; never an address. */
  constructor(failure: "unreachable" | "certificate" | "aborted", detail: string) {
    super(`${failure} (${detail})`);
    this.failure = failure;
    this.detail = detail;
  }
}

/** Sends a request without following redirects or reading the environment. Rejects only with a `ConnectError`. */
export type Connect = (request: OutboundRequest) => Promise<InboundResponse>;
