/** A daemon that listens on loopback, and a client that writes bytes. */
import { type IncomingHttpHeaders, request } from "node:http";
import { connect, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { nodeListen } from "../../src/agent/machine/node/listen.js";
import { type Bench, running, TOKEN, type Wanted } from "./bench.js";

export interface Wired {
  readonly bench: Bench;
  readonly url: string;
  readonly port: number;
}

export const AUTHORIZED = `Host: localhost\r\nAuthorization: Bearer ${TOKEN}\r\n`;

export async function wired(wanted: Wanted = {}): Promise<Wired> {
  const bench = await running({ ...wanted, host: { listen: nodeListen, ...wanted.host } });
  const { url } = bench.daemon;
  const port = Number(new URL(url).port);
  return { bench, url, port };
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string | Uint8Array;
}

/** One request over a connection of its own. */
export function call(url: string, path: string, { method = "GET", headers = {}, body }: Call = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(`${url}${path}`, {
      method,
      agent: false,
      headers: {
        authorization: `Bearer ${TOKEN}`,
        // Node sends the body of a DELETE without its length otherwise.
        ...(body === undefined || "transfer-encoding" in headers
          ? {}
          : { "content-length": String(Buffer.byteLength(body)) }),
        ...headers,
      },
    });
    asked.on("error", reject);
    asked.on("response", (response) => {
      const chunks: Uint8Array[] = [];
      response.on("data", (chunk: Uint8Array) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          text: Buffer.concat(chunks).toString(),
        }),
      );
    });
    asked.end(body);
  });
}

/** A connection that bytes are written to as they are. */
export class Wire {
  text = "";
  isClosed = false;
  readonly socket: Socket;
  readonly #waiting: (() => void)[] = [];

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.on("error", () => {});
    this.socket.on("data", (chunk: Uint8Array) => {
      this.text += Buffer.from(chunk).toString("latin1");
      this.#tell();
    });
    this.socket.on("close", () => {
      this.isClosed = true;
      this.#tell();
    });
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  /** Resolves when the bytes have been handed over. */
  write(text: string | Uint8Array): Promise<void> {
    return new Promise((resolve) => this.socket.write(text, () => resolve()));
  }

  /** Resolves when it has heard this, and rejects when it never will. */
  async heard(what: string | RegExp): Promise<void> {
    const isThere = (): boolean => (typeof what === "string" ? this.text.includes(what) : what.test(this.text));
    while (!isThere()) {
      if (this.isClosed) throw new Error(`closed after: ${this.text}`);
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
    }
  }

  async closed(): Promise<string> {
    while (!this.isClosed) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    return this.text;
  }

  #tell(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
