/**
 * A hub, five daemons, two clients, their network and their clocks in one thread, from a plan. First everything goes wrong that the plan says;
 * then nothing does any more, and the hub must say what is true, and the clients what the hub says.
 */
import { limits } from "../../../src/generated/protocol/tables.js";
import { Disk } from "../../ports/disk.js";
import { Machine as Running } from "../../store/bench.js";
import { type Agenda, actor } from "../agenda.js";
import { Chance } from "../chance.js";
import { Chronicle, type Outcome } from "../chronicle.js";
import { Network } from "../network.js";
import { WallClock } from "../process.js";
import { Storage } from "../storage.js";
import { FleetFollower } from "./follower.js";
import { HubKeeper } from "./hub.js";
import { FLEET_FOLLOWERS, type FleetPlan, type FleetPlanned, STATIONS } from "./plan.js";
import { STATE, Station } from "./station.js";
import type { FleetEpoch } from "./truth.js";
import { written } from "./truth.js";

/** Milliseconds from the last action to the moment at which nothing goes wrong any more. */
const AFTERMATH = 10_000;

/** Milliseconds in which all must agree then. */
const PATIENCE = 600_000;

/** Milliseconds that a hub may take to see something. */
const SLACK = 8000;

export function liveFleet(plan: FleetPlan): Promise<Outcome> {
  const chronicle = new Chronicle();
  return chronicle.live(() => new World(plan, chronicle).run());
}

class World {
  readonly #chronicle: Chronicle;
  readonly #plan: FleetPlan;
  readonly #agenda: Agenda;
  readonly #users = actor("users");
  readonly #wall = new WallClock();
  readonly #network: Network;
  readonly #storage: Storage;
  readonly #hub: HubKeeper;
  readonly #stations: readonly Station[];
  readonly #followers: readonly FleetFollower[];
  readonly #epochs: FleetEpoch[] = [];
  #isLooking = true;

