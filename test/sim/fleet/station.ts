/** A session whose daemon only tells its summary: what a hub sees of one. It starts, changes, answers badly, and ends in order or at once. */

import { replaceFile } from "../../../src/agent/machine/interfaces/files.js";
import type { Answering, Exchange } from "../../../src/agent/machine/interfaces/listen.js";
import { jsonBytes, readJson } from "../../../src/agent/session/store/check.js";
import { makeCredential } from "../../../src/agent/session/store/credential.js";
import { writeFinal } from "../../../src/agent/session/store/finalize.js";
import { type Lock, takeLock } from "../../../src/agent/session/store/lock.js";
import { announce } from "../../../src/agent/session/store/open.js";
import { type SessionPaths, sessionPaths } from "../../../src/agent/session/store/paths.js";
import { writeStartup } from "../../../src/agent/session/store/startup.js";
import type { SyncSummary } from "../../../src/generated/protocol/types.js";
import { seededRandom } from "../../ports/chance.js";
import type { Machine as Running } from "../../store/bench.js";
import type { Agenda } from "../agenda.js";
import type { Chance } from "../chance.js";
import type { Network } from "../network.js";
import { Process, type WallClock } from "../process.js";
import type { Storage } from "../storage.js";

export type Mood = "good" | "silent" | "slow" | "garbage" | "other-session" | "other-run" | "long";

export const STATE = "/state";

export interface StationParts {
  readonly agenda: Agenda;
  readonly network: Network;
  readonly storage: Storage;
  readonly wall: WallClock;
  readonly running: Running;
  readonly chance: Chance;
  readonly tell: (line: string) => void;
}

/** What is true of a session. */
export interface Truth {
  readonly state: "idle" | "awaiting_input" | "stopped" | "crashed" | undefined;
  /** Undefined where the hub may or may not know it. */
  readonly title: string | null | undefined;
  readonly epoch: string | null;
}

let pids = 100;

export class Station {
  readonly id: string;
  readonly paths: SessionPaths;
  mood: Mood = "good";
  process: Process | undefined;
  /** The moment of the last good answer. */
  answeredAt = Number.NEGATIVE_INFINITY;
  /** The moment from which the last run can be asked. */
  readyAt = Number.NEGATIVE_INFINITY;
  readonly #parts: StationParts;
  #lock: Lock | undefined;
  #isBusy = false;
  #runs = 0;
  #epoch = "";
  #title: string | null = null;
  #isWaiting = false;
  /** Resolves when the titles of this run so far are written. */
  #keeping: Promise<void> = Promise.resolve();
  #isThere = false;
  #isFinalized = false;

  constructor(id: string, parts: StationParts) {
    this.id = id;
    this.paths = sessionPaths((...names) => names.join("/"), STATE, id);
    this.#parts = parts;
  }

  /** The epoch of the last run. */
  get epoch(): string {
    return this.#epoch;
  }

