/** A client of a hub: the fleet, its sessions' daemons, and the history of stopped ones (spec 1, 4.2). */
import type { FleetMessage, HistoryItem, HistoryPage, SessionRow } from "../../../generated/protocol/types.js";
import { webClock, webFetch, webRandom } from "../../machine/interfaces/web.js";
import { applySteps } from "./apply-steps.js";
import { bytesOf, type Ranges } from "./attachment.js";
import { type CallOptions, type ClientOptions, Daemon } from "./daemon.js";
import { DaemonError } from "./errors.js";
import {
  catalogOf,
  checkedFleetPoint,
  type Fleet,
  type FleetApplying,
  type FleetChange,
  FleetCourse,
  type FleetKinds,
  type FleetPoint,
  SNAPSHOT_GONE,
} from "./fleet.js";
import { stepsOf } from "./follower.js";
import { itemsOf, pagesOf } from "./history.js";
import type { StreamFormat } from "./messages.js";
import { mayPass, patiently, type Timing } from "./patience.js";
import { type Address, fixedPlace, proxyPlace } from "./place.js";
import { type HubCalls, type HubWire, hubSurface } from "./surfaces.js";
import type { Capture, FleetCursor, FleetEpoch, Opaque } from "./tokens.js";
import { Wire } from "./wire.js";

export type HubOptions = Omit<ClientOptions, "readText">;

export interface FleetEventsOptions extends CallOptions {
  readonly after: FleetCursor;
  readonly expectedEpoch?: FleetEpoch;
  readonly format?: StreamFormat;
}

export interface FollowFleetOptions extends CallOptions {
  /** The last saved point of a program that saved the state of the fleet with it; undefined at the very first start. */
  readonly load?: () => Promise<FleetPoint | undefined> | FleetPoint | undefined;
  /** Saves a point, after its change was applied. */
  readonly save?: (point: FleetPoint) => Promise<void> | void;
  /** Applies a change. The next one is read from the connection after this call. */
  readonly apply: (change: FleetChange, about: FleetApplying) => Promise<void> | void;
  /** Milliseconds in a row that the hub may be unreachable (default 60,000). */
  readonly patience?: number;
}

/** Options of a read of history. */
export interface CaptureOptions extends CallOptions {
  /** The capture of an earlier page; by default a new one. */
  readonly checkpoint?: Capture | undefined;
}

/** A page of a history that no longer changes. */
export type CapturedPage = Omit<HistoryPage, "checkpoint"> & { readonly checkpoint: Capture };

/** Milliseconds that the hub may be unreachable. */
const PATIENCE = 60_000;

/** Calls of a hub; each rejects with a `ClientError`. Printing or serialising it never shows the token (C027). */
export class Hub {
  readonly #wire: HubWire;
  readonly #timing: Timing;
  readonly #daemonOf: (sessionId: string) => Daemon;
  /** Requests that change nothing are repeated until an answer comes, for half a minute. */
  readonly #reads: HubCalls;

  constructor(address: Address, { fetch = webFetch, clock = webClock, random = webRandom }: HubOptions = {}) {
    this.#wire = new Wire(hubSurface, fixedPlace(address, "hub"), fetch, clock);
    this.#timing = { clock, random };
    this.#daemonOf = (sessionId) => new Daemon(proxyPlace(address, sessionId), { fetch, clock, random });
    this.#reads = {
      call: (name, call) => patiently(this.#timing, call?.signal, () => this.#wire.call(name, call)),
    };
  }

