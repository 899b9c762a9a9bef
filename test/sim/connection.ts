/**
 * One connection of the simulated network with one request. Bytes take time and may be split; the connection may break before the request has
 * come, in the middle of it or after so many bytes of the answer, or become half open: then neither side hears of the other any more.
 */
import type { BodyProblem, Exchange, Headers } from "../../src/agent/machine/interfaces/listen.js";
import { Answer, type Head } from "./answer.js";
import type { Chance } from "./chance.js";
import type { Process } from "./process.js";

/** What is going to happen to a connection. */
export interface Fate {
  /** Most milliseconds that bytes are on their way. */
  readonly latency: number;
  /** Where it stops, if it does. */
  readonly stop: "nowhere" | "request" | "body" | "answer";
  /** Bytes of the answer until it stops. */
  readonly after: number;
  /** Whether both sides see that it stops. */
  readonly isSeen: boolean;
}

interface Asked {
  readonly method: string;
  readonly target: string;
  readonly headers: Headers;
  readonly body: string;
}

interface Parts {
  readonly chance: Chance;
  readonly fate: Fate;
  readonly client: Process;
  readonly asked: Asked;
  /** Called with all that the server writes, before the network has it. */
  readonly tap: (bytes: Uint8Array) => void;
  /** Called when both sides have ended. */
  readonly over: () => void;
}

/** Bytes on their way, beyond which the server is told to wait. */
const WINDOW = 65_536;

/** Milliseconds without a byte of the answer after which the `fetch` of Node.js gives a connection up. */
const SILENCE = 300_000;

const ENCODER = new TextEncoder();

export class Connection {
  readonly #parts: Parts;
  server: Process | undefined;
  /** The moment of the last bytes that are on their way, so that no bytes overtake others. */
  #lastAt = 0;
  #left: number;
  #stopsAt: Fate["stop"];
  #onWay = 0;
  /** Stopped, and nobody has seen it. */
  #isHeld = false;
  #isClientOpen = true;
  #isServerOpen = false;
  readonly #answer = new Answer();
  #isEnded = false;
  #onDrain: (() => void)[] = [];
  #onClose: (() => void)[] = [];
  #tellBody: (body: Uint8Array | BodyProblem) => void = () => {};

  constructor(parts: Parts) {
    this.#parts = parts;
    const { stop, after } = parts.fate;
    this.#stopsAt = stop;
    this.#left = stop === "answer" ? after : Number.POSITIVE_INFINITY;
  }

  get isOpen(): boolean {
    return this.#isClientOpen || this.#isServerOpen;
  }

