/** The hub of a simulated world, and somebody who starts it again whenever it has ended. It listens at one port for ever. */
import { createToken } from "../../../src/agent/fleet/hub/access/tokens.js";
import { CATALOG_LIMITS } from "../../../src/agent/fleet/hub/fleet/catalog.js";
import { type Hub, startHub } from "../../../src/agent/fleet/hub/start.js";
import { type Connect, ConnectError } from "../../../src/agent/machine/interfaces/connect.js";
import { type FetchLike, piecesOf } from "../../../src/agent/machine/interfaces/fetch.js";
import type { Answering } from "../../../src/agent/machine/interfaces/listen.js";
import { logTo } from "../../../src/agent/machine/interfaces/log.js";
import { Snapshots } from "../../../src/agent/wire/core/snapshots.js";
import { seededRandom } from "../../ports/chance.js";
import { actor } from "../agenda.js";
import { Process } from "../process.js";
import { STATE, type StationParts } from "./station.js";
import { type FleetEpoch, fleetWitness } from "./truth.js";

const PORT = 7000;
export const HUB_URL = `http://127.0.0.1:${PORT}`;

/** The number of a process is that of its run, beyond those of the daemons. */
const PIDS = 10_000;

/** A page of the catalog has so few entries that it has several pages. */
const PAGE_ENTRIES = 2;

export interface HubParts extends StationParts {
  /** Called with each run of the hub when it serves. */
  readonly begun: (epoch: FleetEpoch) => void;
  readonly fail: (message: string) => void;
}

export class HubKeeper {
  process: Process | undefined;
  epoch: FleetEpoch | undefined;
  token = "";
  isKept = true;
  readonly #parts: HubParts;
  readonly #keeper = actor("keeper of the hub");
  #hub: Hub | undefined;
  #runs = 0;

  constructor(parts: HubParts) {
    this.#parts = parts;
  }

  /** Makes the token of all clients. */
  async prepare(): Promise<void> {
    const { agenda, storage, wall, running } = this.#parts;
    const process = new Process("person", agenda, wall);
    const host = {
      files: storage.filesOf(process),
      random: seededRandom(1),
      clock: process.clock,
      processes: running.start(1),
    };
    this.token = (await createToken(host, STATE, { kind: "machine", scopes: ["machine"] })).token;
  }

  startSoon(ms: number): void {
    this.#parts.agenda.after(ms, this.#keeper, () => {
      if (this.isKept && this.process === undefined) void this.#start();
    });
  }

  stop(): void {
    void this.#hub?.stop();
  }

  async #start(): Promise<void> {
    const { agenda, network, storage, wall, running, chance, tell, fail } = this.#parts;
    this.#runs += 1;
    const run = this.#runs;
    const process = new Process("hub", agenda, wall);
    this.process = process;
    process.onEnd(() => this.#ended(run));
    const listen = network.listenOf(process);
    let answering: Answering | undefined;
    tell(`hub: run ${run} begins`);
    const started = await startHub(
      {
        ...{ stateDirectory: STATE, host: "127.0.0.1", port: PORT },
        names: { scheme: "http", names: [], isLocal: true },
        snapshots: new Snapshots({ ...CATALOG_LIMITS, pageEntries: PAGE_ENTRIES }),
      },
      {
        ...{ files: storage.filesOf(process), processes: running.start(PIDS + run), clock: process.clock },
        random: seededRandom(chance.of(`hub ${run}`).roll(2 ** 31)),
        listen: (options, server) => {
          answering = server;
          return listen(options, server);
        },
        connect: connectOver(network.fetchOf(process)),
        forward: () => {
          throw new Error("nobody asks the hub to pass a request on");
        },
        log: logTo((line) => tell(`hub log: ${line.trim()}`), process.clock),
      },
    );
    if (started.kind !== "ready" || answering === undefined) {
      fail(`the hub does not start: ${JSON.stringify(started)}`);
      return;
    }
    this.#hub = started.hub;
    // What is due at this moment still happens.
    void started.hub.stopped.then(() => process.later(1, () => process.kill()));
    this.epoch = await fleetWitness(answering, this.token, fail);
    this.#parts.begun(this.epoch);
  }

  #ended(run: number): void {
    this.#parts.running.alive.delete(PIDS + run);
    this.process = undefined;
    this.#hub = undefined;
    if (this.epoch !== undefined) this.epoch.isOver = true;
    this.epoch = undefined;
    this.#parts.tell(`hub: run ${run} has ended`);
    if (this.isKept) this.startSoon(this.#parts.chance.soon(20_000));
  }
}

/** The port for connections over a simulated `fetch`. */
function connectOver(fetch: FetchLike): Connect {
  return async ({ url, method, headers, signal }) => {
    const failed = (error: unknown): never => {
      if (signal.aborted) throw new ConnectError("aborted", "ABORT_ERR");
      throw new ConnectError("unreachable", error instanceof Error ? "ECONNRESET" : "UNKNOWN");
    };
    const response = await fetch(url, { method, headers: Object.fromEntries(headers), signal } as never).catch(failed);
    async function* body(): AsyncGenerator<Uint8Array> {
      try {
        yield* piecesOf(response.body);
      } catch (error) {
        failed(error);
      }
    }
    return { status: response.status, headers: [], body: body() };
  };
}
