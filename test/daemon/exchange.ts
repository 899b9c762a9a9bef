/** A request that never was on a wire: what it is, and what is answered to it. */
import type {
  BodyPieces,
  BodyProblem,
  BodyTaker,
  Exchange,
  Headers,
} from "../../src/agent/machine/interfaces/listen.js";
import type { SyncMessage, SyncRecordV1 } from "../../src/generated/protocol/types.js";

export interface Asking {
  readonly method?: string;
  readonly headers?: Headers;
  /** A promise is a body that takes its time. */
  readonly body?: string | Uint8Array | Promise<string>;
}

export class TestExchange implements Exchange {
  readonly method: string;
  readonly headers: Headers;
  status = 0;
  answerHeaders: Headers = [];
  /** Whether anybody asked for the body. */
  isRead = false;
  /** Whether its caller has shown a token. */
  isKnown = false;
  isEnded = false;
  isDestroyed = false;
  /** Whether what is written is taken at once. */
  isTaking = true;
  readonly #body: string | Uint8Array | Promise<string>;
  readonly chunks: Uint8Array[] = [];
  readonly #drain: (() => void)[] = [];
  readonly #close: (() => void)[] = [];
  readonly #waiting: (() => void)[] = [];

  readonly target: string;

  constructor(target: string, { method = "GET", headers = [], body = "" }: Asking = {}) {
    this.target = target;
    this.method = method;
    this.headers = headers;
    this.#body = body;
  }

  know(): void {
    this.isKnown = true;
  }

  async body(limit: number): Promise<Uint8Array | BodyProblem> {
    this.isRead = true;
    const body = await this.#body;
    const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body;
    return bytes.length > limit ? "too-large" : bytes;
  }

  pieces(taker: BodyTaker): BodyPieces {
    let isOver = false;
    void this.body(Number.POSITIVE_INFINITY).then((body) => {
      if (isOver || typeof body === "string") return;
      taker.take(body);
      taker.end();
    });
    return {
      resume() {},
      discard() {
        isOver = true;
      },
    };
  }

  head(status: number, headers: Headers): void {
    if (this.status !== 0) throw new Error("two heads");
    this.status = status;
    this.answerHeaders = headers;
    this.#tell();
  }

  write(bytes: Uint8Array): boolean {
    if (this.isEnded) throw new Error("written after the end");
    this.chunks.push(bytes);
    this.#tell();
    return this.isTaking;
  }

  onDrain(run: () => void): void {
    this.#drain.push(run);
  }

  onClose(run: () => void): void {
    this.#close.push(run);
  }

  end(rest?: string): void {
    if (this.isEnded) throw new Error("ended twice");
    if (rest !== undefined) this.chunks.push(new TextEncoder().encode(rest));
    this.isEnded = true;
    this.#closed();
  }

  destroy(): void {
    this.isDestroyed = true;
    this.#closed();
  }

  /** The reader takes what it has. */
  drain(): void {
    for (const run of this.#drain.splice(0)) run();
  }

  /** The reader goes away. */
  leave(): void {
    this.#closed();
  }

  /** How many wait to be told of something. */
  get listeners(): number {
    return this.#drain.length + this.#close.length;
  }

  get text(): string {
    return Buffer.concat(this.chunks).toString();
  }

  json<Value>(): Value {
    return JSON.parse(this.text) as Value;
  }

  header(name: string): string | undefined {
    return this.answerHeaders.find(([key]) => key === name)?.[1];
  }

  /** The messages of a stream of lines so far. */
  get messages(): readonly SyncMessage[] {
    return this.text
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => JSON.parse(line) as SyncMessage);
  }

  get records(): readonly SyncRecordV1[] {
    return this.messages.flatMap((message) => (message.event === "frame" ? message.records : []));
  }

  /** Resolves when it holds, which is looked at after each thing that is written. */
  async until(holds: (exchange: this) => boolean): Promise<void> {
    while (!holds(this)) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  #closed(): void {
    for (const run of this.#close.splice(0)) run();
    this.#tell();
  }

  #tell(): void {
    for (const go of this.#waiting.splice(0)) go();
  }
}
