/**
 * A program that follows the session with the SDK, prints each finished item, and keeps its place on a disk of its own. It may end at any
 * moment and is started again. What it applies is compared with the truth.
 */

import {
  type Applying,
  type Change,
  ClientError,
  daemon,
  fold,
  NotRunning,
  type Point,
  SaveFailed,
  type SessionState,
  stateOf,
  Unreachable,
} from "../../src/agent/wire/client/index.js";
import { canonicalJson } from "../../src/agent/wire/protocol/canonical.js";
import type { HistoryItem } from "../../src/generated/protocol/types.js";
import { seededRandom } from "../ports/chance.js";
import type { Chance } from "./chance.js";
import type { ClientWorld } from "./clients.js";
import { Process, WallClock } from "./process.js";

/** `together`: an item and the place after it are kept in one step. `apart`: the item first, the place with `save`. */
export type Keeping = "together" | "apart";

/** What the program has on its disk. */
interface Kept {
  readonly point: string;
  /** The state that its own fold has come to; undefined before the first snapshot. */
  readonly state: SessionState | undefined;
}

export class Follower {
  readonly name: string;
  readonly printed: HistoryItem[] = [];
  process: Process | undefined;
  /** The place of the running program. */
  cursor: string | undefined;
  /** Most milliseconds that it takes for a change. */
  slowness = 0;
  /** One in so many savings fails; 0: none. */
  savesFailOneIn = 0;
  isKept = true;
  readonly #world: ClientWorld;
  readonly #chance: Chance;
  readonly #keeping: Keeping;
  readonly #wall = new WallClock();
  #kept: Kept | undefined;
  #runs = 0;
  #state: SessionState | undefined;
  #epoch: string | undefined;

  constructor(name: string, keeping: Keeping, world: ClientWorld, chance: Chance) {
    this.name = name;
    this.#world = world;
    this.#chance = chance;
    this.#keeping = keeping;
  }

  startSoon(ms: number): void {
    this.#world.later(ms, () => {
      if (this.isKept && this.process === undefined) this.#start();
    });
  }

  /** Ends the program in order. */
  stop: () => void = () => {};

  #start(): void {
    const { agenda, network, readText, tell, fail, directory } = this.#world;
    this.#runs += 1;
    const process = new Process(this.name, agenda, this.#wall);
    this.process = process;
    process.onEnd(() => this.#ended());
    this.#state = this.#kept?.state;
    const ending = new AbortController();
    this.stop = () => ending.abort();
    const chance = this.#chance.of(`run ${this.#runs}`);
    const client = daemon(
      { sessionDirectory: directory },
      {
        ...{ fetch: network.fetchOf(process), clock: process.clock, random: seededRandom(chance.roll(2 ** 31)) },
        readText: (path) => process.hears(readText(path)),
      },
    );
    let isFirst = true;
    const following = client.follow({
      load: async () => {
        const point = this.#kept && (JSON.parse(this.#kept.point) as Point);
        this.cursor = point?.stream?.cursor;
        this.#epoch = point?.stream?.daemon_epoch;
        return point;
      },
      apply: async (change, about) => {
        const ms = chance.soon(this.slowness);
        if (ms > 0) await later(process, ms);
        if (about.mayBeRepeated && !isFirst) fail(`${this.name}: a later change may be repeated`);
        isFirst = false;
        this.#apply(change, about);
        if (this.#keeping === "together") this.#keep(about.point);
        else if (this.slowness > 0) await later(process, chance.soon(20));
      },
      save: async (point) => {
        if (this.#keeping === "together") return;
        if (this.savesFailOneIn > 0 && chance.oneIn(this.savesFailOneIn)) throw new Error("no room is left");
        const ms = chance.soon(this.slowness);
        if (ms > 0) await later(process, ms);
        this.#keep(point);
      },
      patience: 30_000,
      signal: ending.signal,
    });
    following.then(
      () => this.#over(process, "has heard the end of the session"),
      (error) => {
        if (!process.isRunning) return;
        if (error instanceof SaveFailed) this.#keep(error.point);
        else if (!(error instanceof NotRunning || error instanceof Unreachable))
          fail(
            `${this.name}: ${error instanceof ClientError ? error.code : error} ${error instanceof Error ? error.stack : ""}`,
          );
        this.#over(process, error instanceof ClientError ? error.code : String(error));
      },
    );
    tell(`${this.name}: run ${this.#runs} begins after ${this.printed.length} items`);
  }

  #over(process: Process, why: string): void {
    if (!process.isRunning) return;
    this.#world.tell(`${this.name}: ${why}`);
    if (process.timers > 0) this.#world.fail(`${this.name} has ended, and left ${process.timers} timers`);
    process.kill();
  }

  #ended(): void {
    this.process = undefined;
    if (this.isKept) this.startSoon(this.#chance.soon(8000));
  }

  #keep(point: Point): void {
    const { isRunning = false } = this.process ?? {};
    if (isRunning) this.#kept = { point: JSON.stringify(point), state: this.#state };
  }

  #apply(change: Change, { mayBeRepeated, point }: Applying): void {
    const { fail } = this.#world;
    if (change.kind === "snapshot") {
      const { daemon_epoch: epoch, cursor } = change.snapshot;
      this.#epoch = epoch;
      this.#state = stateOf(change.snapshot);
      this.cursor = cursor;
      this.#compare(cursor, undefined, undefined);
      return;
    }
    if (change.kind === "item") this.#print(change.item, mayBeRepeated);
    const { record } = change;
    if (record === undefined) return;
    if (record.daemon_epoch !== this.#epoch) fail(`${this.name}: a record of another epoch (${record.kind})`);
    const before = this.cursor;
    this.#state = this.#state && fold(this.#state, record);
    this.cursor = record.cursor;
    if (point.stream?.cursor !== record.cursor) fail(`${this.name}: the point is not that of its record`);
    this.#compare(record.cursor, canonicalJson(record), mayBeRepeated ? undefined : before);
  }

  /** The replica is what the daemon had at this cursor, and the record is the one after the record before. */
  #compare(cursor: string, record: string | undefined, before: string | undefined): void {
    const { fail, epochs } = this.#world;
    const epoch = epochs().find(({ name }) => name === this.#epoch);
    if (epoch === undefined) {
      fail(`${this.name}: an epoch that never was`);
      return;
    }
    const state = this.#state && canonicalJson(this.#state);
    epoch.when(cursor, (known) => {
      if (record !== undefined && known.record !== undefined && known.record !== record)
        fail(`${this.name}: another record than the daemon's`);
      if (record !== undefined && before !== undefined && known.before !== undefined && known.before !== before)
        fail(`${this.name}: a record was left out or came twice before ${record}`);
      if (state !== undefined && known.state !== state)
        fail(`${this.name}: another state than the daemon's: ${state} instead of ${known.state}`);
    });
  }

  #print(item: HistoryItem, mayBeRepeated: boolean): void {
    const { fail, tell } = this.#world;
    const next = this.printed.length;
    if (mayBeRepeated && this.#keeping === "apart" && item.index === next - 1) {
      if (canonicalJson(this.printed.at(-1)) !== canonicalJson(item))
        fail(`${this.name}: item ${item.index} has changed`);
      return;
    }
    if (item.index !== next) fail(`${this.name}: item ${item.index} comes where ${next} should`);
    this.printed.push(item);
    tell(`${this.name}: item ${item.index}, ${item.kind}: ${item.text?.slice(0, 40) ?? ""}`);
  }
}

function later(process: Process, ms: number): Promise<void> {
  return new Promise((resolve) => process.later(ms, resolve));
}
