/** The pages of the fleet's catalog, from stored snapshots (spec 2.5, P-S50). */
import { features, limits } from "../../../../generated/protocol/tables.js";
import type { FleetCatalog, FleetProject, SessionRow } from "../../../../generated/protocol/types.js";
import { oncePer } from "../../../../text/once.js";
import {
  type Entries,
  type Snapshot,
  type SnapshotLimits,
  type SnapshotStore,
  Snapshots,
} from "../../../wire/core/snapshots.js";
import { type Refusal, refuse } from "../../../wire/protocol/codes.js";
import type { Claims } from "../../../wire/protocol/token.js";
import type { Fleet } from "./fleet.js";

/** The features of a hub (spec 2.5). */
const FEATURES = [features.fleetCatalog, features.fleetEvents, features.sessionHistory];

/** The most bytes of a page without its entries. */
const AROUND = 4096;

/** Seconds until a retry makes sense if all snapshots have readers. */
const RETRY = 1;

export interface CatalogPage {
  readonly bytes: Uint8Array;
  /** Protects the snapshot from being dropped for room until the returned function is called. */
  readonly pin: () => () => void;
}

/** The JSON of a row or project, made once for all snapshots that hold it. */
const textOf = oncePer((entry: FleetProject | SessionRow) => JSON.stringify(entry));

export const CATALOG_LIMITS: SnapshotLimits = {
  count: limits.fleetSnapshots,
  bytes: limits.fleetSnapshotBytes,
  life: limits.fleetSnapshotLife,
  pageEntries: limits.fleetPageEntries,
  pageBytes: limits.fleetPageBytes - AROUND,
};

export class Catalog {
  readonly #fleet: Fleet;
  readonly #snapshots: SnapshotStore;

  constructor(fleet: Fleet, snapshots: SnapshotStore = new Snapshots(CATALOG_LIMITS)) {
    this.#fleet = fleet;
    this.#snapshots = snapshots;
  }

  /** The first page of a new snapshot, or a page of an earlier one. */
  page(snapshotToken: string | undefined, pageToken: string | undefined): CatalogPage | { readonly refusal: Refusal } {
    if (snapshotToken === undefined) {
      if (pageToken !== undefined) return INVALID;
      const taken = this.#take();
      return typeof taken === "string" ? FULL[taken] : this.#written(taken, 0);
    }
    const snapshotClaims = this.#claimsOf(snapshotToken, "fleet_snapshot");
    const index = snapshotClaims && (pageToken === undefined ? 0 : this.#pageIn(pageToken, snapshotClaims));
    if (snapshotClaims === undefined || index === undefined) return INVALID;
    const isOfThisRun = snapshotClaims.epoch === this.#fleet.stream.cursors.epoch;
    const snapshot = isOfThisRun ? this.#snapshots.find(snapshotClaims.position, this.#fleet.elapsed.now()) : undefined;
    return snapshot === undefined ? { refusal: refuse("snapshot_expired") } : this.#written(snapshot, index);
  }

  #take(): Snapshot | "too-large" | "busy" {
    const { projects, sessions } = this.#fleet.stream.state;
    const entries: Entries = { projects: byId(projects), sessions: byId(sessions) };
    return this.#snapshots.take(entries, this.#fleet.stream.cursor, this.#fleet.elapsed.now());
  }

  /** The index of a page; undefined for one of another snapshot. The hub issues tokens only for existing pages. */
  #pageIn(token: string, snapshot: Claims): number | undefined {
    const claims = this.#claimsOf(token, "fleet_page");
    return claims?.epoch === snapshot.epoch && claims.extra === snapshot.position ? claims.position : undefined;
  }

  #claimsOf(token: string, kind: Claims["kind"]): Claims | undefined {
    const { codec, stream } = this.#fleet.stream.cursors;
    const claims = codec.decode(token);
    return claims?.kind === kind && claims.stream === stream ? claims : undefined;
  }

  #tokenOf(kind: Claims["kind"], position: number, extra: number): string {
    const { codec, stream, epoch } = this.#fleet.stream.cursors;
    return codec.encode({ kind, stream, epoch, position, extra });
  }

  #written({ id, cursor, total, pages }: Snapshot, index: number): CatalogPage {
    const next = index + 1 < pages.length ? this.#tokenOf("fleet_page", index + 1, id) : null;
    const about = {
      ...{ version: 1 as const, fleet_epoch: this.#fleet.stream.epoch, cursor, features: [...FEATURES] },
      ...{ snapshot: this.#tokenOf("fleet_snapshot", id, 0), page: { next_page: next, total } },
    } satisfies Omit<FleetCatalog, "projects" | "sessions">;
    const { projects = [], sessions = [] } = pages[index] ?? {};
    const text = `${JSON.stringify(about).slice(0, -1)},"projects":[${projects.join()}],"sessions":[${sessions.join()}]}`;
    return { bytes: Buffer.from(text), pin: () => this.#snapshots.pin(id) };
  }
}

const INVALID = { refusal: refuse("invalid_cursor") };

const FULL = {
  "too-large": { refusal: refuse("fleet_capacity_exceeded", { status: 413 }) },
  busy: { refusal: refuse("snapshot_capacity_exceeded", { retryAfterSeconds: RETRY }) },
};

/** The JSON of all values, in the order of their names. */
function byId(values: ReadonlyMap<string, FleetProject | SessionRow>): readonly string[] {
  return [...values].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => textOf(value));
}
