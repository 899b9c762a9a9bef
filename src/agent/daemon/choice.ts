/** What the next turns work with, as clients have chosen (P-S81). Model and facet last over restarts; the monitor does not: a guard that was lowered once is up again. */
import type { PermissionMonitor } from "../../generated/protocol/types.js";
import type { LiveSession } from "./session.js";

export interface Chosen {
  readonly model?: string | undefined;
  readonly facet?: string | undefined;
}

export class Choice {
  readonly #session: LiveSession;
  #chosen: Chosen;
  #monitor: PermissionMonitor | undefined;
  readonly #listeners: (() => void)[] = [];

  constructor(session: LiveSession, chosen: Chosen) {
    this.#session = session;
    this.#chosen = chosen;
  }

  get chosen(): Chosen {
    return this.#chosen;
  }

  /** Calls `run` when another model or facet was chosen. */
  onChange(run: () => void): void {
    this.#listeners.push(run);
  }

  /** Undefined while the configuration's own holds. */
  get monitor(): PermissionMonitor | undefined {
    return this.#monitor;
  }

  /** Whether it is another one. Rejects with a `FileError` when the disk does not take it. */
  async choose(field: "model" | "facet", name: string): Promise<boolean> {
    if (this.#chosen[field] === name) return false;
    const change = { [field]: name };
    await this.#session.commit({
      entries: () => [{ t: "session", ...change }],
      changes: [{ kind: "session_changed", ...change }],
    });
    this.#chosen = { ...this.#chosen, ...change };
    for (const run of this.#listeners) run();
    return true;
  }

  /** Chooses the monitor; returns whether that changed the one in effect. */
  chooseMonitor(monitor: PermissionMonitor): boolean {
    this.#monitor = monitor;
    return this.follow(monitor);
  }

  /** Announces the monitor in effect; `configured` holds where no client has chosen one. */
  follow(configured: PermissionMonitor): boolean {
    const permission_monitor = this.#monitor ?? configured;
    if (this.#session.stream.state.permissionMonitor === permission_monitor) return false;
    this.#session.publish({ kind: "session_changed", permission_monitor });
    return true;
  }
}
