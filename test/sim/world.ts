/**
 * A daemon, its clients, their network, its disk and its clocks in one thread, from a plan. First everything goes wrong that the plan says;
 * then nothing does any more, and all must agree. The same plan gives the same history.
 */
import { Disk } from "../ports/disk.js";
import { act } from "./acts.js";
import { type Agenda, actor } from "./agenda.js";
import { Chance } from "./chance.js";
import { Chronicle, type Outcome } from "./chronicle.js";
import type { ClientWorld } from "./clients.js";
import { Commander } from "./commander.js";
import { CANARY } from "./configuration.js";
import { Follower } from "./follower.js";
import { mistakesIn } from "./judge.js";
import { artifactsIn, entriesOn } from "./log.js";
import { Machine } from "./machine.js";
import { Model, NO_PROMPT } from "./model.js";
import { Network } from "./network.js";
import { COMMANDERS, FOLLOWERS, type Plan } from "./plan.js";
import { Storage } from "./storage.js";
import type { Epoch } from "./truth.js";

/** Milliseconds from the last action to the moment at which nothing goes wrong any more. */
const AFTERMATH = 10_000;

/** Milliseconds in which all must agree then. */
const PATIENCE = 1_800_000;

export function live(plan: Plan): Promise<Outcome> {
  const chronicle = new Chronicle();
  return chronicle.live(() => new World(plan, chronicle).run());
}

class World {
  readonly #chronicle: Chronicle;
  readonly #plan: Plan;
  readonly #agenda: Agenda;
  readonly #users = actor("users");
  readonly #network: Network;
  readonly #storage: Storage;
  readonly #model: Model;
  readonly #machine: Machine;
  readonly #followers: readonly Follower[];
  readonly #commanders: readonly Commander[];
  readonly #epochs: Epoch[] = [];
  /** The end of what each connection was sent, for secrets that are cut. */
  readonly #tails = new Map<number, string>();

