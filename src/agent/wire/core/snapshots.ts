/**
 * Snapshots of a fleet that are stored for later pages (P-S50): each is the JSON of its entries, split into pages at once. The oldest one
 * without readers makes room for a new one. All moments by a monotonic clock, in milliseconds.
 */

export interface SnapshotLimits {
  /** Most snapshots at once. */
  readonly count: number;
  /** Most bytes of the entries of all snapshots together. */
  readonly bytes: number;
  /** The lifetime of one, in milliseconds. */
  readonly life: number;
  /** Most entries on a page, and most bytes of its entries as JSON. */
  readonly pageEntries: number;
  readonly pageBytes: number;
}

/** JSON texts, in their order. */
export interface Entries {
  readonly projects: readonly string[];
  readonly sessions: readonly string[];
}

export interface Snapshot {
  readonly id: number;
  /** The cursor at the moment of the snapshot. */
  readonly cursor: string;
  readonly total: number;
  /** At least one page. */
  readonly pages: readonly Entries[];
}

interface StoredSnapshot {
  readonly snapshot: Snapshot;
  readonly createdAt: number;
  readonly bytes: number;
  readers: number;
}

/** A store of snapshots: this one is in memory; another one must pass the same test suite. */
export interface SnapshotStore {
  /** Bytes of the entries of all stored snapshots. */
  readonly bytes: number;
  readonly size: number;
  /** Stores a snapshot. `too-large`: it would never fit. `busy`: all that could make room have readers. */
  take(entries: Entries, cursor: string, now: number): Snapshot | "too-large" | "busy";
  /** Undefined for a dropped one. */
  find(id: number, now: number): Snapshot | undefined;
  /** Protects a snapshot from being dropped for room until the returned function is called. */
  pin(id: number): () => void;
  /** Drops the expired ones. */
  expire(now: number): void;
}

export class Snapshots implements SnapshotStore {
  readonly #limits: SnapshotLimits;
  /** By id, the oldest first. */
  readonly #entries = new Map<number, StoredSnapshot>();
  #bytes = 0;
  #lastId = 0;

  constructor(limits: SnapshotLimits) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get size(): number {
    return this.#entries.size;
  }

  take(entries: Entries, cursor: string, now: number): Snapshot | "too-large" | "busy" {
    this.expire(now);
    const all = [...entries.projects, ...entries.sessions];
    const bytes = all.reduce((sum, entry) => sum + Buffer.byteLength(entry), 0);
    if (bytes > this.#limits.bytes) return "too-large";
    if (!this.#makeRoom(bytes)) return "busy";
    this.#lastId += 1;
    const snapshot = { id: this.#lastId, cursor, total: all.length, pages: this.#pagesOf(entries) };
    this.#entries.set(snapshot.id, { snapshot, createdAt: now, bytes, readers: 0 });
    this.#bytes += bytes;
    return snapshot;
  }

  find(id: number, now: number): Snapshot | undefined {
    this.expire(now);
    return this.#entries.get(id)?.snapshot;
  }

  pin(id: number): () => void {
    const stored = this.#entries.get(id);
    if (stored === undefined) return () => {};
    stored.readers += 1;
    return () => {
      stored.readers -= 1;
    };
  }

  expire(now: number): void {
    for (const [id, { createdAt }] of this.#entries) if (now - createdAt >= this.#limits.life) this.#drop(id);
  }

  /** Drops nothing unless that makes enough room. */
  #makeRoom(bytes: number): boolean {
    const dropped: number[] = [];
    let [count, left] = [this.#entries.size, this.#bytes];
    for (const [id, stored] of this.#entries) {
      if (count < this.#limits.count && left + bytes <= this.#limits.bytes) break;
      if (stored.readers > 0) continue;
      dropped.push(id);
      count -= 1;
      left -= stored.bytes;
    }
    if (count >= this.#limits.count || left + bytes > this.#limits.bytes) return false;
    for (const id of dropped) this.#drop(id);
    return true;
  }

  #drop(id: number): void {
    this.#bytes -= this.#entries.get(id)?.bytes ?? 0;
    this.#entries.delete(id);
  }

  #pagesOf({ projects, sessions }: Entries): readonly Entries[] {
    const pages: { projects: string[]; sessions: string[]; bytes: number }[] = [];
    const add = (kind: keyof Entries, entry: string): void => {
      const bytes = Buffer.byteLength(entry) + 1;
      let page = pages.at(-1);
      const isFull =
        page === undefined ||
        page.projects.length + page.sessions.length >= this.#limits.pageEntries ||
        page.bytes + bytes > this.#limits.pageBytes;
      if (page === undefined || isFull) {
        page = { projects: [], sessions: [], bytes: 0 };
        pages.push(page);
      }
      page[kind].push(entry);
      page.bytes += bytes;
    };
    for (const project of projects) add("projects", project);
    for (const session of sessions) add("sessions", session);
    return pages.length > 0 ? pages : [{ projects: [], sessions: [] }];
  }
}
