/** A server as others see it (spec 2.7): its state and tools, and the news of each change. It holds nothing of the configuration but the name. */
import { sha256Hex } from "../../machine/interfaces/hash.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { Tool } from "../tools/tool.js";
import type { ServerSetup } from "./host.js";

/**
 * `connecting`: its first connection has neither succeeded nor failed. `reconnecting`: a connection was lost or failed, and is tried again.
 * `disconnected`: it is not tried again (P-S35).
 */
export type ServerState = "connecting" | "connected" | "disconnected" | "reconnecting" | "disabled";

/** What a server that is connected offers; nothing while it is not. */
interface Offer {
  /** Sorted by name. */
  readonly tools: readonly Tool[];
  /** How many more it has, which are offered to nobody: their names look like a credential. */
  readonly rejected: number;
  /** Its words about its tools, as they came. */
  readonly instructions?: string | undefined;
}

const NOTHING: Offer = { tools: [], rejected: 0 };

export interface ServerSnapshot extends Offer {
  readonly name: string;
  readonly transport: "stdio" | "http";
  readonly state: ServerState;
  /** A clause that speaks of the server as "it", without a secret. */
  readonly problem?: string;
}

export class Shown {
  readonly #log: Log;
  readonly #onChange: () => void;
  readonly #waiting = new Set<() => void>();
  #snapshot: ServerSnapshot;
  #digest = "";
  #isOver = false;

  constructor({ name, config }: ServerSetup, log: Log, onChange: () => void) {
    [this.#log, this.#onChange] = [log, onChange];
    const state = config.default_enabled === false ? "disabled" : "connecting";
    this.#snapshot = { name, transport: config.transport, state, ...NOTHING };
  }

  get snapshot(): ServerSnapshot {
    return this.#snapshot;
  }

  get state(): ServerState {
    return this.#snapshot.state;
  }

  /** Tells of it unless nothing has changed. */
  set(state: ServerState, problem?: string, offer = NOTHING): void {
    if (this.#isOver) return;
    const digest = sha256Hex(JSON.stringify([state, problem, offer]));
    if (digest === this.#digest) return;
    this.#digest = digest;
    const { name, transport } = this.#snapshot;
    this.#snapshot = { name, transport, state, ...offer, ...(problem === undefined ? {} : { problem }) };
    const level = problem === undefined ? "info" : "warn";
    this.#log.say(level, `a tool server is ${state}${problem === undefined ? "" : `: ${problem}`}`, { server: name });
    this.#tell();
  }

  /** The last change: it wakes calls that wait, and nothing else hears of it. */
  end(): void {
    const { name, transport } = this.#snapshot;
    this.#snapshot = { name, transport, state: "disconnected", ...NOTHING };
    this.#isOver = true;
    this.#wake();
  }

  /** Resolves at the next change, or when the signal aborts. */
  next(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const end = (): void => {
        this.#waiting.delete(end);
        signal.removeEventListener("abort", end);
        resolve();
      };
      if (signal.aborted) return resolve();
      this.#waiting.add(end);
      signal.addEventListener("abort", end);
    });
  }

  #tell(): void {
    this.#wake();
    this.#onChange();
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake();
  }
}
