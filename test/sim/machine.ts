/** The machine of the daemon: its disk, its process, and somebody who starts the daemon again whenever it has ended (`agent new`, `agent continue`). */

import { FileError } from "../../src/agent/machine/interfaces/files.js";
import type { Answering } from "../../src/agent/machine/interfaces/listen.js";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeMatcher } from "../../src/agent/machine/node/matching.js";
import type { Daemon } from "../../src/agent/session/daemon/daemon.js";
import { startDaemon } from "../../src/agent/session/daemon/start.js";
import { makeCredential } from "../../src/agent/session/store/credential.js";
import { type SessionPaths, sessionPaths } from "../../src/agent/session/store/paths.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { seededRandom } from "../ports/chance.js";
import { treeOf } from "../ports/tree.js";
import { Machine as Running } from "../store/bench.js";
import { type Agenda, actor } from "./agenda.js";
import type { Chance } from "./chance.js";
import { LOAD } from "./configuration.js";
import type { Model } from "./model.js";
import type { Network } from "./network.js";
import { Process, WallClock } from "./process.js";
import type { Storage } from "./storage.js";
import { type Epoch, witness } from "./truth.js";

const STATE = "/state";
const SESSION = "session-1";

/** A page of history has so few items that sessions have many pages. */
const PAGE_ITEMS = 4;

export interface MachineParts {
  readonly agenda: Agenda;
  readonly chance: Chance;
  readonly storage: Storage;
  readonly network: Network;
  readonly model: Model;
  /** Called with each run of the daemon when it serves. */
  readonly begun: (epoch: Epoch) => void;
  readonly tell: (line: string) => void;
  /** Called with something that must not be. */
  readonly fail: (message: string) => void;
}

export class Machine {
  readonly wall = new WallClock();
  readonly paths: SessionPaths = sessionPaths((...parts) => parts.join("/"), STATE, SESSION);
  process: Process | undefined;
  daemon: Daemon | undefined;
  epoch: Epoch | undefined;
  /** Whether a daemon that has ended is started again. */
  isKept = true;
  readonly #parts: MachineParts;
  readonly #running = new Running();
  readonly #keeper = actor("keeper");
  #runs = 0;

  constructor(parts: MachineParts) {
    this.#parts = parts;
  }

  /** Starts a daemon later. */
  startSoon(ms: number): void {
    this.#parts.agenda.after(ms, this.#keeper, () => {
      if (this.isKept && this.process === undefined) void this.#start();
    });
  }

  /** Ends the process at once; `isPowerLoss`: what was not synced is lost, and the connections tell nobody. */
  end(isPowerLoss: boolean): void {
    const { process } = this;
    const { network, storage } = this.#parts;
    if (process !== undefined && isPowerLoss) network.lose(process);
    process?.kill();
    if (isPowerLoss) storage.disk.crash();
    else storage.disk.kill();
  }

  /** Ends it in order. */
  terminate(): void {
    void this.daemon?.stop("terminate");
  }

  async #start(): Promise<void> {
    const { agenda, chance, storage, network, model, tell, fail } = this.#parts;
    this.#runs += 1;
    const run = this.#runs;
    const process = new Process("daemon", agenda, this.wall);
    this.process = process;
    process.onEnd(() => this.#ended(run));
    storage.disk.folder("/work");
    const files = storage.filesOf(process);
    const random = seededRandom(chance.of(`run ${run}`).roll(2 ** 31));
    let answering: Answering | undefined;
    const listen = network.listenOf(process);
    try {
      const resume = (await files.status(this.paths.session)) !== undefined;
      tell(`daemon: run ${run} ${resume ? "continues" : "begins"} the session`);
      await files.makeDirectory(this.paths.directory);
      const token = await makeCredential(files, random, this.paths.credential);
      const started = await startDaemon(
        {
          ...{ credentialFile: this.paths.credential, stateDirectory: STATE, sessionId: SESSION },
          how: resume ? { kind: "resume" } : { kind: "new", workingDirectory: "/work" },
          ...{ host: "127.0.0.1", port: 0, load: LOAD },
          limits: { ...limits, historyPageItems: PAGE_ITEMS },
        },
        {
          ...{ files, random, clock: process.clock, processes: this.#running.start(run) },
          ...{ connect: model.connectOf(process), tree: treeOf(storage.disk), startMatcher: nodeMatcher },
          startChild: () => Promise.reject(new Error("ENOENT")),
          endRecorded: async () => 0,
          ...{ env: {}, version: "0" },
          listen: (options, server) => {
            answering = server;
            return listen(options, server);
          },
          log: logTo((line) => tell(`daemon log: ${line.trim()}`), process.clock),
        },
      );
      if (started.kind !== "ready" || answering === undefined) {
        if (started.kind !== "failed" || started.code !== "storage_unavailable")
          fail(`the daemon does not start: ${JSON.stringify(started)}`);
        tell("daemon: the disk does not let it start");
        return process.kill();
      }
      this.daemon = started.daemon;
      // What is due at this moment still happens.
      void started.daemon.stopped.then(() => process.later(1, () => process.kill()));
      this.epoch = await witness(answering, token, fail);
      this.#parts.begun(this.epoch);
    } catch (error) {
      if (!(error instanceof FileError))
        fail(`the daemon does not start: ${error instanceof Error ? error.stack : error}`);
      tell("daemon: the disk does not let it start");
      process.kill();
    }
  }

  #ended(run: number): void {
    this.#running.alive.delete(run);
    this.process = undefined;
    this.daemon = undefined;
    if (this.epoch !== undefined) this.epoch.isOver = true;
    this.epoch = undefined;
    this.#parts.tell(`daemon: run ${run} has ended`);
    if (this.isKept) this.startSoon(this.#parts.chance.soon(20_000));
  }
}
