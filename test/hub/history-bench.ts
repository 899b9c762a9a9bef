/** Stopped sessions on a disk in memory, and a hub's history of them, asked without a wire. */
import { onTestFinished } from "vitest";
import { StoppedHistory } from "../../src/agent/fleet/hub/history/stopped-history.js";
import type { Files } from "../../src/agent/machine/interfaces/files.js";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import type { NewEntry } from "../../src/agent/session/store/log.js";
import { openSession } from "../../src/agent/session/store/open.js";
import type { SessionStore } from "../../src/agent/session/store/session.js";
import type { CaptureLimits } from "../../src/agent/wire/core/captures.js";
import { errorBody } from "../../src/agent/wire/protocol/codes.js";
import type { Route } from "../../src/agent/wire/protocol/routes.js";
import { TokenCodec } from "../../src/agent/wire/protocol/token.js";
import type { Handled } from "../../src/agent/wire/server/handlers.js";
import type { PageLimits } from "../../src/agent/wire/server/page-room.js";
import { limits } from "../../src/generated/protocol/tables.js";
import type { AttachmentChunk, HistoryItem, HistoryPage } from "../../src/generated/protocol/types.js";
import { TestExchange } from "../daemon/exchange.js";
import { seededRandom } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { itemEntry, Machine, STATE } from "../store/bench.js";

export { STATE };

export const SPOOL = `${STATE}/hub/spool`;

export const folderOf = (session: string): string => `${STATE}/sessions-v1/${session}`;

export interface WantedHistory {
  readonly disk?: Disk;
  readonly clock?: HandClock;
  readonly machine?: Machine;
  readonly epoch?: string;
  readonly limits?: Partial<CaptureLimits & PageLimits>;
  readonly files?: Files;
  readonly state?: string;
}

/** An answer as its caller has it. */
export interface Answered {
  readonly status: number;
  readonly text: string;
  readonly code: string | undefined;
  readonly retryAfter: number | undefined;
}

let pids = 0;

export class HistoryBench {
  readonly disk: Disk;
  readonly clock: HandClock;
  readonly machine: Machine;
  readonly log: string[] = [];
  readonly pid: number;
  readonly state: string;
  readonly stopped: StoppedHistory;
  readonly files: Files;

  constructor({ disk = new Disk(1), clock = new HandClock(), machine = new Machine(), ...wanted }: WantedHistory = {}) {
    [this.disk, this.clock, this.machine] = [disk, clock, machine];
    pids += 1;
    this.pid = pids;
    this.files = wanted.files ?? disk.files();
    this.state = wanted.state ?? STATE;
    this.stopped = new StoppedHistory({
      ...{ files: this.files, processes: machine.start(this.pid), random: seededRandom(this.pid), clock },
      ...{ log: logTo((line) => this.log.push(line), clock), state: this.state },
      ...{ codec: new TokenCodec(Buffer.alloc(32, 7)), epoch: wanted.epoch ?? `epoch${this.pid}` },
      limits: { ...limits, ...wanted.limits },
    });
  }

  /** A session that `fill` appends to; it ends in order, unless `end` says otherwise. */
  async session(
    sessionId: string,
    fill: (store: SessionStore) => Promise<unknown>,
    end: "stopped" | "crashed" | "running" = "stopped",
    segmentBytes?: number,
  ): Promise<SessionStore> {
    pids += 1;
    const store = await openSession({
      ...{ files: this.files, processes: this.machine.start(pids), random: seededRandom(pids), clock: this.clock },
      ...{ state: this.state, sessionId, segmentBytes },
      how: (await this.files.status(this.files.join(this.state, "sessions-v1", sessionId, "session.json")))
        ? { kind: "resume" }
        : { kind: "new", workingDirectory: "/work" },
    });
    await fill(store);
    if (end === "stopped") await store.finalize();
    if (end === "crashed") this.machine.alive.delete(pids);
    return store;
  }

  async items(sessionId: string, count: number, text?: (index: number) => string): Promise<void> {
    await this.session(sessionId, (store) =>
      Promise.all(Array.from({ length: count }, (_, index) => store.append(itemEntry(index, text?.(index))))),
    );
  }

  history(session_id: string, query: { checkpoint?: string; page?: string } = {}): Promise<Answered> {
    return answered(this.stopped.history({ parameters: { session_id }, query, body: undefined, headers: [] }));
  }

  attachment(
    session_id: string,
    artifact_id: string,
    query: { checkpoint?: string; offset?: string; length?: string },
  ): Promise<Answered> {
    const parameters = { session_id, artifact_id };
    return answered(this.stopped.attachment({ parameters, query, body: undefined, headers: [] }));
  }

  async page(session: string, query: { checkpoint?: string; page?: string } = {}): Promise<HistoryPage> {
    const answer = await this.history(session, query);
    if (answer.status !== 200) throw new Error(answer.text);
    return JSON.parse(answer.text) as HistoryPage;
  }

  /** All items, page by page. */
  async all(
    session: string,
  ): Promise<{ readonly items: readonly HistoryItem[]; readonly pages: readonly HistoryPage[] }> {
    const pages = [await this.page(session)];
    for (let last = pages[0]; last?.next_page != null; last = pages.at(-1))
      pages.push(await this.page(session, { checkpoint: last.checkpoint, page: last.next_page }));
    return { items: pages.flatMap(({ items }) => items), pages };
  }

  async bytes(session: string, id: string, checkpoint: string, offset = 0, length?: number): Promise<Buffer> {
    const more = length === undefined ? {} : { length: String(length) };
    const answer = await this.attachment(session, id, { checkpoint, offset: String(offset), ...more });
    if (answer.status !== 200) throw new Error(answer.text);
    return Buffer.from((JSON.parse(answer.text) as AttachmentChunk).data_base64, "base64");
  }

  /** Bytes of all captures on the disk. */
  spooled(): number {
    const files = [...this.disk.image()].filter(([path]) => path.startsWith(`${SPOOL}/`) && !/\.lock/.test(path));
    return files.reduce((sum, [, bytes]) => sum + bytes.length, 0);
  }
}

async function answered<Of extends Route>(handled: Handled<Of> | Promise<Handled<Of>>): Promise<Answered> {
  const answer = await handled;
  if ("refusal" in answer) {
    const { refusal } = answer;
    const text = JSON.stringify(errorBody(refusal, "0"));
    return { status: refusal.status, text, code: refusal.code, retryAfter: refusal.retryAfterSeconds };
  }
  const exchange = new TestExchange("");
  if ("stream" in answer) await answer.stream(exchange);
  const { length } = Buffer.concat(exchange.chunks);
  if (exchange.header("content-length") !== String(length)) throw new Error("another length than announced");
  return { status: exchange.status, text: exchange.text, code: undefined, retryAfter: undefined };
}

/** A hub that runs until the test ends. */
export async function historyBench(wanted: WantedHistory = {}): Promise<HistoryBench> {
  const bench = new HistoryBench(wanted);
  await bench.stopped.start();
  onTestFinished(() => bench.stopped.stop().catch(() => {}));
  return bench;
}

export const code = ({ status, code }: Answered): readonly unknown[] => [status, code];

/** An item that lists attachments. */
export function listing(index: number, attachments: readonly object[]): NewEntry {
  const entry = itemEntry(index);
  if (entry.t !== "item") throw new Error("no item");
  return { ...entry, item: { ...entry.item, attachments: [...attachments] } as HistoryItem };
}
