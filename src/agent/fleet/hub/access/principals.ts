/**
 * The principals of a running hub, and their requests in progress. The file of tokens is checked twice a second, and at once for an unknown
 * token.
 */
import type { HubToken } from "../../../../generated/protocol/types.js";
import type { Clock } from "../../../machine/interfaces/clock.js";
import { FileError } from "../../../machine/interfaces/files.js";
import { sha256Hex } from "../../../machine/interfaces/hash.js";
import type { Answering, Exchange } from "../../../machine/interfaces/listen.js";
import { bearerOf } from "../../../wire/server/gate.js";
import { tokensPath } from "../paths.js";
import type { HubRun } from "../run.js";
import { isLasting, readTokens, TokensDamaged } from "./tokens.js";

type PrincipalsRun = Pick<HubRun, "files" | "processes" | "clock" | "log" | "state">;

/** Milliseconds between two checks of the file of tokens. Together with the interval for guests it is less than a second (P-S47). */
const INTERVAL = 500;

/** Milliseconds between two checks of the guests. */
const GUESTS_INTERVAL = 250;

export class Principals {
  readonly #run: PrincipalsRun;
  /** By the digest of their tokens, in hex: a lookup takes the same time for every invalid token. */
  #known = new Map<string, HubToken>();
  /** Identity, size and time of the last read file. */
  #signature: string | undefined;
  #looking: Promise<void> | undefined;
  #isOver = false;
  #forget: () => void = () => {};

  constructor(run: PrincipalsRun) {
    this.#run = run;
  }

  /** Resolves after the first read of the file. */
  async start(): Promise<void> {
    await this.#look();
    this.#wait();
  }

  stop(): void {
    this.#isOver = true;
    this.#forget();
  }

  /** The principal of a token; a promise if the file must be checked; undefined for an unknown token. */
  find(token: string): HubToken | undefined | Promise<HubToken | undefined> {
    const digest = sha256Hex(token);
    return this.#known.get(digest) ?? this.#lookAnew().then(() => this.#known.get(digest));
  }

  /** Whether the token of a digest had a principal at the last check. */
  knows(digest: string): boolean {
    return this.#known.has(digest);
  }

  #wait(): void {
    if (this.#isOver) return;
    this.#forget = this.#run.clock.after(INTERVAL, () => void this.#look().then(() => this.#wait()));
  }

  /** A check that begins now or later: one in progress may have missed the latest change. */
  async #lookAnew(): Promise<void> {
    await this.#looking;
    await this.#look();
  }

  /** Concurrent callers share one check. */
  #look(): Promise<void> {
    this.#looking ??= this.#read().finally(() => {
      this.#looking = undefined;
    });
    return this.#looking;
  }

  /** Forgets the tokens of processes that have ended: a killed process could not revoke its own. */
  #forgetEnded(): void {
    for (const [digest, token] of this.#known) if (!isLasting(token, this.#run.processes)) this.#known.delete(digest);
  }

  async #read(): Promise<void> {
    const { files, log, state } = this.#run;
    try {
      const status = await files.status(tokensPath(files.join, state));
      const signature = status === undefined ? "missing" : `${status.identity} ${status.size} ${status.modified}`;
      if (signature === this.#signature) {
        this.#forgetEnded();
        return;
      }
      this.#known = new Map((await readTokens(files, state)).map((token) => [token.digest, token]));
      this.#signature = signature;
      this.#forgetEnded();
    } catch (error) {
      if (!(error instanceof FileError || error instanceof TokensDamaged)) throw error;
      const reason = error instanceof FileError ? `cannot be read (${error.detail})` : "is damaged";
      if (this.#signature !== reason) log.say("error", `hub/tokens.json ${reason}; every request is refused`);
      this.#signature = reason;
      this.#known = new Map();
    }
  }
}

/** The requests and streams in progress, by their tokens: those of a revoked token are ended within a second (P-S47). */
export class Guests {
  readonly #isKnown: (digest: string) => boolean;
  readonly #clock: Clock;
  /** The digests of their tokens. */
  readonly #open = new Map<Exchange, string>();
  /** Those without a principal at the last check. A request with an unknown token is answered before the next one. */
  #suspects: ReadonlySet<Exchange> = new Set();
  #forget: (() => void) | undefined;

  constructor(isKnown: (digest: string) => boolean, clock: Clock) {
    this.#isKnown = isKnown;
    this.#clock = clock;
  }

  /** The same answers; their requests are tracked. */
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
    this.#forget ??= this.#clock.after(GUESTS_INTERVAL, () => this.#look());
  }

  #look(): void {
    const strangers = [...this.#open].filter(([, digest]) => !this.#isKnown(digest)).map(([exchange]) => exchange);
    for (const exchange of strangers) if (this.#suspects.has(exchange)) exchange.destroy();
    this.#suspects = new Set(strangers);
    this.#forget = this.#open.size === 0 ? undefined : this.#clock.after(GUESTS_INTERVAL, () => this.#look());
  }
}