  /** All present sessions and projects: all pages of one snapshot, starting over if the hub drops it. */
  catalog({ signal }: CallOptions = {}): Promise<Fleet> {
    const mayBegin = (error: unknown): boolean =>
      mayPass(error) || (error instanceof DaemonError && SNAPSHOT_GONE.includes(error.code));
    return patiently(this.#timing, signal, () => catalogOf(this.#wire, signal), mayBegin);
  }

  /** The messages of one connection after a cursor (P-S73). `followFleet` does the same over breaks. */
  async *events({ after, expectedEpoch, ...options }: FleetEventsOptions): AsyncIterable<Opaque<FleetMessage>> {
    const query = { after, ...(expectedEpoch === undefined ? {} : { expected_epoch: expectedEpoch }) };
    for await (const messages of this.#wire.events(query, options)) yield* messages;
  }

  /**
   * The fleet as changes in order, over broken connections and restarts of the hub. Resolves when the signal aborts. Rejects with a
   * `ClientError`; with the error of `load` or `apply`, before saving the point; and with `SaveFailed`.
   */
  async followFleet({
    load,
    save,
    apply,
    patience = PATIENCE,
    signal = new AbortController().signal,
  }: FollowFleetOptions): Promise<void> {
    const course = new FleetCourse(this.#wire, this.#timing, checkedFleetPoint(await load?.()), signal);
    const steps = stepsOf<FleetKinds>(course, this.#timing, { patience, signal });
    await applySteps<FleetChange, FleetPoint>(steps, { apply, save, signal, isResumed: load !== undefined });
  }

  /**
   * The daemon of a session, through the hub: its calls reject with `not_found` for a session that the hub does not know, and with
   * `daemon_unreachable` while it does not run.
   */
  session(sessionId: string): Daemon {
    return this.#daemonOf(sessionId);
  }

  /** The catalog's row of one session. */
  row(sessionId: string, { signal }: CallOptions = {}): Promise<Opaque<SessionRow>> {
    return this.#reads.call("session", { parameters: { session_id: sessionId }, signal });
  }

  /** Stops the daemon of a session in order. Resolves when it has begun to stop. */
  async stop(sessionId: string, { signal }: CallOptions = {}): Promise<void> {
    await this.#wire.call("stop", { parameters: { session_id: sessionId }, body: {}, signal });
  }

  /**
   * The items of a stopped session. `snapshot_expired` and `history_source_changed` end it: the items so far belong to a capture that no
   * longer exists, and a new read begins with the first item.
   */
  history(sessionId: string, options: CaptureOptions = {}): AsyncIterable<HistoryItem> {
    return itemsOf(this.pages(sessionId, options));
  }

  /** The same page by page, each with its capture. */
  pages(sessionId: string, { checkpoint, signal }: CaptureOptions = {}): AsyncIterable<CapturedPage> {
    return pagesOf((query) => this.#page(sessionId, query, signal), checkpoint);
  }

  /**
   * The bytes of an attachment of a stopped session, in pieces of at most 5 MiB. A new capture replaces an expired one; a session that has
   * changed ends the read with `history_source_changed`.
   */
  attachment(
    sessionId: string,
    artifactId: string,
    { checkpoint, signal }: CaptureOptions = {},
  ): AsyncIterable<Uint8Array> {
    const parameters = { session_id: sessionId, artifact_id: artifactId };
    const ranges: Ranges = {
      id: artifactId,
      range: (query) => this.#reads.call("attachment", { parameters, query, signal }),
      latest: async () => (await this.#page(sessionId, {}, signal)).checkpoint,
      isOver: ({ code }, isUntouched) =>
        code === "snapshot_expired" || (isUntouched && code === "history_source_changed"),
    };
    return bytesOf(ranges, checkpoint);
  }

  async #page(
    sessionId: string,
    query: Readonly<Record<string, string>>,
    signal: AbortSignal | undefined,
  ): Promise<CapturedPage> {
    const page: HistoryPage = await this.#reads.call("history", {
      parameters: { session_id: sessionId },
      query,
      signal,
    });
    return page as CapturedPage;
  }
}

/** A client of a hub (P-S68). It connects at the first call. Throws for an invalid address or token. */
export function hub(address: Address, options: HubOptions = {}): Hub {
  return new Hub(address, options);
}
