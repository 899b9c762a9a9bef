/** The catalog of a fleet: all pages of one snapshot, or none (spec 2.5, P-S50). */
import type { FleetCatalog, FleetProject, SessionRow } from "../../../generated/protocol/types.js";
import { DaemonError } from "./errors.js";
import type { HubCalls } from "./surfaces.js";
import type { FleetCursor, FleetEpoch, Opaque } from "./tokens.js";

/** All projects and sessions of a hub at one moment. */
export interface Fleet {
  readonly fleetEpoch: FleetEpoch;
  /** Events after it lead on. */
  readonly cursor: FleetCursor;
  readonly features: readonly string[];
  readonly projects: readonly FleetProject[];
  readonly sessions: readonly Opaque<SessionRow>[];
}

/** Codes of a hub that no longer has the snapshot of a page: the catalog begins again. */
export const SNAPSHOT_GONE: readonly string[] = ["snapshot_expired", "invalid_cursor"];

/** Pages that do not belong together are no catalog. */
export async function catalogOf(hub: HubCalls, signal: AbortSignal | undefined): Promise<Fleet> {
  const projects: FleetProject[] = [];
  const sessions: Opaque<SessionRow>[] = [];
  let first: Opaque<FleetCatalog> | undefined;
  let query: Readonly<Record<string, string>> = {};
  for (;;) {
    const page = await hub.call("catalog", { query, signal });
    first ??= page;
    for (const project of page.projects) projects.push(project);
    for (const session of page.sessions) sessions.push(session);
    const { next_page, total } = page.page;
    const missing = total - projects.length - sessions.length;
    const isOfFirst = SAME.every((name) => page[name] === first?.[name]) && total === first.page.total;
    // A page without entries would lead on for ever.
    const isProgress = page.projects.length + page.sessions.length > 0;
    const isRight = next_page === null ? missing === 0 : missing > 0 && isProgress;
    if (!isOfFirst || !isRight)
      throw new DaemonError({ code: "unreadable_answer", status: 200, message: "the pages are not of one catalog" });
    if (next_page === null) {
      const { fleet_epoch: fleetEpoch, cursor, features } = first;
      return { fleetEpoch, cursor, features, projects, sessions };
    }
    query = { snapshot: page.snapshot, page: next_page };
  }
}

const SAME = ["fleet_epoch", "cursor", "snapshot"] as const;
