/** The requests and streams under way, by their tokens: those of a revoked token are ended within a second (P-S47). */
import { bearerOf } from "../../http/gate.js";
import type { Clock } from "../../ports/clock.js";
import { sha256Hex } from "../../ports/hash.js";
import type { Answering, Exchange } from "../../ports/listen.js";

/** Milliseconds between two looks. With those between two looks at the file of tokens it is less than a second. */
const INTERVAL = 250;

export class Guests {
  readonly #isKnown: (digest: string) => boolean;
  readonly #clock: Clock;
  /** The digests of their tokens. */
  readonly #open = new Map<Exchange, string>();
  /** Those that the last look found without a principal. A request with an unknown token is answered before the next look. */
  #suspects: ReadonlySet<Exchange> = new Set();
  #forget: (() => void) | undefined;

  constructor(isKnown: (digest: string) => boolean, clock: Clock) {
    this.#isKnown = isKnown;
    this.#clock = clock;
  }

  /** The same answers; their requests are looked after. */
  welcoming({ answer, unreadable }: Answering): Answering {
    return {
      answer: (exchange) => {
        const token = bearerOf(exchange.headers);
        if (token !== undefined) this.#add(exchange, sha256Hex(token));
        answer(exchange);
      },
      unreadable,
    };
  }

  stop(): void {
    this.#forget?.();
    this.#open.clear();
  }

  #add(exchange: Exchange, digest: string): void {
    this.#open.set(exchange, digest);
    exchange.onClose(() => this.#open.delete(exchange));
    this.#forget ??= this.#clock.after(INTERVAL, () => this.#look());
  }

  #look(): void {
    const strangers = [...this.#open].filter(([, digest]) => !this.#isKnown(digest)).map(([exchange]) => exchange);
    for (const exchange of strangers) if (this.#suspects.has(exchange)) exchange.destroy();
    this.#suspects = new Set(strangers);
    this.#forget = this.#open.size === 0 ? undefined : this.#clock.after(INTERVAL, () => this.#look());
  }
}
