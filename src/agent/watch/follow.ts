/**
 * The fleet of a hub as changes in order: the whole first, then events, over breaks of the connection. It tells how the connection is, and
 * gives up for a refused token alone. It uses what a page and Node.js both have.
 */
import type {
  FleetCatalog,
  FleetEventV1,
  FleetMessage,
  FleetProject,
  SessionRow,
} from "../../generated/protocol/types.js";
import { type Clock, sleep } from "../ports/clock.js";
import { dropBody, type FetchLike, type FetchResponse, piecesOf } from "../ports/fetch.js";
import { NdjsonReader } from "../wire/protocol/ndjson.js";

export type FleetChange =
  /** All of the fleet: it replaces what was known. */
  | { readonly kind: "catalog"; readonly projects: readonly FleetProject[]; readonly sessions: readonly SessionRow[] }
  | { readonly kind: "event"; readonly event: FleetEventV1 };

export type Connection =
  | { readonly kind: "connecting" }
  | { readonly kind: "live" }
  /** The next try comes by itself. `why` is for people. */
  | { readonly kind: "lost"; readonly why: string };

export interface Watcher {
  readonly apply: (change: FleetChange) => void;
  readonly connection: (connection: Connection) => void;
}

/** Resolves when the signal aborts. Rejects with `Refused`. */
export type Follow = (watcher: Watcher, signal: AbortSignal) => Promise<void>;

/** The hub does not let this token see the fleet; another try would end the same. */
export class Refused extends Error {
  override readonly name = "Refused";
}

/** The connection cannot go on; `isReset`: the place in the stream is lost as well. */
class Broken extends Error {
  readonly isReset: boolean;

  constructor(why: string, isReset = false) {
    super(why);
    this.isReset = isReset;
  }
}

export interface HubAddress {
  readonly url: string;
  readonly token: string;
}

interface Place {
  readonly epoch: string;
  cursor: string;
}

/** Milliseconds before the first and the later tries, and without a sign of life. */
const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
const SILENCE = 45_000;

const NONSENSE = "the hub sends what no hub sends";

/** Most characters of an answer or a message: more than a hub sends. */
const MOST = 4 * 1024 * 1024;

export function followHub(address: HubAddress, machine: { readonly fetch: FetchLike; readonly clock: Clock }): Follow {
  return async (watcher, signal) => {
    const reader = new FleetReader(address, machine, watcher, signal);
    watcher.connection({ kind: "connecting" });
    for (let failures = 0; !signal.aborted; ) {
      const { why, wasLive } = await reader.connection();
      if (signal.aborted) return;
      watcher.connection({ kind: "lost", why });
      failures = wasLive ? 0 : failures + 1;
      await sleep(machine.clock, Math.min(LONGEST_WAIT, FIRST_WAIT * 2 ** failures), signal);
    }
  };
}

class FleetReader {
  readonly #address: HubAddress;
  readonly #fetch: FetchLike;
  readonly #clock: Clock;
  readonly #watcher: Watcher;
  readonly #signal: AbortSignal;
  #place: Place | undefined;

  constructor(
    address: HubAddress,
    { fetch, clock }: { readonly fetch: FetchLike; readonly clock: Clock },
    watcher: Watcher,
    signal: AbortSignal,
  ) {
    this.#address = address;
    this.#fetch = fetch;
    this.#clock = clock;
    this.#watcher = watcher;
    this.#signal = signal;
  }

  /** Follows until the connection ends, and says why it did. */
  async connection(): Promise<{ readonly why: string; readonly wasLive: boolean }> {
    const silence = new Silence(this.#clock, this.#signal);
    let wasLive = false;
    const alive = (): void => {
      silence.heard();
      wasLive = true;
    };
    try {
      this.#place ??= await this.#catalog(silence);
      await this.#events(this.#place, silence, alive);
      return { why: "the hub has closed the connection", wasLive };
    } catch (error) {
      if (error instanceof Refused) throw error;
      if (error instanceof Broken && error.isReset) this.#place = undefined;
      const why = silence.isOver
        ? "the hub says nothing"
        : error instanceof Broken
          ? error.message
          : "the hub cannot be reached";
      return { why, wasLive };
    } finally {
      silence.end();
    }
  }

  async #catalog(silence: Silence): Promise<Place> {
    const projects: FleetProject[] = [];
    const sessions: SessionRow[] = [];
    let query = "";
    for (;;) {
      const answer = await this.#ask(`/api/v1/catalog${query}`, silence);
      const page = await pageOf(answer.body, silence);
      projects.push(...page.projects);
      sessions.push(...page.sessions);
      const { next_page: next } = page.page;
      if (next === null) {
        this.#watcher.apply({ kind: "catalog", projects, sessions });
        return { epoch: page.fleet_epoch, cursor: page.cursor };
      }
      query = `?snapshot=${encodeURIComponent(page.snapshot)}&page=${encodeURIComponent(next)}`;
    }
  }

