/** A daemon in the process of the test: a disk in memory, a clock that a test moves, and requests that need no wire. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import type { StartChild } from "../../src/agent/machine/interfaces/children.js";
import type { Exchange, Listen } from "../../src/agent/machine/interfaces/listen.js";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeChildren } from "../../src/agent/machine/node/children.js";
import { nodeConnect } from "../../src/agent/machine/node/connect.js";
import { nodeMatcher } from "../../src/agent/machine/node/matching.js";
import type { Daemon } from "../../src/agent/session/daemon/daemon.js";
import type { DaemonHost } from "../../src/agent/session/daemon/host.js";
import { type Start, startDaemon } from "../../src/agent/session/daemon/start.js";
import type { PageLimits } from "../../src/agent/wire/server/page-room.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { HistoryItem, HistoryPage, SyncSnapshot } from "../../src/generated/protocol/types.js";
import type { LoadOptions, WithheldValue } from "../../src/index.js";
import { seededRandom } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { treeOf } from "../ports/tree.js";
import { Machine } from "../store/bench.js";
import { type Asking, TestExchange } from "./exchange.js";

export const TOKEN = "0123456789abcdef".repeat(4);
export const STATE = "/state";
export const SESSION = "session-1";
const CREDENTIAL = "/credential.json";

export const OFFLINE = `version: 3
defaults: { full: echo }
providers:
  offline: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1/v1", protocol: test, auth: { type: no_auth } }
models:
  echo: { provider: offline, class: full, context_window: 128000, reasoning: { type: no_reasoning } }
`;

/** The session's folder is none of the real disk: no process can have a record there. */
export const unrecorded: StartChild = ({ record: _, ...options }) => nodeChildren(options);

export interface Wanted {
  readonly config?: string;
  readonly disk?: Disk;
  readonly session?: string;
  readonly resume?: boolean;
  readonly workingDirectory?: string;
  /** Milliseconds. */
  readonly idleTimeout?: number;
  /** Default: those of the contract. */
  readonly limits?: Partial<PageLimits>;
  /** What lies in the credential file; undefined for no file. */
  readonly credential?: string | undefined;
  readonly host?: Partial<DaemonHost>;
  /** How the configuration is loaded, beside the global file. */
  readonly load?: Partial<LoadOptions>;
}

let runs = 0;

export function credentialOf(token: string): string {
  return JSON.stringify({ version: 1, kind: "agent-daemon-credential", token });
}

/** A file of its own, gone with the test. */
export function configFile(text: string): string {
  const directory = mkdtempSync(join(tmpdir(), "agent-daemon-"));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  const file = join(directory, "config.yaml");
  writeFileSync(file, text);
  return file;
}

/** What a daemon is started with, and what it says of itself. */
export class Bench {
  readonly disk: Disk;
  readonly clock = new HandClock();
  readonly log: string[] = [];
  readonly file: string;
  readonly wanted: Wanted;
  answer: (exchange: Exchange) => void = () => {};
  /** Values of the project that do not count. */
  withheld: readonly WithheldValue[] = [];
  #daemon: Daemon | undefined;
  #waiting: (() => void)[] = [];

  constructor(wanted: Wanted = {}, file?: string) {
    this.wanted = wanted;
    this.disk = wanted.disk ?? new Disk(1);
    this.file = file ?? configFile(wanted.config ?? OFFLINE);
  }

