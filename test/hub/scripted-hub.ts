/** A hub that a test writes: the page, a catalog and a stream of events, over real connections that can be cut. */
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import { PAGE_FILE, pageOf } from "../../src/agent/fleet/hub/page.js";
import { applyFleetEvent, type FleetState } from "../../src/agent/wire/core/fleet.js";
import type { FleetEventV1, FleetProject, SessionRow } from "../../src/generated/protocol/types.js";
import { FLEET_EPOCH } from "./twenty.js";

export const TOKEN = "token-of-the-hub";

type Head = "version" | "fleet_epoch" | "cursor" | "at";
type Told = FleetEventV1 extends infer Each ? (Each extends FleetEventV1 ? Omit<Each, Head> : never) : never;

export class ScriptedHub {
  readonly #server: Server;
  readonly #fleet: FleetState;
  readonly #streams = new Set<ServerResponse>();
  readonly #lines: string[] = [];
  #epoch = FLEET_EPOCH;
  #port = 0;
  /** Requests, as method, path and query. */
  readonly asked: string[] = [];
  /** The answer to all requests below `/api`, where it is not the usual one. */
  refuses: number | undefined;
  /** The token that is let in; undefined for any. */
  token: string | undefined = TOKEN;
  /** The credentials that came, each once. */
  readonly bearers = new Set<string>();
  /** Entries on a page of the catalog. */
  pageSize = 7;

  constructor(projects: readonly FleetProject[], sessions: readonly SessionRow[]) {
    this.#fleet = {
      projects: new Map(projects.map((one) => [one.project_id, one])),
      sessions: new Map(sessions.map((one) => [one.session_id, one])),
    };
    this.#server = createServer((asked, answer) => this.#answer(asked, answer));
  }

  /** A hub that listens until the test ends. */
  static async start(projects: readonly FleetProject[], sessions: readonly SessionRow[]): Promise<ScriptedHub> {
    const hub = new ScriptedHub(projects, sessions);
    await hub.listen();
    onTestFinished(() => hub.stop());
    return hub;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** On the same port as before. */
  async listen(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(this.#port, "127.0.0.1", resolve));
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  /** Nothing listens, and every connection ends. */
  async stop(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Ends every connection in the middle of what it carries. */
  cut(): void {
    this.#server.closeAllConnections();
  }

  tell(...events: readonly Told[]): void {
    for (const event of events) {
      const cursor = `c${this.#lines.length + 1}`;
      const head = { version: 1, fleet_epoch: this.#epoch, cursor };
      const whole = { ...head, at: "2026-11-25T12:00:01.000Z", ...event } as FleetEventV1;
      applyFleetEvent(this.#fleet, whole);
      this.#lines.push(`${JSON.stringify({ event: "frame", ...head, caught_up: true, records: [whole] })}\n`);
    }
    for (const stream of this.#streams) stream.write(this.#lines.slice(-events.length).join(""));
  }

  upsert(session: SessionRow): void {
    this.tell({ kind: "session_upserted", session });
  }

  /** The stream ends with `reset`, and cursors of before are no more. */
  reset(): void {
    this.#epoch = "a".repeat(32);
    this.say({ event: "reset", version: 1, code: "reset_required" });
    for (const stream of this.#streams) stream.end();
  }

  /** One line of the stream, whatever it is. */
  say(line: unknown): void {
    for (const stream of this.#streams) stream.write(`${typeof line === "string" ? line : JSON.stringify(line)}\n`);
  }

  #answer(asked: IncomingMessage, answer: ServerResponse): void {
    const { pathname, searchParams } = new URL(asked.url ?? "/", this.url);
    this.asked.push(`${asked.method} ${asked.url}`);
    if (pathname === "/") {
      const { headers, bytes } = pageOf(readFileSync(PAGE_FILE, "utf8"));
      for (const [name, value] of headers) answer.setHeader(name, value);
      answer.end(bytes);
      return;
    }
    const bearer = asked.headers.authorization ?? "";
    this.bearers.add(bearer);
    const isKnown = this.token === undefined || bearer === `Bearer ${this.token}`;
    const status = isKnown ? this.refuses : 401;
    if (status !== undefined) refuse(answer, status);
    else if (pathname === "/api/v1/catalog") this.#catalog(searchParams, answer);
    else if (pathname === "/api/v1/events") this.#events(searchParams, answer);
    else refuse(answer, 404);
  }

  #catalog(query: URLSearchParams, answer: ServerResponse): void {
    const from = Number(query.get("page") ?? 0);
    const { projects, sessions } = this.#fleet;
    const all = [...sessions.values()];
    const next = from + this.pageSize;
    const page = {
      ...{ version: 1, fleet_epoch: this.#epoch, cursor: `c${this.#lines.length}`, features: [], snapshot: "s" },
      ...{ projects: from === 0 ? [...projects.values()] : [], sessions: all.slice(from, next) },
      page: { next_page: next < all.length ? String(next) : null, total: projects.size + all.length },
    };
    answer.setHeader("content-type", "application/json").end(JSON.stringify(page));
  }

  #events(query: URLSearchParams, answer: ServerResponse): void {
    if (query.get("expected_epoch") !== this.#epoch) {
      refuse(answer, 409);
      return;
    }
    const from = Number(query.get("after")?.slice(1));
    answer.setHeader("content-type", "application/x-ndjson");
    const head = { version: 1, fleet_epoch: this.#epoch, cursor: `c${from}` };
    answer.write(`${JSON.stringify({ event: "heartbeat", ...head, interval_seconds: 15 })}\n`);
    answer.write(this.#lines.slice(from).join(""));
    this.#streams.add(answer);
    answer.on("close", () => this.#streams.delete(answer));
  }
}

const CODES = new Map([
  [401, "unauthorized"],
  [403, "insufficient_scope"],
  [409, "epoch_mismatch"],
]);

function refuse(answer: ServerResponse, status: number): void {
  const code = CODES.get(status) ?? "not_found";
  answer.writeHead(status, { "content-type": "application/json" });
  answer.end(JSON.stringify({ code, message: "no", status, request_id: "r" }));
}