  async #events(place: Place, silence: Silence, alive: () => void): Promise<void> {
    const query = `?after=${encodeURIComponent(place.cursor)}&expected_epoch=${encodeURIComponent(place.epoch)}`;
    const { body } = await this.#ask(`/api/v1/events${query}`, silence);
    this.#watcher.connection({ kind: "live" });
    const lines = new NdjsonReader(MOST);
    for await (const piece of piecesOf(body)) {
      alive();
      sensible(() => {
        for (const line of lines.push(piece)) this.#take(JSON.parse(line) as FleetMessage, place);
      });
      if (this.#signal.aborted) return;
    }
  }

  #take(message: FleetMessage, place: Place): void {
    if (message.event === "reset") throw new Broken("the hub begins anew", true);
    if (message.event === "frame") for (const event of message.records) this.#watcher.apply({ kind: "event", event });
    if (message.event === "frame" || message.event === "heartbeat") place.cursor = message.cursor;
  }

  async #ask(path: string, silence: Silence): Promise<FetchResponse> {
    const { url, token } = this.#address;
    const accept = path.startsWith("/api/v1/events") ? "application/x-ndjson" : "application/json";
    const answer = await this.#fetch(url.replace(/\/$/, "") + path, {
      ...{ method: "GET", headers: { accept, authorization: `Bearer ${token}` }, signal: silence.signal },
      ...{ redirect: "manual", cache: "no-store", credentials: "omit" },
    });
    silence.heard();
    const { status } = answer;
    if (status === 200) return answer;
    await dropBody(answer.body);
    if (status === 401) throw new Refused("the hub does not know this token");
    if (status === 403)
      throw new Refused("this token may not see the fleet: it needs the kind and the scope `machine`");
    // The place is no longer any, or never was one of this hub.
    throw new Broken(`the hub answered ${status}`, status >= 400 && status < 500 && status !== 429);
  }
}

async function pageOf(body: FetchResponse["body"], silence: Silence): Promise<FleetCatalog> {
  const decoder = new TextDecoder();
  let text = "";
  for await (const piece of piecesOf(body)) {
    silence.heard();
    text += decoder.decode(piece, { stream: true });
    if (text.length > MOST) throw new Broken(NONSENSE, true);
  }
  return sensible(() => {
    const page = JSON.parse(text) as FleetCatalog;
    // A list that is missing throws here, before anything is replaced.
    return { ...page, projects: [...page.projects], sessions: [...page.sessions], page: { ...page.page } };
  });
}

/** What `read` makes of the words of a hub. Other words than those of the contract end the connection, and the fleet is read anew. */
function sensible<Read>(read: () => Read): Read {
  try {
    return read();
  } catch (error) {
    throw error instanceof Broken ? error : new Broken(NONSENSE, true);
  }
}

/** The end of a connection of which nothing comes: it can stay open when its other side has gone. */
class Silence {
  readonly signal: AbortSignal;
  readonly #clock: Clock;
  readonly #own = new AbortController();
  #forget = (): void => {};

  constructor(clock: Clock, caller: AbortSignal) {
    this.#clock = clock;
    this.signal = AbortSignal.any([caller, this.#own.signal]);
    this.heard();
  }

  get isOver(): boolean {
    return this.#own.signal.aborted;
  }

  heard(): void {
    this.#forget();
    this.#forget = this.#clock.after(SILENCE, () => this.#own.abort());
  }

  end(): void {
    this.#forget();
  }
}