  constructor(plan: Plan, chronicle: Chronicle) {
    this.#plan = plan;
    this.#chronicle = chronicle;
    this.#agenda = chronicle.agenda;
    const chance = new Chance(plan.seed);
    const { fail, tell } = chronicle;
    this.#network = new Network(chance.of("network"), {
      written: (connection, _, bytes) => this.#read(connection, bytes),
    });
    this.#storage = new Storage(new Disk(chance.of("disk").roll(2 ** 31)), chance.of("storage"), (path) =>
      fail(`a secret was written to ${path}`),
    );
    this.#storage.forbidden = [CANARY];
    this.#model = new Model({
      chance: chance.of("model"),
      asked: (name, times) => {
        tell(`model: asked for ${name}`);
        if (name === NO_PROMPT) fail("the model was asked without a prompt");
        else if (times > 1) fail(`the model was asked for ${name} again after a whole answer`);
      },
    });
    this.#machine = new Machine({
      ...{ agenda: this.#agenda, chance: chance.of("machine"), tell, fail },
      ...{ storage: this.#storage, network: this.#network, model: this.#model },
      begun: (epoch) => this.#epochs.push(epoch),
    });
    const clients: ClientWorld = {
      ...{ agenda: this.#agenda, network: this.#network, tell, fail },
      directory: this.#machine.paths.directory,
      readText: async (path) => Buffer.from(this.#storage.disk.bytes(path)).toString(),
      epochs: () => this.#epochs,
      later: (ms, run) => void this.#agenda.after(ms, this.#users, run),
    };
    this.#followers = Array.from({ length: FOLLOWERS }, (_, index) => {
      const name = `follower ${index + 1}`;
      const own = chance.of(name);
      const follower = new Follower(name, index === 0 ? "together" : "apart", clients, own);
      follower.slowness = own.pick([0, 5, 200, 2000]);
      follower.savesFailOneIn = own.pick([0, 0, 10]);
      return follower;
    });
    this.#commanders = Array.from({ length: COMMANDERS }, (_, index) => {
      const name = `commander ${index + 1}`;
      return new Commander(name, clients, chance.of(name));
    });
  }

  async run(): Promise<void> {
    const { seed, actions } = this.#plan;
    const weather = new Chance(seed).of("weather");
    this.#network.weather = { latency: weather.soon(500), stopsOneIn: weather.pick([0, 3, 6]) };
    this.#storage.slowness = weather.pick([0, 0, 5, 50]);
    this.#model.slowness = weather.pick([10, 400, 4000]);
    this.#machine.startSoon(0);
    for (const follower of this.#followers) follower.startSoon(weather.soon(3000));
    const parts = {
      ...{ agenda: this.#agenda, users: this.#users, machine: this.#machine, storage: this.#storage },
      ...{ network: this.#network, followers: this.#followers, commanders: this.#commanders },
      tell: this.#chronicle.tell,
      powerIsLost: () => this.#judge(),
    };
    for (const action of actions) this.#agenda.after(action.at, this.#users, () => act(action, parts));
    const last = (actions.at(-1)?.at ?? 0) + AFTERMATH;
    await this.#until(() => this.#agenda.now >= last, last + PATIENCE);
    this.#calm();
    await this.#until(() => this.#agrees(), this.#agenda.now + PATIENCE);
    this.#chronicle.tell("all agree");
    this.#judge();
    await this.#close();
  }

  #until(holds: () => boolean, latest: number): Promise<void> {
    return this.#chronicle.until(holds, latest, () => this.#disagreement());
  }

  /** From now on nothing goes wrong. Who sleeps wakes up in time: what is delayed must not be overtaken. */
  #calm(): void {
    this.#chronicle.tell("nothing goes wrong any more");
    this.#network.heal();
    this.#storage.recover();
    this.#storage.doom = undefined;
    this.#model.troubleOneIn = Number.POSITIVE_INFINITY;
  }

  #agrees(): boolean {
    return this.#disagreement() === undefined;
  }

  #disagreement(): string | undefined {
    const { epoch } = this.#machine;
    if (epoch === undefined) return "no daemon runs";
    if (epoch.state.turn.prompt_id !== undefined) return "a turn runs";
    if (epoch.state.queue.items.length > 0) return "an input waits";
    const commander = this.#commanders.find(({ isBusy }) => isBusy);
    if (commander !== undefined) return `${commander.name} waits for an answer`;
    const behind = this.#followers.find(
      ({ cursor, printed }) => cursor !== epoch.head || printed.length !== epoch.state.historyTotalItems,
    );
    return (
      behind && `${behind.name} is behind, with ${behind.printed.length} of ${epoch.state.historyTotalItems} items`
    );
  }

  #judge(): void {
    const entries = entriesOn(this.#storage.disk, this.#machine.paths.log);
    const commands = this.#commanders.flatMap(({ commands: own }) => own);
    for (const mistake of mistakesIn(entries, commands, this.#followers)) this.#chronicle.fail(mistake);
    for (const id of artifactsIn(entries))
      if (!this.#storage.disk.has(`${this.#machine.paths.attachments}/${id}`))
        this.#chronicle.fail(`the attachment ${id} is lost`);
  }

  /** Ends the clients and then the daemon; nothing may be left. */
  async #close(): Promise<void> {
    const unknown = this.#epochs.filter(({ isOver }) => !isOver).flatMap((epoch) => epoch.unknown);
    if (unknown.length > 0) this.#chronicle.fail("a follower has a cursor that never was");
    for (const follower of this.#followers) {
      follower.isKept = false;
      follower.stop();
    }
    for (const commander of this.#commanders) commander.kill();
    const { process } = this.#machine;
    this.#machine.isKept = false;
    const isQuiet = (): boolean => this.#followers.every((follower) => follower.process === undefined);
    await this.#until(isQuiet, this.#agenda.now + PATIENCE);
    await this.#until(() => this.#network.open === 0, this.#agenda.now + PATIENCE);
    this.#machine.terminate();
    await this.#until(() => this.#machine.process === undefined, this.#agenda.now + PATIENCE);
    if (process !== undefined && process.timers > 0)
      this.#chronicle.fail(`the daemon has left ${process.timers} timers`);
    if (this.#model.open > 0) this.#chronicle.fail(`the daemon has left ${this.#model.open} requests to the model`);
    this.#judge();
    for (const [path, text] of this.#storage.disk.image())
      if (text.includes(CANARY)) this.#chronicle.fail(`a secret is in ${path}`);
  }

  /** Looks at what the daemon sends: no secret may be in it. */
  #read(connection: number, bytes: Uint8Array): void {
    const text = (this.#tails.get(connection) ?? "") + Buffer.from(bytes).toString("latin1");
    if (text.includes(CANARY)) this.#chronicle.fail("a secret was sent");
    this.#tails.set(connection, text.slice(-CANARY.length));
  }
}
