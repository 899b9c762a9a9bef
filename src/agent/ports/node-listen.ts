/** A listener made of the HTTP and HTTPS servers of Node.js. */
import { createServer, type IncomingMessage, ServerResponse, STATUS_CODES } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, isIPv6, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HeadProblem, Listen, WholeAnswer } from "./listen.js";
import { exchangeOf } from "./node-exchange.js";
import { Carriers, Strangers } from "./strangers.js";

/** Milliseconds between two looks at the connections that wait for a head. */
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
      // No limit for the whole request: `bodyTimeout` limits the silence in it.
      requestTimeout: 0,
      // The gate judges `Host`, after the token.
      requireHostHeader: false,
    };
    // A caller that half-closes its connection waits for the answer.
    const server = Object.assign(
      tls === undefined
        ? createServer(options)
        : createSecureServer({ ...options, ...tls, handshakeTimeout: headerTimeout, allowHalfOpen: true }),
      { httpAllowHalfOpen: true },
    );
    // `maxHeaderSize` limits the head; with a limit of their number, Node would leave out the others without a word.
    server.maxHeadersCount = 0;
    server.maxConnections = connections + mostStrangers;
    const strangers = new Strangers(mostStrangers);
    const carriers = new Carriers();
    server.on("connection", (socket) => {
      strangers.add(socket);
      if (tls !== undefined) carriers.add(socket);
    });
    /** Connections whose handshake is complete. */
    const encrypted = new WeakSet<Duplex>();
    server.on("secureConnection", (socket: Socket) => {
      encrypted.add(socket);
      carriers.complete(socket);
    });
    const answering = new WeakMap<Duplex, ServerResponse>();
    const take = (expectsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
      const { socket } = request;
      answering.set(socket, response);
      answer(
        exchangeOf({
          request,
          response,
          expectsContinue,
          know: () => strangers.know(carriers.of(socket)),
          ...patience,
        }),
      );
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
      // The handshake failed: these bytes are no TLS, and nobody could read an answer.
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

function problemOf({ code }: NodeJS.ErrnoException): HeadProblem {
  if (code === "HPE_HEADER_OVERFLOW") return "too-large";
  return code === "ERR_HTTP_REQUEST_TIMEOUT" ? "slow" : "malformed";
}

function bytesOf({ status, headers, text }: WholeAnswer): string {
  const all = [["connection", "close"], ["content-length", String(Buffer.byteLength(text))], ...headers];
  const lines = all.map(([name, value]) => `${name}: ${value}\r\n`).join("");
  return `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}\r\n${lines}\r\n${text}`;
}
