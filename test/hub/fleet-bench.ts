/** A hub's fleet in the process of the test: sessions on a disk in memory, daemons as functions, a clock that a test moves, no wire. */
import { onTestFinished } from "vitest";
import { Catalog } from "../../src/agent/fleet/hub/fleet/catalog.js";
import { Fleet } from "../../src/agent/fleet/hub/fleet/fleet.js";
import { catalog, events, session } from "../../src/agent/fleet/hub/routes.js";
import { type Connect, ConnectError, type OutboundRequest } from "../../src/agent/machine/interfaces/connect.js";
import { type Files, replaceFile } from "../../src/agent/machine/interfaces/files.js";
import type { Headers } from "../../src/agent/machine/interfaces/listen.js";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { jsonBytes } from "../../src/agent/session/store/check.js";
import { announce } from "../../src/agent/session/store/open.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import { applyFleetEvent, emptyFleet, type FleetState } from "../../src/agent/wire/core/fleet.js";
import type { Route } from "../../src/agent/wire/protocol/routes.js";
import { TokenCodec } from "../../src/agent/wire/protocol/token.js";
import type { Handled } from "../../src/agent/wire/server/handlers.js";
import type { FleetCatalog, FleetEventV1, FleetMessage, SyncSummary } from "../../src/generated/protocol/types.js";
import { isFleetCatalog, isFleetMessage } from "../../src/generated/protocol/validators.js";
import { TestExchange } from "../daemon/exchange.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { Machine, STATE } from "../store/bench.js";

export const EPOCH = "e".repeat(32);
export const TOKEN = "the-bearer-of-a-daemon-in-these-tests";
export const AT = "2027-01-15T08:00:00.000Z";

/** What a daemon answers; a function sees the request; silent, or nothing: no answer until the request is given up. */
export type Answer =
  | { readonly status?: number; readonly body: string | Uint8Array }
  | "refuses"
  | "silent"
  | undefined
  | ((request: OutboundRequest) => Answer | Promise<Answer>);

export interface WantedFleet {
  readonly disk?: Disk;
  readonly clock?: HandClock;
  readonly machine?: Machine;
  readonly epoch?: string;
  readonly files?: (files: Files) => Files;
}

export function summaryOf(session_id: string, more: Partial<SyncSummary> = {}): SyncSummary {
  return {
    ...{ version: 1, daemon_epoch: `epoch-of-${session_id}`, session_id, state: "idle", busy: false },
    ...{ attention: false, cursor: "A".repeat(46), catalog_revision: "1", history_total_items: 0, title: null },
    ...{ project: "/elsewhere", model: "echo", facet: null, queue_length: 0, updated_at: AT, ...more },
  };
}

let pids = 1000;

export class FleetBench {
  readonly disk: Disk;
  readonly clock: HandClock;
  readonly machine: Machine;
  readonly fleet: Fleet;
  readonly log: string[] = [];
  /** By the name of the session. */
  readonly answers = new Map<string, Answer>();
  readonly asked: OutboundRequest[] = [];
  /** Requests under way. */
  open = 0;
  readonly #files: Files;
  readonly #catalog: ReturnType<typeof catalog>;
  readonly #events: ReturnType<typeof events>;

