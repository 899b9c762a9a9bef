/** A hub in the process of the test: it keeps a fleet and its events, and does what the test says to connections, epochs and snapshots. */
import type { FetchLike, FetchRequest, FetchResponse } from "../../src/agent/machine/interfaces/fetch.js";
import { applyFleetEvent, emptyFleet, type FleetState, type Hub, hub } from "../../src/agent/wire/client/index.js";
import { hubRoutes } from "../../src/generated/protocol/tables.js";
import type { FleetEventV1, FleetMessage, FleetProject, SessionRow } from "../../src/generated/protocol/types.js";
import { type Hasty, hasty } from "./hasty.js";

export const HUB = { url: "http://localhost:9/under", token: "of-the-hub" };

export interface Asked {
  readonly route: keyof typeof hubRoutes | "daemon" | "none";
  /** Below the base of the hub. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly request: FetchRequest;
}

type Answer = Response | FetchResponse;

/** Answers in the place of the hub; undefined leaves it to the hub. */
export type Script = (asked: Asked) => Answer | undefined | Promise<Answer | undefined>;

const AT = "2026-01-31T23:59:59.999Z";

export function refusal(code: string, status: number, retryAfterSeconds?: number): Response {
  const body = { code, message: `because of ${code}`, status, request_id: "r" };
  return Response.json(retryAfterSeconds === undefined ? body : { ...body, retry_after_seconds: retryAfterSeconds }, {
    status,
  });
}

export function project(id: string): FleetProject {
  return { project_id: id, name: id, session_count: 1 };
}

export function row(id: string, more: Partial<SessionRow> = {}): SessionRow {
  return {
    ...{ version: 1, session_id: id, project_id: "p", project: "/p", state: "idle", busy: false, attention: false },
    ...{ running: true, finalized: false, fresh: true, observed_at: AT, daemon_epoch: "d", cursor: "daemon-cursor" },
    ...{ catalog_revision: "1", history_total_items: 0, title: null, model: null, facet: null, queue_length: 0 },
    ...{ updated_at: AT, ...more },
  };
}

interface Stream {
  queue: Uint8Array[];
  isEnded: boolean;
  isCut: boolean;
  wake: () => void;
}

export class ScriptedHub {
  epoch = "epoch-1";
  /** The fleet as its events add up. */
  state: FleetState = emptyFleet();
  /** Entries on a page. */
  pageEntries = 200;
  script: Script = () => undefined;
  readonly asked: Asked[] = [];
  #events: FleetEventV1[] = [];
  /** Events that are no longer kept. */
  #dropped = 0;
  #snapshots = new Map<string, { readonly cursor: string; readonly entries: readonly (FleetProject | SessionRow)[] }>();
  #streams = new Set<Stream>();

  readonly fetch: FetchLike = async (url, request) => {
    const { pathname, searchParams } = new URL(url);
    const path = pathname.replace(/^\/under/, "");
    const asked: Asked = { route: routeOf(path, request.method), path, query: searchParams, request };
    this.asked.push(asked);
    return (await this.script(asked)) ?? this.#answer(asked);
  };

  get cursor(): string {
    return `${this.epoch}:${this.#dropped + this.#events.length}`;
  }

  /** Requests of one route so far. */
  count(route: Asked["route"]): number {
    return this.asked.filter((one) => one.route === route).length;
  }

  get open(): number {
    return this.#streams.size;
  }

  event(kind: string, more: object): FleetEventV1 {
    const cursor = `${this.epoch}:${this.#dropped + this.#events.length + 1}`;
    return { version: 1, kind, fleet_epoch: this.epoch, cursor, at: AT, ...more } as FleetEventV1;
  }

  /** A change of the fleet, which readers hear of. */
  push(kind: string, more: object): FleetEventV1 {
    const event = this.event(kind, more);
    this.#events.push(event);
    if (kind !== "of_tomorrow") applyFleetEvent(this.state, event);
    this.say(this.frame([event]));
    return event;
  }

  frame(records: readonly FleetEventV1[]): FleetMessage {
    const cursor = records.at(-1)?.cursor ?? this.cursor;
    return { event: "frame", version: 1, fleet_epoch: this.epoch, cursor, caught_up: true, records: [...records] };
  }

  heartbeat(cursor = this.cursor): FleetMessage {
    return { event: "heartbeat", version: 1, fleet_epoch: this.epoch, cursor, interval_seconds: 15 };
  }

  /** Says this to every reader. */
  say(message: unknown): void {
    for (const stream of this.#streams) {
      stream.queue.push(bytesOf(message));
      stream.wake();
    }
  }

