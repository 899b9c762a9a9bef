/** The catalog that a daemon publishes: immutable bytes, made once for each revision, and a record for each change (spec 2.7, 6; P-S36). */
import type { DaemonState } from "../../../generated/protocol/types.js";
import { isDaemonState } from "../../../generated/protocol/validators.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { sha256Hex } from "../../machine/interfaces/hash.js";
import type { Log } from "../../machine/interfaces/log.js";
import type { Journal } from "../turn/session.js";
import { type BuiltCatalog, catalogOf } from "./catalog-of.js";
import type { CatalogSource } from "./source.js";

export interface Publication {
  readonly revision: string;
  /** The JSON of a `DaemonState`. */
  readonly bytes: Uint8Array;
  /** A strong validator of the bytes (RFC 9110, 8.8.3). */
  readonly etag: string;
}

type Publisher = Pick<Journal, "epoch" | "publish">;

export class Catalog {
  readonly #journal: Publisher;
  readonly #log: Log;
  #revision: bigint;
  #current: Publication | undefined;
  /** The part of the current bytes that does not depend on the revision. */
  #content: Buffer | undefined;

  constructor(journal: Publisher, clock: Clock, log: Log) {
    [this.#journal, this.#log] = [journal, log];
    this.#revision = beforeFirst(journal.epoch, clock);
  }

  /** Undefined before the first publication. */
  get current(): Publication | undefined {
    return this.#current;
  }

  /** Publishes what is loaded now; returns whether that is another catalog. One that cannot be published leaves the current one. */
  publish(source: CatalogSource): boolean {
    const [journal, log] = [this.#journal, this.#log];
    const revision = this.#revision + 1n;
    const head = { version: 1 as const, daemon_epoch: journal.epoch, catalog_revision: String(revision) };
    const made = contentOf(source, head);
    if (typeof made === "string") {
      log.say("error", "the catalog could not be published; the last one stays", { reason: made });
      return false;
    }
    const content = Buffer.from(JSON.stringify(made.content).slice(1));
    if (this.#content?.equals(content)) return false;
    const bytes = Buffer.concat([Buffer.from(`${JSON.stringify(head).slice(0, -1)},`), content]);
    this.#revision = revision;
    this.#content = bytes.subarray(-content.length);
    this.#current = { revision: head.catalog_revision, bytes, etag: `"${sha256Hex(bytes)}"` };
    const { rejected } = made.content.diagnostics;
    if (rejected > 0) log.say("warn", "names in the catalog look like credentials and are kept out", { rejected });
    if (made.leftOut > 0) log.say("warn", "the catalog is too large; entries are left out", { left_out: made.leftOut });
    journal.publish({ kind: "daemon_catalog_changed", catalog_revision: head.catalog_revision });
    return true;
  }
}

/** So many revisions belong to an epoch. */
const OF_EPOCH = 1_000_000n;

/**
 * No log keeps revisions. Time makes the counter go on over restarts, and the epoch sets it apart where the clock stood still: a client that
 * compares revisions alone fetches the catalog of the next epoch.
 */
function beforeFirst(epoch: string, clock: Clock): bigint {
  const apart = BigInt(`0x${sha256Hex(epoch).slice(0, 8)}`);
  return ((BigInt(Math.trunc(clock.now())) << 32n) + apart) * OF_EPOCH;
}

type Head = Pick<DaemonState, "version" | "daemon_epoch" | "catalog_revision">;

/** A catalog with its JSON; or why there is none, in words that repeat nothing of the source. */
function contentOf(source: CatalogSource, head: Head): BuiltCatalog | string {
  try {
    const built = catalogOf(source);
    return isDaemonState({ ...head, ...built.content }) ? built : "it does not fit its schema";
  } catch (error) {
    return error instanceof Error ? error.name : typeof error;
  }
}

/**
 * Runs `work` when its last run has ended: side by side, a slow publication could replace a newer one with older data. All calls that wait share
 * the next run, which sees what has changed until then.
 */
export function inTurn<Value>(work: () => Promise<Value>): () => Promise<Value> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Value> | undefined;
  return () => {
    next ??= last.then(() => {
      next = undefined;
      const run = work();
      last = run.catch(() => {});
      return run;
    });
    return next;
  };
}
