/**
 * A watched fleet: its state, and the state of the connection to its hub. It reports each change once and keeps the fleet after a break.
 */
import { applyFleetEvent, emptyFleet, type FleetState } from "../../wire/core/fleet.js";
import type { Connection, FleetChange, Watcher } from "./follow.js";

export class FleetWatch implements Watcher {
  #fleet: FleetState = emptyFleet();
  #connection: Connection = { kind: "connecting" };
  #hasRows = false;
  readonly #changed: (change?: FleetChange) => void;

  /** `changed`: called after each change, with the change of the fleet, if any. */
  constructor(changed: (change?: FleetChange) => void) {
    this.#changed = changed;
  }

  get fleet(): FleetState {
    return this.#fleet;
  }

  get state(): Connection {
    return this.#connection;
  }

  /** Whether the fleet has arrived once. */
  get hasRows(): boolean {
    return this.#hasRows;
  }

  readonly apply = (change: FleetChange): void => {
    if (change.kind === "catalog") {
      const { projects, sessions } = change;
      this.#fleet = {
        projects: new Map(projects.map((project) => [project.project_id, project])),
        sessions: new Map(sessions.map((session) => [session.session_id, session])),
      };
      this.#hasRows = true;
    } else applyFleetEvent(this.#fleet, change.event);
    this.#changed(change);
  };

  readonly connection = (connection: Connection): void => {
    this.#connection = connection;
    this.#changed();
  };
}