  /** Ends every stream, as a hub does that stops or as a network does that breaks. */
  end(isCut: boolean): void {
    for (const stream of this.#streams) {
      [stream.isEnded, stream.isCut] = [true, isCut];
      stream.wake();
    }
    this.#streams.clear();
  }

  reset(): void {
    this.say({ event: "reset", version: 1, code: "reset_required" });
    this.end(false);
  }

  /** Another run of the hub: another epoch, the same sessions. */
  restart(): void {
    this.end(true);
    this.epoch = `epoch-${Number(this.epoch.slice(6)) + 1}`;
    this.#events = [];
    this.#dropped = 0;
    this.#snapshots.clear();
  }

  /** Drops the events so far from replay. */
  forget(): void {
    this.#dropped += this.#events.length;
    this.#events = [];
  }

  expireSnapshots(): void {
    this.#snapshots.clear();
  }

  #answer({ route, query, request }: Asked): Answer {
    if (request.headers["authorization"] !== `Bearer ${HUB.token}`) return refusal("unauthorized", 401);
    if (route === "catalog") return this.#catalog(query);
    if (route === "events") return this.#stream(query, request.signal);
    return refusal("not_found", 404);
  }

  #catalog(query: URLSearchParams): Answer {
    const token = query.get("snapshot") ?? `snapshot-${this.asked.length}`;
    if (!query.has("snapshot"))
      this.#snapshots.set(token, {
        cursor: this.cursor,
        entries: [...this.state.projects.values(), ...this.state.sessions.values()],
      });
    const snapshot = this.#snapshots.get(token);
    if (snapshot === undefined) return refusal("snapshot_expired", 410);
    const from = Number(query.get("page") ?? 0);
    const entries = snapshot.entries.slice(from, from + this.pageEntries);
    const next = from + this.pageEntries;
    return Response.json({
      ...{ version: 1, fleet_epoch: this.epoch, cursor: snapshot.cursor, features: ["fleet_catalog.v1", "new.v9"] },
      snapshot: token,
      projects: entries.filter((entry) => !("session_id" in entry)),
      sessions: entries.filter((entry) => "session_id" in entry),
      page: {
        next_page: next < snapshot.entries.length ? String(next) : null,
        total: snapshot.entries.length,
      },
    });
  }

  #stream(query: URLSearchParams, signal: AbortSignal): Answer {
    const expected = query.get("expected_epoch");
    if (expected !== null && expected !== this.epoch) return refusal("epoch_mismatch", 409);
    const [epoch, position] = (query.get("after") ?? "").split(":");
    if (epoch !== this.epoch) return refusal("invalid_cursor", 400);
    const at = Number(position) - this.#dropped;
    if (at < 0) return refusal("cursor_too_old", 410);
    const stream: Stream = {
      queue: [bytesOf(this.heartbeat(query.get("after") ?? ""))],
      ...{ isEnded: false, isCut: false, wake: () => {} },
    };
    if (at < this.#events.length) stream.queue.push(bytesOf(this.frame(this.#events.slice(at))));
    this.#streams.add(stream);
    signal.addEventListener("abort", () => stream.wake());
    return lines(this.#pieces(stream, signal));
  }

  async *#pieces(stream: Stream, signal: AbortSignal): AsyncGenerator<Uint8Array> {
    try {
      for (;;) {
        const piece = stream.queue.shift();
        if (piece !== undefined) yield piece;
        else if (stream.isCut || signal.aborted) throw Object.assign(new Error("cut"), { code: "ECONNRESET" });
        else if (stream.isEnded) return;
        else await new Promise<void>((resolve) => (stream.wake = resolve));
      }
    } finally {
      this.#streams.delete(stream);
    }
  }
}

/** The answer of a stream. */
export function lines(body: AsyncIterable<Uint8Array>): FetchResponse {
  return { status: 200, headers: { get: () => "application/x-ndjson" }, body };
}

export function bytesOf(message: unknown): Uint8Array {
  return new TextEncoder().encode(typeof message === "string" ? message : `${JSON.stringify(message)}\n`);
}

/** A hub and its client, whose waits are over at once. */
export function scripted(time: Hasty = hasty()): { readonly server: ScriptedHub; readonly client: Hub } {
  const server = new ScriptedHub();
  return { server, client: hub(HUB, { ...time, fetch: server.fetch }) };
}

function routeOf(path: string, method: string): Asked["route"] {
  if (/^\/api\/v1\/sessions\/[^/]+\/daemon\//.test(path)) return "daemon";
  for (const [name, route] of Object.entries(hubRoutes)) {
    const pattern = new RegExp(`^${route.path.replace(/\{\w+\}/g, "[^/]+")}$`);
    if (route.method === method && pattern.test(path)) return name as Asked["route"];
  }
  return "none";
}
