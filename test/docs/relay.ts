/** A proxy before a daemon, on an address that stays while daemons end and are continued; it adds the credential, and its connections can be cut. */
import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

/** Where a daemon listens, and the token that it takes. */
export interface Target {
  readonly url: string;
  readonly token: string;
}

interface Served {
  readonly type: string;
  readonly body: string;
}

export class Relay {
  readonly #server: Server;
  readonly #pages: Readonly<Record<string, Served>>;
  #target: Target;
  /** Requests that were passed on. */
  passed = 0;
  /** Streams of records that are open now. */
  streams = 0;

  constructor(target: Target, pages: Readonly<Record<string, Served>>) {
    this.#target = target;
    this.#pages = pages;
    this.#server = createServer((asked, answer) => this.#answer(asked, answer));
  }

  /** A proxy that listens until the test ends. Paths below `/daemon` are those of the daemon; the others are pages. */
  static async start(target: Target, pages: Readonly<Record<string, Served>> = {}): Promise<Relay> {
    const proxy = new Relay(target, pages);
    await new Promise<void>((resolve) => proxy.#server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => {
      proxy.#server.close();
      proxy.#server.closeAllConnections();
    });
    return proxy;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The base of the daemon's routes. */
  get url(): string {
    return `${this.origin}/daemon`;
  }

  /** Another run of the daemon. */
  pointTo(target: Target): void {
    this.#target = target;
  }

  /** Ends every connection in the middle of what it carries. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  #answer(asked: IncomingMessage, answer: ServerResponse): void {
    const path = asked.url ?? "/";
    const page = this.#pages[path];
    if (page !== undefined) answer.setHeader("content-type", page.type).end(page.body);
    else if (path.startsWith("/daemon/")) this.#passOn(asked, answer, path.slice("/daemon".length));
    else answer.writeHead(404).end();
  }

  #passOn(asked: IncomingMessage, answer: ServerResponse, path: string): void {
    this.passed += 1;
    const { host: _, origin: __, ...headers } = asked.headers;
    const { url, token } = this.#target;
    const further = request(`${url}${path}`, {
      ...{ method: asked.method, agent: false },
      headers: { ...headers, authorization: `Bearer ${token}` },
    });
    // A daemon that is not there, or that is killed, ends the connection of who asked.
    const end = (): void => void answer.destroy();
    further.on("error", end);
    further.on("response", (response) => {
      if (path.startsWith("/events")) {
        this.streams += 1;
        answer.on("close", () => (this.streams -= 1));
      }
      answer.writeHead(response.statusCode ?? 502, response.headers);
      answer.flushHeaders();
      response.on("error", end).on("aborted", end).pipe(answer);
    });
    answer.on("close", () => further.destroy());
    asked.on("error", () => further.destroy()).pipe(further);
  }
}
