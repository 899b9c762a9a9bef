/** A listener with the HTTP and HTTPS servers of Node.js. */
import { createServer, type IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, isIPv6, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HeadProblem, Listen, WholeAnswer } from "../interfaces/listen.js";
import { exchangeOf } from "./exchange.js";

/** Milliseconds between two checks of the connections that wait for a head. */
const CHECK_INTERVAL = 1000;

export const nodeListen: Listen = (
  { host, port, tls, headerTimeout, headerBytes, strangers: mostStrangers, connections, ...patience },
  { answer, unreadable },
) =>
  new Promise((resolve, reject) => {
    const options = {
      connectionsCheckingInterval: Math.min(CHECK_INTERVAL, headerTimeout),
      headersTimeout: headerTimeout,
      maxHeaderSize: headerBytes,
      // `BodyTime` limits bodies, without the time in which nobody takes them.
      requestTimeout: 0,
      // The gate checks `Host`, after the token.
      requireHostHeader: false,
    };
    // A caller that half-closes its connection waits for the answer.
    const server = Object.assign(
      tls === undefined
        ? createServer(options)
        : createSecureServer({ ...options, ...tls, handshakeTimeout: headerTimeout, allowHalfOpen: true }),
      { httpAllowHalfOpen: true },
    );
    // `maxHeaderSize` limits the head; with a limit of their number, Node would silently drop further headers.
    server.maxHeadersCount = 0;
    server.maxConnections = connections + mostStrangers;
    const strangers = new Strangers(mostStrangers);
    const carriers = new Carriers();
    server.on("connection", (socket) => {
      strangers.add(socket);
      if (tls !== undefined) carriers.add(socket);
    });
    const encrypted = new WeakSet<Duplex>();
    server.on("secureConnection", (socket: Socket) => {
      encrypted.add(socket);
      carriers.complete(socket);
    });
    const answering = new WeakMap<Duplex, ServerResponse>();
    const take = (expectsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      answering.set(socket, response);
      const know = (): void => strangers.know(carriers.of(socket));
      const exchange = exchangeOf({ request, response, expectsContinue, know, ...patience });
      if (headBytes(request) <= headerBytes) return answer(exchange);
      // Node counts names and values alone.
      const { status, headers, text } = unreadable("too-large");
      response.shouldKeepAlive = false;
      exchange.head(status, [...headers, ["content-length", String(Buffer.byteLength(text))]]);
      exchange.end(text);
    };
    server.on("request", take(false));
    server.on("checkContinue", take(true));
    server.on("checkExpectation", take(false));
    // Without a listener Node closes the connection without an answer.
    server.on("connect", (request, duplex) => {
      const socket = duplex as Socket;
      const response = new ServerResponse(request);
      response.assignSocket(socket);
      response.shouldKeepAlive = false;
      // Node no longer tracks this socket; `end()` could wait for the peer for ever, so it is destroyed after the answer.
      response.once("finish", () => socket.destroySoon());
      take(false)(request, response);
    });
    server.on("clientError", (error: NodeJS.ErrnoException, duplex) => {
      const socket = duplex as Socket;
      // The handshake failed: these bytes are not TLS, and the peer could not read an answer.
      if (tls !== undefined && !encrypted.has(socket)) {
        socket.destroy();
        return;
      }
      const response = answering.get(socket);
      // A pipelined request that waits for the answer to the one before has no socket yet.
      if (response?.socket === socket && !response.headersSent) {
        response.shouldKeepAlive = false;
        if (!response.req.complete) response.req.emit("error", error);
        return;
      }
      const isAnswering = response !== undefined && !response.writableFinished;
      // In the middle of an answer these bytes would become a part of it.
      if (isAnswering || !socket.writable) {
        socket.destroy();
        return;
      }
      socket.write(bytesOf(unreadable(problemOf(error))));
      // A peer that neither reads nor closes would keep the connection for ever.
      socket.destroySoon();
    });
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? error.name)));
    server.listen({ host, port }, () => {
      const { address, port: taken } = server.address() as AddressInfo;
      resolve({
        url: `${tls === undefined ? "http" : "https"}://${isIPv6(address) ? `[${address}]` : address}:${taken}`,
        close: (destroy) =>
          new Promise((closed) => {
            server.close(() => closed());
            carriers.endShaking();
            if (destroy) server.closeAllConnections();
            else server.closeIdleConnections();
          }),
      });
    });
  });

/** `GET /sync HTTP/1.1`, lines of headers and the empty line, each with its end. */
function headBytes({ method = "", url = "", rawHeaders }: IncomingMessage): number {
  const line = `${method} ${url} HTTP/1.1`.length + 2;
  const around = 2 * rawHeaders.length;
  return rawHeaders.reduce((bytes, text) => bytes + text.length, line + around + 2);
}

function problemOf({ code }: NodeJS.ErrnoException): HeadProblem {
  if (code === "HPE_HEADER_OVERFLOW") return "too-large";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "slow" : "malformed";
}

function bytesOf({ status, headers, text }: WholeAnswer): string {
  const all = [["connection", "close"], ["content-length", String(Buffer.byteLength(text))], ...headers];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines}\r\n${text}`;
}

/** Connections of callers without a token. Beyond the limit the oldest is ended, so that a caller with a token always gets in (P-S58). */
export class Strangers {
  readonly #limit: number;
  readonly #open = new Set<Socket>();
  #isDue = false;

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(socket: Socket): void {
    this.#open.add(socket);
    socket.once("close", () => this.know(socket));
    if (this.#open.size > this.#limit) this.#endSoon();
  }

  /** Stops counting a connection. */
  know(socket: Socket): void {
    this.#open.delete(socket);
  }

  /** Waits until the bytes of new connections have been read: each of them may bring its token. */
  #endSoon(): void {
    if (this.#isDue) return;
    this.#isDue = true;
    setImmediate(() =>
      setImmediate(() => {
        this.#isDue = false;
        const over = [...this.#open].slice(0, Math.max(0, this.#open.size - this.#limit));
        for (const socket of over) {
          this.#open.delete(socket);
          socket.destroy();
        }
      }),
    );
  }
}

/** The TCP connections under encrypted ones: both have the same peer. */
class Carriers {
  readonly #open = new Map<string, Socket>();
  /** Those with an incomplete handshake; the server of Node does not know them yet. */
  readonly #shaking = new Set<Socket>();

  add(socket: Socket): void {
    const peer = peerOf(socket);
    this.#open.set(peer, socket);
    this.#shaking.add(socket);
    socket.once("close", () => {
      this.#shaking.delete(socket);
      if (this.#open.get(peer) === socket) this.#open.delete(peer);
    });
  }

  /** The handshake of an encrypted connection is complete. */
  complete(encrypted: Socket): void {
    this.#shaking.delete(this.of(encrypted));
  }

  /** The carrier of an encrypted connection; any other connection is its own. */
  of(socket: Socket): Socket {
    return this.#open.get(peerOf(socket)) ?? socket;
  }

  /** Breaks connections that would keep a listener open until their handshake times out. */
  endShaking(): void {
    for (const socket of this.#shaking) socket.destroy();
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