  constructor(plan: FleetPlan, chronicle: Chronicle) {
    this.#plan = plan;
    this.#chronicle = chronicle;
    this.#agenda = chronicle.agenda;
    const chance = new Chance(plan.seed).of("fleet");
    const { fail, tell } = chronicle;
    this.#network = new Network(chance.of("network"), { written: () => {} });
    this.#storage = new Storage(new Disk(chance.of("disk").roll(2 ** 31)), chance.of("storage"), () => {});
    const parts = {
      ...{ agenda: this.#agenda, network: this.#network, storage: this.#storage, wall: this.#wall, tell },
      running: new Running(),
    };
    this.#hub = new HubKeeper({
      ...{ ...parts, chance: chance.of("hub"), fail },
      begun: (epoch) => this.#epochs.push(epoch),
    });
    this.#stations = Array.from({ length: STATIONS }, (_, index) => {
      const id = `session-${index + 1}`;
      return new Station(id, { ...parts, chance: chance.of(id) });
    });
    const clients = {
      ...{ agenda: this.#agenda, network: this.#network, tell, fail, token: () => this.#hub.token },
      epochs: () => this.#epochs,
      later: (ms: number, run: () => void) => void this.#agenda.after(ms, this.#users, run),
    };
    this.#followers = Array.from({ length: FLEET_FOLLOWERS }, (_, index) => {
      const name = `follower ${index + 1}`;
      return new FleetFollower(name, clients, chance.of(name));
    });
  }

  async run(): Promise<void> {
    const { seed, actions } = this.#plan;
    const weather = new Chance(seed).of("fleet weather");
    this.#network.weather = { latency: weather.soon(500), stopsOneIn: weather.pick([0, 3, 6]) };
    await this.#storage.disk.files().makeDirectory(STATE);
    await this.#hub.prepare();
    this.#hub.startSoon(weather.soon(3000));
    for (const follower of this.#followers) follower.startSoon(weather.soon(5000));
    this.#lookSoon();
    for (const action of actions) this.#agenda.after(action.at, this.#users, () => this.#act(action));
    const last = (actions.at(-1)?.at ?? 0) + AFTERMATH;
    await this.#until(() => this.#agenda.now >= last, last + PATIENCE);
    this.#chronicle.tell("nothing goes wrong any more");
    this.#network.heal();
    for (const station of this.#stations) station.mood = "good";
    await this.#until(() => this.#disagreement() === undefined, this.#agenda.now + PATIENCE);
    this.#chronicle.tell("all agree");
    await this.#close();
  }

  /** Looks every second at what the hub says, while it is awake. */
  #lookSoon(): void {
    this.#agenda.after(1000, this.#users, () => {
      const { process, epoch } = this.#hub;
      const { now } = this.#agenda;
      const isAwake = process !== undefined && now - process.actor.asleepUntil > SLACK;
      if (isAwake && epoch !== undefined) for (const lie of this.#liesIn(epoch, now)) this.#chronicle.fail(lie);
      if (this.#isLooking) this.#lookSoon();
    });
  }

  /** Rows that say what is long over. */
  #liesIn({ state: { sessions } }: FleetEpoch, now: number): readonly string[] {
    return this.#stations.flatMap(({ id, epoch, readyAt, answeredAt }) => {
      const row = sessions.get(id);
      if (row?.running !== true) return [];
      const isOld = row.daemon_epoch !== null && row.daemon_epoch !== epoch && now - readyAt > SLACK;
      const isStale = row.fresh && now - answeredAt > limits.observerFresh + SLACK;
      return [
        ...(isOld ? [`the row of ${id} is of an earlier run`] : []),
        ...(isStale ? [`the row of ${id} is not fresh`] : []),
      ];
    });
  }

  #act(action: FleetPlanned): void {
    const { at: _, kind, ...facts } = action;
    this.#chronicle.tell(
      `plan: ${[kind, ...Object.entries(facts).map(([name, value]) => `${name}=${JSON.stringify(value)}`)].join(" ")}`,
    );
    const station = "station" in action ? this.#stations[action.station] : undefined;
    switch (action.kind) {
      case "change":
        station?.change(action.title, action.isWaiting);
        break;
      case "start":
        void station?.start();
        break;
      case "end":
        if (action.isInOrder) void station?.stop();
        else station?.kill();
        break;
      case "finalize":
        void station?.finalize();
        break;
      case "remove":
        station?.remove();
        break;
      case "mood":
        if (station === undefined) break;
        station.mood = action.mood;
        this.#agenda.after(action.ms, this.#users, () => {
          station.mood = "good";
        });
        break;
      case "end-hub":
        if (action.isInOrder) this.#hub.stop();
        else this.#hub.process?.kill();
        break;
      case "end-follower":
        this.#followers[action.follower]?.process?.kill();
        break;
      case "suspend": {
        const process = action.whom === 0 ? this.#hub.process : this.#followers[action.whom - 1]?.process;
        process?.sleep(action.ms);
        break;
      }
      case "cut":
        this.#network.cut(action.isSeen);
        break;
      case "weather":
        this.#network.weather = action;
        break;
      case "clock":
        this.#wall.jump(action.ms);
    }
  }

  #until(holds: () => boolean, latest: number): Promise<void> {
    return this.#chronicle.until(holds, latest, () => this.#disagreement());
  }

  #disagreement(): string | undefined {
    const { epoch } = this.#hub;
    if (epoch === undefined) return "no hub runs";
    const { sessions } = epoch.state;
    for (const { id, truth } of this.#stations) {
      if (truth === undefined) return `${id} is about to change`;
      const row = sessions.get(id);
      const isTrue =
        row === undefined
          ? truth.state === undefined
          : row.state === truth.state &&
            (truth.title === undefined || row.title === truth.title) &&
            row.daemon_epoch === truth.epoch &&
            row.fresh;
      if (!isTrue) return `${id} is ${JSON.stringify(truth)}, and its row ${JSON.stringify(row)}`;
    }
    const behind = this.#followers.find(({ cursor, fleet }) => cursor !== epoch.head || fleet !== written(epoch.state));
    return behind && `${behind.name} is behind`;
  }

  /** Ends the clients and then the hub; nothing may be left. */
  async #close(): Promise<void> {
    this.#isLooking = false;
    const unknown = this.#epochs.filter(({ isOver }) => !isOver).flatMap((epoch) => epoch.unknown);
    if (unknown.length > 0) this.#chronicle.fail("a follower has a cursor that never was");
    for (const follower of this.#followers) {
      follower.isKept = false;
      follower.stop();
    }
    await this.#until(() => this.#followers.every(({ process }) => process === undefined), this.#agenda.now + PATIENCE);
    const { process } = this.#hub;
    this.#hub.isKept = false;
    this.#hub.stop();
    await this.#until(() => this.#hub.process === undefined, this.#agenda.now + PATIENCE);
    if (process !== undefined && process.timers > 0) this.#chronicle.fail(`the hub has left ${process.timers} timers`);
    await this.#until(() => this.#network.open === 0, this.#agenda.now + PATIENCE);
    for (const path of this.#storage.disk.image().keys())
      if (path.startsWith(`${STATE}/hub/spool/`)) this.#chronicle.fail(`the hub has left ${path}`);
  }
}