  /** Counts silence from now. */
  #listen(): void {
    this.#forget();
    this.#forget = this.#parts.client.later(SILENCE, () => {
      this.#breakClient("UND_ERR_BODY_TIMEOUT");
      if (!this.#isHeld) this.#closeServer();
    });
  }

  #forget = (): void => {};

  /** Sends the request; resolves with the head of the answer. `reach` hands it to the server; false when none listens. */
  send(reach: (exchange: Exchange) => Process | undefined): Promise<Head> {
    const { client } = this.#parts;
    client.onEnd(() => this.leave());
    this.#listen();
    this.#later(client, () => {
      if (!this.#isClientOpen) return;
      if (this.#stopsAt === "request") return this.#stop();
      const server = reach(this.#exchange());
      if (server === undefined) return this.#breakClient("ECONNREFUSED");
      this.server = server;
      this.#isServerOpen = true;
      server.onEnd(() => this.#serverGone());
    });
    return this.#answer.head;
  }

  /** The body of the answer. Leaving it ends the connection. */
  body(): AsyncIterable<Uint8Array> {
    return this.#answer.body({ taken: (length) => this.#taken(length), left: () => this.leave() });
  }

  /** The client goes. */
  leave(reason?: unknown): void {
    if (!this.#isClientOpen) return;
    this.#isClientOpen = false;
    this.#forget();
    this.#answer.fail(reason instanceof Error ? reason : failure("ABORT_ERR"));
    if (!this.#isHeld) this.#toServer(() => this.#closeServer());
    this.#check();
  }

  /** It breaks now, for both sides or unseen. */
  cut(isSeen: boolean): void {
    if (!this.isOpen) return;
    if (!isSeen) this.#isHeld = true;
    else {
      this.#breakClient("ECONNRESET");
      this.#closeServer();
    }
  }

  /** The network is whole again: a side of a half open connection hears that the other one has gone. */
  heal(): void {
    this.#stopsAt = "nowhere";
    this.#left = Number.POSITIVE_INFINITY;
    if (this.#isHeld) this.cut(true);
  }

  #stop(): void {
    this.cut(this.#parts.fate.isSeen);
  }

  #exchange(): Exchange {
    const { asked } = this.#parts;
    return {
      ...asked,
      know: () => {},
      body: (limit) =>
        new Promise((resolve) => {
          const bytes = ENCODER.encode(asked.body);
          this.#tellBody = resolve;
          this.#toServer(() => {
            if (this.#stopsAt === "body") return this.#stop();
            resolve(bytes.length > limit ? "too-large" : bytes);
          });
        }),
      pieces: () => {
        throw new Error("no server of the simulator passes requests on");
      },
      head: (status, headers) => {
        if (this.#isServerOpen) this.#toClient(() => this.#answer.begin({ status, headers }));
      },
      write: (bytes) => {
        this.#write(bytes);
        return this.#onWay < WINDOW;
      },
      onDrain: (run) => this.#onDrain.push(run),
      onClose: (run) => {
        if (this.#isServerOpen) this.#onClose.push(run);
        else run();
      },
      end: (rest) => {
        if (rest !== undefined) this.#write(typeof rest === "string" ? ENCODER.encode(rest) : rest);
        if (!this.#isServerOpen) return;
        this.#toClient(() => {
          this.#isEnded = true;
          this.#answer.end();
        });
        this.#closeServer();
      },
      destroy: () => {
        if (!this.#isServerOpen) return;
        this.#toClient(() => this.#breakClient("ECONNRESET"));
        this.#closeServer();
      },
    };
  }

  #write(bytes: Uint8Array): void {
    if (!this.#isServerOpen) return;
    this.#parts.tap(bytes);
    const { chance } = this.#parts;
    const parts = bytes.length > 1 && chance.oneIn(3) ? splitOf(bytes, chance.from(1, bytes.length - 1)) : [bytes];
    for (const part of parts) {
      this.#onWay += part.length;
      this.#toClient(() => {
        // Of the bytes after which it stops, the first ones still come.
        const come = part.subarray(0, this.#left);
        this.#left -= come.length;
        this.#answer.take(come);
        if (come.length < part.length) this.#stop();
      });
    }
  }

  /** Lets something come to the client, after all that came before. */
  #toClient(come: () => void): void {
    this.#later(this.#parts.client, () => {
      if (!this.#isClientOpen || this.#isHeld) return;
      this.#listen();
      come();
    });
  }

  #toServer(come: () => void): void {
    const { server } = this;
    if (server === undefined) return;
    this.#later(server, () => {
      if (this.#isServerOpen && !this.#isHeld) come();
    });
  }

  #later(process: Process, run: () => void): void {
    const { chance, fate } = this.#parts;
    const now = process.clock.monotonic();
    this.#lastAt = Math.max(this.#lastAt, now + chance.soon(fate.latency));
    process.later(this.#lastAt - now, run);
  }

  #taken(length: number): void {
    this.#onWay -= length;
    if (this.#onWay < WINDOW && this.#onDrain.length > 0 && this.server !== undefined)
      for (const run of this.#onDrain.splice(0)) this.#toServer(run);
  }

  #breakClient(code: string): void {
    if (!this.#isClientOpen) return;
    this.#isClientOpen = false;
    this.#forget();
    this.#answer.fail(failure(code));
    this.#check();
  }

  #closeServer(): void {
    if (!this.#isServerOpen) return;
    this.#isServerOpen = false;
    this.#tellBody("broken");
    for (const run of this.#onClose.splice(0)) run();
    this.#check();
  }

  /** The process of the server has ended: what it wrote still comes, and then the end. */
  #serverGone(): void {
    this.#isServerOpen = false;
    if (!this.#isEnded) this.#toClient(() => this.#breakClient("ECONNRESET"));
    this.#check();
  }

  #check(): void {
    if (!this.isOpen) this.#parts.over();
  }
}

function splitOf(bytes: Uint8Array, at: number): readonly Uint8Array[] {
  return [bytes.subarray(0, at), bytes.subarray(at)];
}

/** The error of a `fetch` that fails. */
function failure(code: string): Error {
  return Object.assign(new TypeError("fetch failed"), { cause: Object.assign(new Error(code), { code }) });
}
