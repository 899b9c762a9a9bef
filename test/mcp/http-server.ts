/** A real tool server over streamable HTTP, on this machine. What it is asked is kept, and a test may answer instead of it. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { Readable } from "node:stream";
import { createMcpHandler, Server, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { onTestFinished } from "vitest";
import { INFO, offer } from "../../fixtures/mcp/tools.js";

interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Answers a request, or leaves it to the server by returning false. */
type Instead = (asked: Asked, response: ServerResponse) => boolean;

export interface HttpServer {
  /** Of the endpoint. */
  readonly url: string;
  readonly asked: readonly Asked[];
  /** Connections that are open now. */
  readonly open: () => number;
  instead(answer: Instead): void;
  /** Forgets all sessions, as at a restart. */
  forget(): void;
  /** Ends the server and breaks its connections. */
  stop(): Promise<void>;
}

export async function httpServer(
  options: {
    readonly json?: boolean;
    /** Which revisions it speaks; those up to 2025-11-25 without it. */
    readonly revision?: "2026-07-28" | "both";
    readonly port?: number;
    readonly tls?: { readonly key: string; readonly cert: string };
    /** What it says about its tools. */
    readonly instructions?: string;
    /** What it offers instead of the usual tools. */
    readonly offers?: (server: Server) => void;
  } = {},
): Promise<HttpServer> {
  const asked: Asked[] = [];
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const sockets = new Set<Socket>();
  let instead: Instead = () => false;
  const [implementation, capabilities] = INFO;
  const info = [
    implementation,
    { ...capabilities, ...(options.instructions === undefined ? {} : { instructions: options.instructions }) },
  ] as const;

  const transportFor = async (session: string | undefined, body: string) => {
    if (session !== undefined) return sessions.get(session);
    if (!body.includes('"initialize"')) return undefined;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: options.json === true,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    const server = new Server(...info);
    if (options.offers !== undefined) options.offers(server);
    else offer(server, () => void [...sockets].map((socket) => socket.destroy()));
    await server.connect(transport);
    return transport;
  };

  const state = { last: "rename", changed: () => newer.notify.toolsChanged() };
  const newer = createMcpHandler(
    () => {
      const server = new Server(...info);
      offer(server, () => void [...sockets].map((socket) => socket.destroy()), state);
      return server;
    },
    {
      legacy: options.revision === "both" ? "stateless" : "reject",
      responseMode: options.json === true ? "json" : "sse",
    },
  );

  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of request) chunks.push(chunk as Uint8Array);
    const { method = "", url: path = "", headers } = request;
    const body = Buffer.concat(chunks).toString();
    const one = { method, path, headers, body };
    asked.push(one);
    if (instead(one, response)) return;
    const flat = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
    const web = new Request(`http://127.0.0.1${path}`, { method, headers: flat, ...(body === "" ? {} : { body }) });
    const answer =
      options.revision === undefined
        ? await (await transportFor(headers["mcp-session-id"]?.toString(), body))?.handleRequest(web)
        : await newer.fetch(web);
    if (answer === undefined) {
      response.writeHead(404).end("no session");
      return;
    }
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    if (answer.body === null) response.end();
    else
      Readable.fromWeb(answer.body as Parameters<typeof Readable.fromWeb>[0])
        .on("error", () => {})
        .pipe(response);
  };

  const listener = (request: IncomingMessage, response: ServerResponse): void =>
    void serve(request, response).catch(() => response.destroy());
  const server = options.tls === undefined ? createServer(listener) : createTlsServer(options.tls, listener);
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {}).once("close", () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  const stop = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  onTestFinished(stop);
  const { port } = server.address() as AddressInfo;
  return {
    ...{ asked, open: () => sockets.size, stop },
    url: `${options.tls === undefined ? "http" : "https"}://127.0.0.1:${port}/mcp`,
    instead: (answer) => {
      instead = answer;
    },
    forget: () => sessions.clear(),
  };
}