  constructor({ disk = new Disk(1), clock = new HandClock(), machine = new Machine(), ...wanted }: WantedFleet = {}) {
    [this.disk, this.clock, this.machine] = [disk, clock, machine];
    this.#files = disk.files();
    const processes = machine.start(1);
    const files = wanted.files?.(this.#files) ?? this.#files;
    this.fleet = new Fleet({
      ...{ files, processes, clock, state: STATE, epoch: wanted.epoch ?? EPOCH },
      ...{ codec: new TokenCodec(Buffer.alloc(32, 7)), log: logTo((line) => this.log.push(line), clock) },
      connect: (request) => this.#connect(request),
    });
    this.#catalog = catalog(new Catalog(this.fleet), clock);
    this.#events = events(this.fleet, clock);
  }

  /** Writes a file of a session. */
  async write(
    id: string,
    name: "session" | "final" | "lock" | "startup" | "credential",
    value: object | Uint8Array,
  ): Promise<void> {
    const paths = sessionPaths(this.#files.join, STATE, id);
    await this.#files.makeDirectory(paths.directory);
    await replaceFile(this.#files, paths[name], value instanceof Uint8Array ? value : jsonBytes(value));
  }

  /** The path of a credential that lies in no folder of a session. */
  async elsewhere(token: string): Promise<string> {
    await this.#files.makeDirectory("/elsewhere");
    await replaceFile(
      this.#files,
      "/elsewhere/c.json",
      jsonBytes({ version: 1, kind: "agent-daemon-credential", token }),
    );
    return "/elsewhere/c.json";
  }

  /** Tells the hub that a folder has changed, as daemons and commands do that take a session. */
  announce(): Promise<void> {
    return announce({ files: this.#files, state: STATE });
  }

  async remove(id: string, name: "session" | "final" | "lock"): Promise<void> {
    await this.#files.remove(sessionPaths(this.#files.join, STATE, id)[name]);
  }

  folder(id: string): string {
    return sessionPaths(this.#files.join, STATE, id).directory;
  }

  /** A session that crashed. */
  async crashed(id: string, working_directory = "/work"): Promise<void> {
    await this.write(id, "session", { version: 1, session_id: id, created_at: AT, working_directory });
  }

  async finalize(id: string, more: object = {}): Promise<void> {
    const about = { version: 1, session_id: id, finalized_at: AT, last_at: AT, title: `title of ${id}` };
    await this.write(id, "final", { ...about, total_items: 3, entries: 4, segments: [], ...more });
  }

  async stopped(id: string, working_directory?: string): Promise<void> {
    await this.crashed(id, working_directory);
    await this.finalize(id);
  }

  /** A daemon begins to serve a session; the number of its process. */
  async run(id: string, answer: Answer = answering(summaryOf(id)), epoch = `epoch-of-${id}`): Promise<number> {
    pids += 1;
    await this.crashed(id);
    await this.remove(id, "final");
    await this.write(id, "lock", { version: 1, ...this.machine.start(pids).self, token: "t" });
    const about = { version: 1, pid: pids, session_id: id, daemon_epoch: epoch, started_at: AT };
    await this.write(id, "startup", { ...about, state: "ready", url: `http://127.0.0.1/${id}` });
    await this.write(id, "credential", { version: 1, kind: "agent-daemon-credential", token: TOKEN });
    await this.announce();
    this.answers.set(id, answer);
    return pids;
  }

  /** The daemon of a session ends in order. */
  async end(id: string, pid: number): Promise<void> {
    await this.finalize(id);
    await this.remove(id, "lock");
    this.machine.alive.delete(pid);
  }

  /** Lets time pass, and everything happen at its moment. */
  async pass(ms: number): Promise<void> {
    for (let left = ms; ; ) {
      await this.settle();
      const step = Math.min(left, Math.max(0, this.clock.next ?? left));
      this.clock.pass(step);
      left -= step;
      if (left <= 0) break;
    }
    await this.settle();
  }

  /** Lets what is under way end without time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 8; turn += 1) await new Promise(setImmediate);
  }

  catalog(query: { snapshot?: string; page?: string } = {}): Promise<TestExchange> {
    return answered(this.#catalog({ parameters: {}, query, body: undefined, headers: [] }));
  }

  /** A reader of a catalog's first page that does not take it. */
  async stalledCatalog(): Promise<TestExchange> {
    const exchange = new TestExchange("");
    exchange.isTaking = false;
    const handled = await this.#catalog({ parameters: {}, query: {}, body: undefined, headers: [] });
    if ("stream" in handled) void handled.stream(exchange);
    return exchange;
  }

  async page(query: { snapshot?: string; page?: string } = {}): Promise<FleetCatalog> {
    const { text } = await this.catalog(query);
    const page = JSON.parse(text) as unknown;
    if (!isFleetCatalog(page)) throw new Error(`no page: ${text.slice(0, 300)}`);
    return page;
  }

  /** The rest of a catalog, from its first page on. */
  async rest(first: FleetCatalog): Promise<readonly FleetCatalog[]> {
    const pages = [first];
    for (let next = first.page.next_page; next !== null; next = pages.at(-1)?.page.next_page ?? null)
      pages.push(await this.page({ snapshot: first.snapshot, page: next }));
    return pages;
  }

  async all(): Promise<FleetState> {
    return stateOf(await this.rest(await this.page()));
  }

  session(session_id: string): Promise<TestExchange> {
    return answered(session(this.fleet)({ parameters: { session_id }, query: {}, body: undefined, headers: [] }));
  }

  /** A reader of the stream, as lines. */
  follow(query: { after?: string; expected_epoch?: string }, headers: Headers = []): Promise<TestExchange> {
    const accept = ["accept", "application/x-ndjson"] as const;
    return answered(this.#events({ parameters: {}, query, body: undefined, headers: [accept, ...headers] }));
  }

  /** The events after a cursor, in the hub's hands at this moment. */
  async eventsAfter(after: string): Promise<readonly FleetEventV1[]> {
    const reader = await this.follow({ after });
    if (reader.status !== 200) throw new Error(reader.text);
    reader.leave();
    return eventsIn(reader);
  }

  async #connect(request: OutboundRequest): ReturnType<Connect> {
    this.asked.push(request);
    this.open += 1;
    try {
      let answer = this.answers.get(new URL(request.url).pathname.split("/")[1] ?? "");
      while (typeof answer === "function") answer = await answer(request);
      if (answer === "refuses") throw new ConnectError("unreachable", "ECONNREFUSED");
      if (answer === undefined || answer === "silent") {
        await new Promise<void>((resolve) => request.signal.addEventListener("abort", () => resolve()));
        throw new ConnectError("aborted", "ABORTED");
      }
      const bytes = Buffer.from(answer.body);
      const body = async function* () {
        for (let at = 0; at < bytes.length; at += 4096) yield bytes.subarray(at, at + 4096);
      };
      return { status: answer.status ?? 200, headers: [], body: body() };
    } finally {
      this.open -= 1;
    }
  }
}

export function answering(summary: object): Answer {
  return { body: JSON.stringify(summary) };
}

export function stateOf(pages: readonly FleetCatalog[]): FleetState {
  const state = emptyFleet();
  for (const { projects, sessions } of pages) {
    for (const project of projects) state.projects.set(project.project_id, project);
    for (const row of sessions) state.sessions.set(row.session_id, row);
  }
  return state;
}

export function folded(state: FleetState, all: readonly FleetEventV1[]): FleetState {
  const after = { projects: new Map(state.projects), sessions: new Map(state.sessions) };
  for (const event of all) applyFleetEvent(after, event);
  return after;
}

/** A fleet without the times of observation, which no event tells. */
export function unobserved({ projects, sessions }: FleetState): object {
  const byId = ([a]: readonly [string, object], [b]: readonly [string, object]): number => (a < b ? -1 : 1);
  const rows = [...sessions].map(([id, row]) => [id, { ...row, observed_at: undefined }] as const);
  return { projects: [...projects].sort(byId), sessions: rows.sort(byId) };
}

/** The messages of a stream so far, each of which must be one of the contract. */
export function messagesOf({ text }: TestExchange): readonly FleetMessage[] {
  const lines = text.split("\n").slice(0, -1);
  return lines.map((line) => {
    const message = JSON.parse(line) as unknown;
    if (!isFleetMessage(message)) throw new Error(`no message: ${line.slice(0, 300)}`);
    return message;
  });
}

export function eventsIn(exchange: TestExchange): readonly FleetEventV1[] {
  return messagesOf(exchange).flatMap((message) => (message.event === "frame" ? message.records : []));
}

/** What an answer is, as its caller has it: a refusal has its code in the text. */
async function answered<Of extends Route>(handled: Handled<Of> | Promise<Handled<Of>>): Promise<TestExchange> {
  const [answer, exchange] = [await handled, new TestExchange("")];
  if ("stream" in answer) void answer.stream(exchange);
  else if ("refusal" in answer) {
    const { code, status, retryAfterSeconds } = answer.refusal;
    exchange.head(status, retryAfterSeconds === undefined ? [] : [["retry-after", String(retryAfterSeconds)]]);
    exchange.end(code);
  } else {
    exchange.head(200, []);
    exchange.end(JSON.stringify("body" in answer ? answer.body : undefined));
  }
  await new Promise(setImmediate);
  return exchange;
}

/** A fleet that runs until the test ends; `before` prepares its disk. */
export async function fleetBench(
  wanted: WantedFleet = {},
  before: (bench: FleetBench) => Promise<unknown> = async () => {},
): Promise<FleetBench> {
  const bench = new FleetBench(wanted);
  await before(bench);
  await bench.fleet.start();
  await bench.settle();
  onTestFinished(() => bench.fleet.stop());
  return bench;
}