  /** Every call is another process. */
  async start(wanted: Wanted = this.wanted): Promise<Start> {
    runs += 1;
    const files = this.disk.files();
    const credential = "credential" in wanted ? wanted.credential : credentialOf(TOKEN);
    if (credential !== undefined && (await files.status(CREDENTIAL)) === undefined) {
      const file = await files.open(CREDENTIAL, "create");
      await file.append(Buffer.from(credential));
      await file.sync();
      await files.syncDirectory("/");
    }
    const listen: Listen = async (options, answering) => {
      this.answer = answering.answer;
      const own = wanted.host?.listen;
      return own === undefined ? { url: "http://127.0.0.1:1", close: async () => {} } : own(options, answering);
    };
    const write = (line: string): void => {
      this.log.push(line);
      for (const go of this.#waiting.splice(0)) go();
    };
    const host: DaemonHost = {
      ...{ files, processes: new Machine().start(runs), clock: this.clock, random: seededRandom(runs) },
      ...{ tree: treeOf(this.disk), startMatcher: nodeMatcher },
      ...{
        connect: nodeConnect,
        startChild: unrecorded,
        endRecorded: async () => 0,
        env: { PATH: process.env["PATH"] },
        version: "0",
      },
      log: logTo(write, this.clock),
      ...wanted.host,
      listen,
    };
    const { workingDirectory = "/work" } = wanted;
    this.disk.folder(workingDirectory);
    const started = await startDaemon(
      {
        ...{ credentialFile: CREDENTIAL, stateDirectory: STATE, sessionId: wanted.session ?? SESSION },
        how: wanted.resume === true ? { kind: "resume" } : { kind: "new", workingDirectory },
        ...{ host: "127.0.0.1", port: 0, idleTimeout: wanted.idleTimeout },
        limits: { ...limits, ...wanted.limits },
        load: {
          globalFile: this.file,
          projectFile: false,
          env: { HOME: "/dev/null/home" },
          ...wanted.load,
        },
      },
      host,
    );
    if (started.kind === "ready") {
      this.#daemon = started.daemon;
      this.withheld = started.withheld;
      onTestFinished(() => started.daemon.stop("terminate"));
    }
    return started;
  }

  get daemon(): Daemon {
    if (this.#daemon === undefined) throw new Error("it does not run");
    return this.#daemon;
  }

  /** Another run of the same session on the same disk. */
  async again(): Promise<Bench> {
    const bench = new Bench({ ...this.wanted, disk: this.disk, resume: true }, this.file);
    await ready(bench);
    return bench;
  }

  /** Resolves when the log holds this. */
  async said(text: string): Promise<void> {
    while (!this.log.some((line) => line.includes(text)))
      await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }

  /** Sends a request; it is answered when it has ended, or never. */
  send(target: string, { headers = [], ...asking }: Asking = {}): TestExchange {
    const usual = [
      ["host", "127.0.0.1:1"],
      ["authorization", `Bearer ${TOKEN}`],
    ] as const;
    const own = new Set(headers.map(([name]) => name));
    const exchange = new TestExchange(target, {
      ...asking,
      headers: [...usual.filter(([name]) => !own.has(name)), ...headers],
    });
    this.answer(exchange);
    return exchange;
  }

  async get(target: string, asking: Asking = {}): Promise<TestExchange> {
    const exchange = this.send(target, asking);
    await exchange.until(({ isEnded }) => isEnded);
    return exchange;
  }

  post(target: string, body: unknown = {}): Promise<TestExchange> {
    return this.get(target, { method: "POST", body: typeof body === "string" ? body : JSON.stringify(body) });
  }

  delete(target: string, body?: unknown): Promise<TestExchange> {
    return this.get(target, { method: "DELETE", ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  }

  async sync(): Promise<SyncSnapshot> {
    return (await this.get("/sync")).json<SyncSnapshot>();
  }

  /** Follows the stream as lines, from now on or from a cursor. */
  async follow(after?: string): Promise<TestExchange> {
    return this.send(`/events?after=${after ?? (await this.sync()).cursor}`, {
      headers: [["accept", "application/x-ndjson"]],
    });
  }

  /** Sends a prompt and waits for the end of its turn. */
  async turn(content: string, more: object = {}): Promise<TestExchange> {
    const stream = await this.follow();
    const accepted = await this.post("/prompt", { content, ...more });
    if (accepted.status !== 202) throw new Error(accepted.text);
    await stream.until(({ records, isEnded }) => isEnded || records.some(({ kind }) => kind === "turn_finished"));
    stream.leave();
    return stream;
  }

  async history(): Promise<readonly HistoryItem[]> {
    const items: HistoryItem[] = [];
    let query = "";
    for (;;) {
      const page = (await this.get(`/history${query}`)).json<HistoryPage>();
      items.push(...page.items);
      if (page.next_page === null) return items;
      query = `?checkpoint=${page.checkpoint}&page=${page.next_page}`;
    }
  }
}

async function ready(bench: Bench): Promise<void> {
  const started = await bench.start();
  if (started.kind !== "ready") throw new Error(JSON.stringify(started));
}

/** A daemon that runs until the test ends. */
export async function running(wanted: Wanted = {}): Promise<Bench> {
  const bench = new Bench(wanted);
  await ready(bench);
  return bench;
}

/** Lets everything happen that is about to. */
export async function settled(rounds = 20): Promise<void> {
  for (let round = 0; round < rounds; round += 1) await new Promise<void>((resolve) => setImmediate(resolve));
}
