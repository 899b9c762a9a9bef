/** A provider of models, on this machine: it answers as a script says, and keeps what it was asked. Nothing in it waits for time. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { onTestFinished } from "vitest";

interface Asked {
  readonly method: string;
  /** Path and query. */
  readonly target: string;
  /** In the order and the case in which they came. */
  readonly rawHeaders: readonly string[];
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** One request being answered. */
interface Answering {
  readonly asked: Asked;
  /** Resolves when the client has gone, or has everything. */
  readonly closed: Promise<void>;
  head(status: number, headers?: Readonly<Record<string, string>>): void;
  /** Resolves when the bytes have been handed over, or the client has gone. */
  send(bytes: string | Uint8Array): Promise<void>;
  end(): void;
  /** Breaks the connection. */
  cut(): void;
}

export type Script = (answering: Answering) => void | Promise<void>;

export interface ModelServer {
  /** The origin, without a slash. */
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Requests for the list of models; they are none of `asked`. */
  readonly askedForList: readonly Asked[];
  /** Connections that are open now. */
  readonly connections: () => number;
  /** Connections so far. */
  readonly opened: () => number;
  /** Resolves when no connection is open. */
  readonly idle: () => Promise<void>;
  /** Resolves when no request is under way, and closes the connections that are kept for another one. */
  readonly unused: () => Promise<void>;
  /** What the requests from now on are answered with. */
  answer(script: Script): void;
  /** What requests for the list of models are answered with from now on; 404 before. */
  list(script: Script): void;
}

/** Ends with the test. `tls`: PEM of a key and its certificate. */
export async function modelServer(
  script: Script,
  tls?: { readonly key: string; readonly cert: string },
): Promise<ModelServer> {
  let current = script;
  let listing = answerOf(404, "{}");
  const asked: Asked[] = [];
  const askedForList: Asked[] = [];
  const sockets = new Set<Socket>();
  let opened = 0;
  const waiting: (() => void)[] = [];
  let isUnused = false;
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const { method = "", url = "", headers, rawHeaders } = request;
    const one = { method, target: url, headers, rawHeaders, body: Buffer.concat(chunks).toString() };
    const isForList = method === "GET" && /\/models(?:\?|$)/.test(url);
    (isForList ? askedForList : asked).push(one);
    await (isForList ? listing : current)(answering(one, response));
  };
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    response.once("close", () => isUnused && server.closeIdleConnections());
    serve(request, response).catch(() => response.destroy());
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    opened += 1;
    socket.on("error", () => undefined);
    socket.once("close", () => {
      sockets.delete(socket);
      if (sockets.size === 0) for (const resolve of waiting.splice(0)) resolve();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  );
  const idle = (): Promise<void> => new Promise((resolve) => (sockets.size === 0 ? resolve() : waiting.push(resolve)));
  return {
    url: `${tls === undefined ? "http" : "https"}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    askedForList,
    connections: () => sockets.size,
    opened: () => opened,
    idle,
    unused: () => {
      isUnused = true;
      server.closeIdleConnections();
      return idle();
    },
    answer: (next) => {
      current = next;
    },
    list: (next) => {
      listing = next;
    },
  };
}

function answering(asked: Asked, response: ServerResponse): Answering {
  const closed = new Promise<void>((resolve) => response.once("close", () => resolve()));
  return {
    asked,
    closed,
    head: (status, headers = {}) => {
      response.writeHead(status, headers);
      response.flushHeaders();
    },
    send: (bytes) =>
      Promise.race([closed, new Promise<void>((resolve) => void response.write(bytes, () => resolve()))]),
    end: () => void response.end(),
    cut: () => void response.destroy(),
  };
}

/** Leads to another address. */
export const redirecting =
  (status: number, location: string): Script =>
  (one) => {
    one.head(status, { location });
    one.end();
  };

/** A list of models without an end. */
export const endlessList: Script = async (one) => {
  one.head(200);
  let isOpen = true;
  void one.closed.then(() => {
    isOpen = false;
  });
  await one.send('{"data":[');
  while (isOpen) await one.send('{"id":"m"},'.repeat(10_000));
};

/** A promise, and what resolves it. */
export function gate(): { readonly passed: Promise<void>; readonly open: () => void } {
  let open = (): void => undefined;
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

/** One event of a stream. */
export const event = (data: unknown): string => `data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;

/** A chunk that says a piece of text. */
export const delta = (content: string, index = 0): string => event({ choices: [{ index, delta: { content } }] });

export const finish = (reason = "stop"): string =>
  event({ choices: [{ index: 0, delta: {}, finish_reason: reason }] }) +
  event({ choices: [], usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } });

export const DONE = event("[DONE]");

/** A whole answer of `beta_chat_completions`, each piece sent by itself. */
export function streaming(...pieces: readonly string[]): Script {
  return async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (const piece of [...pieces, DONE]) await one.send(piece);
    one.end();
  };
}

/** Pieces of an answer, and then the connection breaks. */
export const cutAfter =
  (...pieces: readonly (string | Uint8Array)[]): Script =>
  async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) await one.send(piece);
    one.cut();
  };

/** An answer that says these texts. */
export const saying = (...texts: readonly string[]): Script => streaming(...texts.map((text) => delta(text)), finish());

/** A call of a tool, in two pieces. */
export const callOf = (name: string, input: unknown, index = 0, id = `call-${index}`): string => {
  const json = typeof input === "string" ? input : JSON.stringify(input);
  const half = Math.ceil(json.length / 2);
  const piece = (more: object): string =>
    event({ choices: [{ index: 0, delta: { tool_calls: [{ index, ...more }] } }] });
  return (
    piece({ id, type: "function", function: { name, arguments: json.slice(0, half) } }) +
    piece({ function: { arguments: json.slice(half) } })
  );
};

/** An answer that calls tools. */
export const calling = (...calls: readonly string[]): Script => streaming(...calls, finish("tool_calls"));

/** Answers one request after the other; the last script stays. */
export function inTurn(...scripts: readonly Script[]): Script {
  let at = 0;
  return (one) => {
    const script = scripts[Math.min(at, scripts.length - 1)];
    at += 1;
    return script?.(one);
  };
}

/** An answer that is whole at once. */
export function answerOf(status: number, body: string | Uint8Array, type = "application/json"): Script {
  return async (one) => {
    one.head(status, { "content-type": type });
    await one.send(body);
    one.end();
  };
}