  /** What a hub must come to say; undefined while that changes. */
  get truth(): Truth | undefined {
    if (this.#isBusy) return undefined;
    if (!this.#isThere) return { state: undefined, title: null, epoch: null };
    if (this.process === undefined)
      return {
        state: this.#isFinalized ? "stopped" : "crashed",
        title: this.#isFinalized ? this.#title : this.#titleOnDisk(),
        epoch: null,
      };
    return { state: this.#isWaiting ? "awaiting_input" : "idle", title: this.#title, epoch: this.#epoch };
  }

  /** Nothing changes in a session that does not run. */
  change(title: string, isWaiting: boolean): void {
    if (this.process === undefined) return;
    this.#title = title;
    this.#isWaiting = isWaiting;
    this.#keep(this.process);
  }

  /** Writes the title to `session.json`, as a daemon does; a kill may come before. */
  #keep(process: Process): void {
    const files = this.#parts.storage.filesOf(process);
    const title = this.#title;
    this.#keeping = this.#keeping
      .then(async () => {
        const file: unknown = await readJson(files, this.paths.session);
        if (title !== null) await replaceFile(files, this.paths.session, jsonBytes({ ...(file as object), title }));
      })
      .catch(() => {});
  }

  /** Undefined without one: a hub may know it of a summary. */
  #titleOnDisk(): string | undefined {
    const bytes = this.#parts.storage.disk.bytes(this.paths.session);
    return (JSON.parse(Buffer.from(bytes).toString()) as { readonly title?: string }).title;
  }

  async start(): Promise<void> {
    if (this.process !== undefined || this.#isBusy) return;
    this.#isBusy = true;
    const { agenda, network, storage, wall, running, chance, tell } = this.#parts;
    this.#runs += 1;
    pids += 1;
    const pid = pids;
    const process = new Process(this.id, agenda, wall);
    this.process = process;
    process.onEnd(() => {
      running.alive.delete(pid);
      this.process = undefined;
      this.#isBusy = false;
    });
    const files = storage.filesOf(process);
    const random = seededRandom(chance.of(`run ${this.#runs}`).roll(2 ** 31));
    tell(`${this.id}: starts`);
    await files.makeDirectory(this.paths.directory);
    this.#lock = await takeLock({ files, random, processes: running.start(pid) }, this.paths.lock);
    await announce({ files, state: STATE });
    await files.remove(this.paths.final);
    this.#isFinalized = false;
    const time = (): string => new Date(process.clock.now()).toISOString();
    if ((await files.status(this.paths.session)) === undefined) {
      const session = {
        version: 1,
        session_id: this.id,
        created_at: time(),
        working_directory: `/projects/${this.id.slice(-1)}`,
      };
      await replaceFile(files, this.paths.session, jsonBytes(session));
    }
    this.#isThere = true;
    const token = await makeCredential(files, random, this.paths.credential);
    this.#epoch = `epoch-${this.#runs}-of-${this.id}`;
    const { url } = await network.listenOf(process)({ port: 0 } as never, this.#answering(token, process, time));
    await writeStartup(files, this.paths.startup, {
      ...{ version: 1, state: "ready", pid, url, session_id: this.id, daemon_epoch: this.#epoch, started_at: time() },
    });
    this.#keeping = Promise.resolve();
    this.#keep(process);
    this.#isBusy = false;
    this.readyAt = agenda.now;
  }

  /** Ends at once. */
  kill(): void {
    this.process?.kill();
  }

  /** Ends in order: `final.json` is written, then the lock is released. */
  async stop(): Promise<void> {
    const { process } = this;
    if (process === undefined || this.#isBusy) return;
    this.#isBusy = true;
    await this.#keeping;
    await this.finalize(process);
    await this.#lock?.release();
    process.kill();
  }

  /** Writes `final.json`, as a person may for a session that has crashed. */
  async finalize(process = new Process("person", this.#parts.agenda, this.#parts.wall)): Promise<void> {
    if (!this.#isThere || (this.process !== undefined && this.process !== process)) return;
    const at = new Date(process.clock.now()).toISOString();
    const files = this.#parts.storage.filesOf(process);
    await announce({ files, state: STATE });
    await writeFinal(files, this.paths.final, {
      ...{ version: 1, session_id: this.id, finalized_at: at, title: this.#title, last_at: at },
      ...{ total_items: 0, entries: 0, segments: [] },
    });
    this.#isFinalized = true;
  }

  /** Somebody removes the folder of a session that does not run. */
  remove(): void {
    if (!this.#isThere || this.process !== undefined || this.#isBusy) return;
    this.#parts.storage.disk.move(this.paths.directory);
    this.#isThere = false;
  }

  #answering(token: string, process: Process, time: () => string): Answering {
    const answer = (exchange: Exchange): void => {
      const isOwn = exchange.headers.some(([name, value]) => name === "authorization" && value === `Bearer ${token}`);
      if (!isOwn || exchange.target !== "/sync/summary") {
        send(exchange, isOwn ? 404 : 401, "{}");
        return;
      }
      if (this.mood === "silent") return;
      const reply = (): void => {
        if (this.mood === "good" || this.mood === "slow") this.answeredAt = this.#parts.agenda.now;
        send(exchange, 200, this.#reply(time()));
      };
      if (this.mood === "slow") process.later(this.#parts.chance.from(2000, 4000), reply);
      else reply();
    };
    return { answer, unreadable: () => ({ status: 400, headers: [], text: "{}" }) };
  }

  #reply(at: string): string {
    const state = this.#isWaiting ? "awaiting_input" : "idle";
    const summary: SyncSummary = {
      ...{ version: 1, daemon_epoch: this.#epoch, session_id: this.id, state, busy: this.#isWaiting },
      ...{ attention: this.#isWaiting, cursor: `cursor ${this.#title}`, catalog_revision: "0", history_total_items: 0 },
      ...{
        title: this.#title,
        project: "/projects",
        model: null,
        facet: null,
        queue_length: 0,
        updated_at: at.replace(/:\d\d\..*/, ":00.000Z"),
      },
    };
    switch (this.mood) {
      case "garbage":
        return JSON.stringify(summary).slice(0, -5);
      case "other-session":
        return JSON.stringify({ ...summary, session_id: "another" });
      case "other-run":
        return JSON.stringify({ ...summary, daemon_epoch: "another" });
      case "long":
        return JSON.stringify({ ...summary, more: "x".repeat(20_000) });
      default:
        return JSON.stringify(summary);
    }
  }
}

function send(exchange: Exchange, status: number, text: string): void {
  exchange.head(status, [
    ["content-type", "application/json"],
    ["content-length", String(text.length)],
  ]);
  exchange.end(text);
}
