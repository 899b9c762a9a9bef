/** One request over the network, from its start to its end: its cancellation, its limits, and the facts about it for an autopsy (P-S32). */
import type { Clock } from "../../machine/interfaces/clock.js";
import type { Headers } from "../../machine/interfaces/listen.js";

/** The course of a request. It holds no contents. */
export interface Trace {
  /** Of the answer, once there is one. */
  readonly status?: number;
  /** Names of the headers of the answer. */
  readonly headers: readonly string[];
  /** Milliseconds from the beginning of the request to the head of the answer, to its last bytes, and to the end. */
  readonly milliseconds: { readonly head?: number; readonly last?: number; readonly end: number };
  /** Of the body of the answer. */
  readonly bytes: number;
}

/** `quiet`: milliseconds for which an answer with bytes has said nothing. */
type ExceededLimit =
  | { readonly kind: "idle" }
  | { readonly kind: "lifetime" }
  | { readonly kind: "stall"; readonly quiet: number };

interface AttemptLimits {
  /** Milliseconds that the provider may be silent. */
  readonly idle: number;
  /** Milliseconds that the request may last; undefined for any time. */
  readonly lifetime: number | undefined;
}

/** Its user must call `close` once. */
export class Attempt {
  readonly #clock: Clock;
  readonly #idle: number;
  readonly #cancelled: AbortSignal;
  readonly #end = new AbortController();
  readonly #abort = (): void => this.#end.abort();
  readonly #began: number;
  readonly #forgetLifetime: () => void;
  #takeBack: (() => void) | undefined;
  #limit: ExceededLimit | undefined;
  #head: { readonly names: readonly string[]; readonly at: number } | undefined;
  #lastBytes: number | undefined;
  #bytes = 0;
  /** Whether the answer is whole, so that its connection can be used again. */
  isWhole = false;
  /** Status of the answer, once there is one. */
  status: number | undefined;
  /** The provider's name of the request, once its headers are there. */
  requestId: string | undefined;
  /** Content coding of the answer, where it still has one. */
  coding: string | undefined;

  constructor(clock: Clock, { idle, lifetime }: AttemptLimits, cancelled: AbortSignal) {
    this.#clock = clock;
    this.#idle = idle;
    this.#cancelled = cancelled;
    this.#began = clock.monotonic();
    cancelled.addEventListener("abort", this.#abort);
    this.#forgetLifetime =
      lifetime === undefined ? () => {} : clock.after(lifetime, () => this.#exceed({ kind: "lifetime" }));
  }

  /** Aborts when it is cancelled, stalled or closed. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** The limit that has ended it. */
  get limit(): ExceededLimit | undefined {
    return this.#limit;
  }

  get trace(): Trace {
    const [head, last] = [this.#head, this.#lastBytes];
    const since = (at: number): number => Math.round(at - this.#began);
    return {
      ...(this.status === undefined ? {} : { status: this.status }),
      headers: head?.names ?? [],
      milliseconds: {
        ...(head === undefined ? {} : { head: since(head.at) }),
        ...(last === undefined ? {} : { last: since(last) }),
        end: since(this.#clock.monotonic()),
      },
      bytes: this.#bytes,
    };
  }

  /** The head of the answer has come. */
  answers(status: number, headers: Headers): void {
    this.status = status;
    this.#head = { names: headers.map(([name]) => name), at: this.#clock.monotonic() };
  }

  /** Bytes of the answer have come. */
  takes({ length }: Uint8Array): void {
    this.#bytes += length;
    this.#lastBytes = this.#clock.monotonic();
  }

  /** Waits for the provider: it stalls after `most` milliseconds without `rest`, and after the idle limit at the latest. */
  wait(most = this.#idle): void {
    this.rest();
    this.#takeBack = this.#clock.after(Math.min(most, this.#idle), () => this.#exceed({ kind: "idle" }));
  }

  /** Ends the waiting, while the daemon works itself. */
  rest(): void {
    this.#takeBack?.();
    this.#takeBack = undefined;
  }

  /** Ends it because its answer says nothing. `quiet`: for so many milliseconds. */
  stall(quiet: number): void {
    this.#exceed({ kind: "stall", quiet });
  }

  #exceed(limit: ExceededLimit): void {
    this.#limit ??= limit;
    this.#end.abort();
  }

  close(): void {
    this.rest();
    this.#forgetLifetime();
    this.#cancelled.removeEventListener("abort", this.#abort);
    if (!this.isWhole) this.#end.abort();
  }
}
