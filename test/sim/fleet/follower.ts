/** A program that follows the fleet with the SDK and keeps its place. It may end at any moment and is started again. What it applies is compared with the truth. */
import {
  applyFleetEvent,
  ClientError,
  emptyFleet,
  type FleetApplying,
  type FleetChange,
  type FleetPoint,
  type FleetState,
  hub,
  Unreachable,
} from "../../../src/agent/wire/client/index.js";
import { canonicalJson } from "../../../src/agent/wire/protocol/canonical.js";
import type { FleetEventV1 } from "../../../src/generated/protocol/types.js";
import { seededRandom } from "../../ports/chance.js";
import type { Agenda } from "../agenda.js";
import type { Chance } from "../chance.js";
import type { Network } from "../network.js";
import { Process, WallClock } from "../process.js";
import { HUB_URL } from "./hub.js";
import { type FleetEpoch, fill, written } from "./truth.js";

export interface FollowerWorld {
  readonly agenda: Agenda;
  readonly network: Network;
  readonly token: () => string;
  readonly epochs: () => readonly FleetEpoch[];
  readonly later: (ms: number, run: () => void) => void;
  readonly tell: (line: string) => void;
  readonly fail: (message: string) => void;
}

export class FleetFollower {
  readonly name: string;
  process: Process | undefined;
  cursor: string | undefined;
  isKept = true;
  /** Events and catalogs that it applied. */
  applied = { events: 0, catalogs: 0 };
  readonly #world: FollowerWorld;
  readonly #chance: Chance;
  readonly #wall = new WallClock();
  #state: FleetState = emptyFleet();
  #epoch: string | undefined;
  #kept: { readonly point: string; readonly state: FleetState } | undefined;
  #runs = 0;

  constructor(name: string, world: FollowerWorld, chance: Chance) {
    this.name = name;
    this.#world = world;
    this.#chance = chance;
  }

  /** What it has come to, as text. */
  get fleet(): string {
    return written(this.#state);
  }

  startSoon(ms: number): void {
    this.#world.later(ms, () => {
      if (this.isKept && this.process === undefined) this.#start();
    });
  }

  /** Ends the program in order. */
  stop: () => void = () => {};

  #start(): void {
    const { agenda, network, tell, fail, token } = this.#world;
    this.#runs += 1;
    const process = new Process(this.name, agenda, this.#wall);
    this.process = process;
    process.onEnd(() => this.#ended());
    this.#state = copied(this.#kept?.state ?? emptyFleet());
    const ending = new AbortController();
    this.stop = () => ending.abort();
    const chance = this.#chance.of(`run ${this.#runs}`);
    const client = hub(
      { url: HUB_URL, token: token() },
      { fetch: network.fetchOf(process), clock: process.clock, random: seededRandom(chance.roll(2 ** 31)) },
    );
    tell(`${this.name}: run ${this.#runs} begins`);
    const following = client.followFleet({
      load: () => {
        const point = this.#kept && (JSON.parse(this.#kept.point) as FleetPoint);
        this.cursor = point?.cursor;
        this.#epoch = point?.fleet_epoch;
        return point;
      },
      apply: (change, about) => this.#apply(change, about),
      // Keeps what it has come to together with its place.
      save: (point) => {
        if (process.isRunning) this.#kept = { point: JSON.stringify(point), state: copied(this.#state) };
      },
      patience: 30_000,
      signal: ending.signal,
    });
    following.then(
      () => this.#over(process, "has ended"),
      (error) => {
        if (!process.isRunning) return;
        if (!(error instanceof Unreachable))
          fail(
            `${this.name}: ${error instanceof ClientError ? error.code : error} ${error instanceof Error ? error.stack : ""}`,
          );
        this.#over(process, "gives up");
      },
    );
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

  #apply(change: FleetChange, { point, mayBeRepeated }: FleetApplying): void {
    const before = this.cursor;
    if (change.kind === "catalog") {
      this.#state = emptyFleet();
      fill(this.#state, change.catalog as never);
      this.applied.catalogs += 1;
      this.#epoch = point.fleet_epoch;
    } else {
      // Types of tokens are for the compiler alone.
      const event = change.event as unknown as FleetEventV1;
      if (event.fleet_epoch !== this.#epoch) this.#world.fail(`${this.name}: an event of another epoch`);
      applyFleetEvent(this.#state, event);
      this.applied.events += 1;
    }
    this.cursor = point.cursor;
    const event = change.kind === "event" ? canonicalJson(change.event) : undefined;
    this.#compare(point.cursor, event, mayBeRepeated ? undefined : before);
  }

  /** Its fleet is what the hub had at this cursor, and the event is the one after the event before. */
  #compare(cursor: string, event: string | undefined, before: string | undefined): void {
    const { epochs, fail } = this.#world;
    const [mine, name] = [this.fleet, this.name];
    const check = (epoch: FleetEpoch): void =>
      epoch.when(cursor, (known) => {
        if (known.fleet !== mine) fail(`${name}: its fleet is not that of the hub at ${cursor}`);
        if (event === undefined) return;
        if (known.event !== event) fail(`${name}: the event is not the hub's`);
        if (before !== undefined && known.before !== before) fail(`${name}: events are missing or come again`);
      });
    const there = epochs().find((epoch) => epoch.name === this.#epoch);
    if (there !== undefined) check(there);
  }
}

function copied({ projects, sessions }: FleetState): FleetState {
  return { projects: new Map(projects), sessions: new Map(sessions) };
}
