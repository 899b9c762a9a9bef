/** The simulated network: servers at ports, and clients that reach them with `fetch`. */

import type { FetchLike } from "../../src/agent/machine/interfaces/fetch.js";
import type { Answering, Listen } from "../../src/agent/machine/interfaces/listen.js";
import type { Chance } from "./chance.js";
import { Connection, type Fate } from "./connection.js";
import type { Process } from "./process.js";

/** What the network is like. */
export interface Weather {
  /** Most milliseconds that bytes are on their way. */
  readonly latency: number;
  /** One in so many connections stops; 0: none. */
  readonly stopsOneIn: number;
}

const CALM: Weather = { latency: 20, stopsOneIn: 0 };

/** A server that listens. */
interface Served {
  readonly process: Process;
  readonly answering: Answering;
  readonly connections: Set<Connection>;
  told: (() => void) | undefined;
}

interface Heard {
  /** Called with all bytes that a server writes to a path, in its order, one call for each write. */
  readonly written: (connection: number, target: string, bytes: Uint8Array) => void;
}

export class Network {
  weather: Weather = CALM;
  readonly #chance: Chance;
  readonly #heard: Heard;
  readonly #served = new Map<number, Served>();
  readonly #open = new Set<Connection>();
  #ports = 4000;
  #connections = 0;

  constructor(chance: Chance, heard: Heard) {
    this.#chance = chance;
    this.#heard = heard;
  }

  /** Connections with a side that has not ended. */
  get open(): number {
    return this.#open.size;
  }

  listenOf(process: Process): Listen {
    return async ({ port: wanted }, answering) => {
      this.#ports += 1;
      const port = wanted === 0 ? this.#ports : wanted;
      const served: Served = { process, answering, connections: new Set(), told: undefined };
      this.#served.set(port, served);
      process.onEnd(() => {
        // Another process may listen there by now.
        if (this.#served.get(port) === served) this.#served.delete(port);
      });
      return {
        url: `http://127.0.0.1:${port}`,
        close: (destroy) => {
          this.#served.delete(port);
          if (destroy) for (const connection of served.connections) connection.cut(true);
          return new Promise((resolve) => {
            const before = served.told;
            served.told = () => {
              before?.();
              resolve();
            };
            if (served.connections.size === 0) served.told();
          });
        },
      };
    };
  }

  /** `fetch` of a client. */
  fetchOf(client: Process): FetchLike {
    return (url, { method, headers, body = "", signal }) => {
      if (!client.isRunning) return new Promise(() => {});
      const { port, pathname, search } = new URL(url);
      this.#connections += 1;
      const number = this.#connections;
      const chance = this.#chance.of(`connection ${number}`);
      const target = `${pathname}${search}`;
      let served: Served | undefined;
      const leave = (): void => connection.leave(signal.reason);
      const connection = new Connection({
        ...{ chance, client, fate: this.#fateOf(chance) },
        asked: { method, target, headers: [["host", "127.0.0.1"], ...Object.entries(headers)], body },
        tap: (bytes) => this.#heard.written(number, target, bytes),
        over: () => {
          signal.removeEventListener("abort", leave);
          this.#open.delete(connection);
          served?.connections.delete(connection);
          if (served?.connections.size === 0) served.told?.();
        },
      });
      this.#open.add(connection);
      const reach = (exchange: Parameters<Answering["answer"]>[0]): Process | undefined => {
        served = this.#served.get(Number(port));
        if (served === undefined) return undefined;
        served.connections.add(connection);
        const { answering, process } = served;
        queueMicrotask(() => process.isRunning && answering.answer(exchange));
        return process;
      };
      if (signal.aborted) leave();
      else signal.addEventListener("abort", leave, { once: true });
      return client.hears(
        connection.send(reach).then(({ status, headers: answered }) => {
          const lines = new Map(answered);
          return { status, headers: { get: (name) => lines.get(name.toLowerCase()) ?? null }, body: connection.body() };
        }),
      );
    };
  }

  /** All open connections break, or become half open. */
  cut(isSeen: boolean): void {
    for (const connection of [...this.#open]) connection.cut(isSeen);
  }

  /** The same for those of a process that is about to end. */
  lose(process: Process): void {
    for (const connection of [...this.#open]) if (connection.server === process) connection.cut(false);
  }

  /** From now on nothing goes wrong, and what was half open ends. */
  heal(): void {
    this.weather = CALM;
    for (const connection of [...this.#open]) connection.heal();
  }

  #fateOf(chance: Chance): Fate {
    const { latency, stopsOneIn } = this.weather;
    const stops = stopsOneIn > 0 && chance.oneIn(stopsOneIn);
    return {
      latency,
      stop: stops ? chance.pick(["request", "body", "answer", "answer", "answer"]) : "nowhere",
      after: chance.soon(6000),
      isSeen: !chance.oneIn(4),
    };
  }
}
