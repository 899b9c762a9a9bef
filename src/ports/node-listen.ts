/** Being asked over HTTP, by the server of Node. */
import { createServer, type IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, isIPv6, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { Exchange, Headers, Listen } from "./listen.js";

/** What is still read, and thrown away, of a body that nobody asked for: to close at once would lose the answer for whoever is still sending. */
const DISCARDED_BYTES = 64 * 1024 * 1024;

/** Milliseconds that a whole request may take to come. */
const REQUEST_TIMEOUT = 60_000;

/** Milliseconds between looks at the connections that wait for headers. */
const CHECK_INTERVAL = 1000;

export const nodeListen: Listen = ({ host, port, headerTimeout, connections }, answer) =>
  new Promise((resolve, reject) => {
    const options = {
      connectionsCheckingInterval: CHECK_INTERVAL,
      headersTimeout: headerTimeout,
      requestTimeout: REQUEST_TIMEOUT,
      // Who may call is judged before anything else is.
      requireHostHeader: false,
    };
    const server = createServer(options);
    server.maxConnections = connections;
    const answering = new WeakMap<Duplex, ServerResponse>();
    const take = (expectsContinue: boolean) => (request: IncomingMessage, response: ServerResponse) => {
      answering.set(request.socket, response);
      answer(exchangeOf(request, response, expectsContinue));
    };
    server.on("request", take(false));
    server.on("checkContinue", take(true));
    server.on("checkExpectation", take(false));
    // Node would close the connection without a word.
    server.on("connect", (request, duplex) => {
      const socket = duplex as Socket;
      const response = new ServerResponse(request);
      response.assignSocket(socket);
      response.shouldKeepAlive = false;
      // Node looks after it no longer: to end it would wait for the other side, for as long as that likes.
      response.once("finish", () => socket.destroySoon());
      take(false)(request, response);
    });
    server.on("clientError", (error, socket) => {
      const response = answering.get(socket);
      // One that waits for the answer to another request has no socket yet.
      if (response?.socket === socket && !response.headersSent) {
        response.shouldKeepAlive = false;
        if (!response.req.complete) response.req.emit("error", error);
        return;
      }
      const isAnswering = response !== undefined && !response.writableFinished;
      // In the middle of an answer it would be taken for a part of that.
      if (isAnswering || !socket.writable) socket.destroy();
      else socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    });
    server.once("error", (error: NodeJS.ErrnoException) => reject(new Error(error.code ?? error.name)));
    server.listen({ host, port }, () => {
      const { address, port: taken } = server.address() as AddressInfo;
      resolve({
        url: `http://${isIPv6(address) ? `[${address}]` : address}:${taken}`,
        close: (destroy) =>
          new Promise((closed) => {
            server.close(() => closed());
            if (destroy) server.closeAllConnections();
            else server.closeIdleConnections();
          }),
      });
    });
  });

function headersOf({ rawHeaders }: IncomingMessage): Headers {
  const headers: [string, string][] = [];
  for (let at = 0; at < rawHeaders.length; at += 2)
    headers.push([(rawHeaders[at] ?? "").toLowerCase(), rawHeaders[at + 1] ?? ""]);
  return headers;
}

function exchangeOf(request: IncomingMessage, response: ServerResponse, expectsContinue: boolean): Exchange {
  let isAsked = false;
  let isBroken = false;
  // A connection that breaks is told by `close`.
  response.on("error", () => {});
  request.on("error", () => {
    isBroken = true;
  });
  return {
    method: request.method ?? "",
    target: request.url ?? "",
    headers: headersOf(request),
    body(limit) {
      // Who says that it will be too long is told before it is sent, and needs not send it.
      if (Number(request.headers["content-length"] ?? 0) > limit) return Promise.resolve(undefined);
      isAsked = true;
      if (expectsContinue) response.writeContinue();
      return bodyOf(request, limit);
    },
    head(status, headers) {
      response.writeHead(status, headers.flat());
      if (!headers.some(([name]) => name === "content-length")) response.flushHeaders();
    },
    write: (bytes) => response.write(bytes),
    onDrain: (run) => response.once("drain", run),
    onClose: (run) => (response.closed ? run() : response.once("close", run)),
    end(rest) {
      if (!isAsked && !request.complete) discard(request);
      const isSending = !request.complete && !isBroken && (isAsked || !expectsContinue);
      if (response.shouldKeepAlive || !isSending) {
        response.end(rest);
        return;
      }
      // The connection is closed when the answer is complete, and whoever is still sending then loses it.
      if (rest !== undefined) response.write(rest);
      request.once("close", () => response.end());
    },
    destroy: () => request.socket.destroy(),
  };
}

function bodyOf(request: IncomingMessage, limit: number): Promise<Uint8Array | undefined> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = [];
    let length = 0;
    const take = (chunk: Uint8Array): void => {
      length += chunk.length;
      if (length <= limit) {
        chunks.push(chunk);
        return;
      }
      request.off("data", take);
      chunks.length = 0;
      discard(request);
      resolve(undefined);
    };
    request.on("data", take);
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
    request.once("close", () => reject(new Error("the connection broke")));
  });
}

/** Reads on and keeps nothing, up to a point. */
function discard(request: IncomingMessage): void {
  let length = 0;
  request.on("data", (chunk: Uint8Array) => {
    length += chunk.length;
    if (length > DISCARDED_BYTES) request.socket.destroy();
  });
}
