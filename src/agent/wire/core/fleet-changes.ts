/** The events that lead from one row or project to the next (P-S51). `observed_at` alone makes none. */
import type { FleetEventV1, FleetProject, SessionRow } from "../../../generated/protocol/types.js";

/** An event without the fields that the stream adds. */
export type FleetEventBody<Each = FleetEventV1> = Each extends FleetEventV1
  ? Omit<Each, "version" | "fleet_epoch" | "cursor" | "at">
  : never;

/** The events of one session; `undefined` for a session that is not there. */
export function sessionChanges(
  before: SessionRow | undefined,
  after: SessionRow | undefined,
): readonly FleetEventBody[] {
  if (after === undefined)
    return before === undefined ? [] : [{ kind: "session_removed", session_id: before.session_id }];
  if (before === undefined) return [{ kind: "session_upserted", session: after }];
  const events: FleetEventBody[] = [];
  if (before.running && !after.running) events.push({ kind: "session_stopped", session: after });
  if (!before.finalized && after.finalized) events.push({ kind: "history_finalized", session: after });
  if (events.length > 0 || isSame(before, after, ["observed_at"])) return events;
  const { session_id, fresh, observed_at } = after;
  if (isSame(before, after, ["observed_at", "fresh"]))
    return [{ kind: "session_observed", session_id, fresh, observed_at }];
  return [{ kind: "session_upserted", session: after }];
}

/** The events of one project. */
export function projectChanges(
  before: FleetProject | undefined,
  after: FleetProject | undefined,
): readonly FleetEventBody[] {
  if (after === undefined)
    return before === undefined ? [] : [{ kind: "project_removed", project_id: before.project_id }];
  return before !== undefined && isSame(before, after, []) ? [] : [{ kind: "project_upserted", project: after }];
}

/** Whether all fields but some are the same. The fields of rows are texts, numbers, truth values and null. */
function isSame<Row extends object>(a: Row, b: Row, except: readonly (keyof Row)[]): boolean {
  const names = Object.keys({ ...a, ...b }) as (keyof Row)[];
  return names.every((name) => a[name] === b[name] || except.includes(name));
}
