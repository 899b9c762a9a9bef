/** Proxied requests with Node's client, over connections that stay open for a moment. */
import { Agent, type ClientRequest, type IncomingMessage, request as requestOf } from "node:http";
import type { Socket } from "node:net";
import type { Forward, ForwardAnswer, ForwardEvents, Forwarding, Taker } from "../interfaces/forward.js";
import { type Framing, framingOf } from "../interfaces/framing.js";
import type { Headers } from "../interfaces/listen.js";

/**
 * Milliseconds for which an unused connection stays open: less than the five seconds of a daemon, so that it rarely closes at the moment of
 * its use.
 */
const IDLE = 2000;

/** Most unused connections to one server. */
const MOST_FREE = 16;

/** The most bytes of a head, and the most heads before that of an answer. */
const HEADER_BYTES = 16_384;
const MOST_INTERIM = 8;

const NOTHING = new Uint8Array();

/** Bytes on an unused connection would answer the next request: such a connection is closed. */
class Connections extends Agent {
  override keepSocketAlive(socket: Socket): boolean {
    socket.on("data", end);
    return super.keepSocketAlive(socket) ?? true;
  }

  override reuseSocket(socket: Socket, request: ClientRequest): void {
    socket.off("data", end);
    super.reuseSocket(socket, request);
  }
}

function end(this: Socket): void {
  this.destroy();
}

const connections = new Connections({ keepAlive: true, maxFreeSockets: MOST_FREE, timeout: IDLE, noDelay: true });

export const nodeForward: Forward = ({ url, method, target, headers, reuse }, events) => {
  const { host, hostname, port } = new URL(url);
  const own = [["host", host] as const, ["connection", reuse ? "keep-alive" : "close"] as const];
  const request = requestOf({
    host: hostname.replace(/^\[|\]$/g, ""),
    port,
    method,
    path: target,
    // A flat list keeps repeated headers.
    headers: [...own, ...headers].flat(),
    agent: reuse ? connections : false,
    maxHeaderSize: HEADER_BYTES,
    insecureHTTPParser: false,
  });
  return new Passage(request, events);
};

class Passage implements Forwarding {
  readonly #request: ClientRequest;
  readonly #events: ForwardEvents;
  #state: "connecting" | "sent" | "answered" | "over" = "connecting";
  #interim = 0;

  constructor(request: ClientRequest, events: ForwardEvents) {
    [this.#request, this.#events] = [request, events];
    request.once("socket", (socket: Socket) => {
      // The caller's connection keeps the process alive.
      socket.unref();
      if (socket.connecting) socket.once("connect", () => this.#connected());
      else this.#connected();
    });
    request.on("drain", () => {
      if (this.#state !== "over") events.drained();
    });
    request.on("information", () => {
      this.#interim += 1;
      if (this.#interim > MOST_INTERIM) this.#fail("broken");
    });
    request.on("response", (message) => this.#answered(message));
    // An upgrade to another protocol is not an answer.
    request.on("upgrade", () => this.#fail("broken"));
    request.on("error", (error) => this.#broken("code" in error ? String(error.code) : ""));
    request.on("close", () => this.#broken(""));
  }

  write(bytes: Uint8Array): boolean {
    return this.#state === "over" || bytes.length === 0 || this.#request.write(bytes);
  }

  end(): void {
    if (this.#state !== "over") this.#request.end();
  }

  destroy(): void {
    if (this.#state === "over") return;
    this.#state = "over";
    this.#request.destroy();
  }

  #connected(): void {
    if (this.#state !== "connecting") return;
    this.#state = "sent";
    this.#events.connected();
  }

  /** The connection has ended before an answer, with the code of a wrong head, if any. */
  #broken(code: string): void {
    if (this.#state === "connecting") this.#fail("refused");
    else if (this.#state === "sent")
      this.#fail(this.#request.reusedSocket && !code.startsWith("HPE_") ? "stale" : "broken");
  }

  #fail(failure: Parameters<ForwardEvents["failed"]>[0]): void {
    if (this.#state === "over") return;
    this.destroy();
    this.#events.failed(failure);
  }

  #answered(message: IncomingMessage): void {
    // The body reports a broken connection.
    message.on("error", () => {});
    const { statusCode: status = 0, httpVersion } = message;
    const headers = headersOf(message);
    const framing = framingOf(headers);
    const isEmpty = this.#request.method === "HEAD" || status === 204 || status === 304;
    // A body that ends with its connection could be truncated (C154).
    const isWhole = framing !== undefined && (isEmpty || framing.kind !== "none");
    if (this.#state !== "sent" || !isWhole || httpVersion !== "1.1") this.#fail("broken");
    else {
      this.#state = "answered";
      this.#events.answered(this.#answerOf(message, { status, headers, framing }));
    }
  }

  #answerOf(
    message: IncomingMessage,
    head: { readonly status: number; readonly headers: Headers; readonly framing: Framing },
  ): ForwardAnswer {
    let taker: Taker | undefined;
    message.once("close", () => {
      if (this.#state !== "answered") return;
      this.#state = "over";
      if (message.complete) taker?.end(NOTHING);
      else taker?.fail();
    });
    return {
      ...head,
      read: (reader) => {
        taker = reader;
        // It broke before its reader came; a complete one waits for its reader.
        if (this.#state === "over") reader.fail();
        message.on("data", (bytes: Uint8Array) => {
          if (this.#state === "answered" && !reader.take(bytes)) message.pause();
        });
      },
      resume: () => void message.resume(),
    };
  }
}

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.push([(rawHeaders[at] ?? "").toLowerCase(), rawHeaders[at + 1] ?? ""]);
  return headers;
}
