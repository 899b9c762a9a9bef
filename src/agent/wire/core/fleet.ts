/** The fleet as the fold of its events: the state of a client, which equals a hub's catalog at the cursor of its last event (P-S51). */
import type { FleetEventV1, FleetProject, SessionRow } from "../../../generated/protocol/types.js";

/** Projects and sessions by id. Mutable: a fleet may have thousands of rows. */
export interface FleetState {
  readonly projects: Map<string, FleetProject>;
  readonly sessions: Map<string, SessionRow>;
}

export function emptyFleet(): FleetState {
  return { projects: new Map(), sessions: new Map() };
}

/** The state that a catalog shows. */
export function fleetOf({
  projects,
  sessions,
}: {
  readonly projects: readonly FleetProject[];
  readonly sessions: readonly SessionRow[];
}): FleetState {
  return {
    projects: new Map(projects.map((project) => [project.project_id, project])),
    sessions: new Map(sessions.map((session) => [session.session_id, session])),
  };
}

/** Takes an event into the maps of the state, in the order of the stream, and returns that state. An event of an unknown kind changes nothing. */
export function applyFleetEvent(state: FleetState, event: FleetEventV1): FleetState {
  const { projects, sessions } = state;
  switch (event.kind) {
    case "project_upserted":
      projects.set(event.project.project_id, event.project);
      break;
    case "project_removed":
      projects.delete(event.project_id);
      break;
    case "session_upserted":
    case "session_stopped":
    case "history_finalized":
      sessions.set(event.session.session_id, event.session);
      break;
    case "session_removed":
      sessions.delete(event.session_id);
      break;
    case "session_observed": {
      const row = sessions.get(event.session_id);
      const { fresh, observed_at } = event;
      if (row !== undefined) sessions.set(row.session_id, { ...row, fresh, observed_at });
      break;
    }
    default:
      event satisfies never;
  }
  return state;
}
