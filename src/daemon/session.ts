/** The session that a daemon serves: its state, the stream of its records and its log, kept in step. */
import { type CursorSource, cursorOf } from "../core/cursor.js";
import { SyncMessages } from "../core/message.js";
import { Ring } from "../core/ring.js";
import { fold, isBusy, type SessionState } from "../core/session.js";
import { limits } from "../generated/protocol/tables.js";
import type { HistoryItem, SyncRecordV1 } from "../generated/protocol/types.js";
import type { Clock } from "../ports/clock.js";
import type { Random } from "../ports/random.js";
import { type TokenCodec, tagOf } from "../protocol/token.js";
import type { NewEntry } from "../store/log.js";
import type { SessionStore } from "../store/session.js";
import type { Change, Journal, NewItem, Step } from "../turn/journal.js";
import { kept } from "./kept.js";

export interface LiveParts {
  readonly store: SessionStore;
  /** Where the session stands at the start of this epoch. */
  readonly state: SessionState;
  readonly epoch: string;
  readonly codec: TokenCodec;
  readonly clock: Clock;
  readonly random: Random;
}

const encoder = new TextEncoder();

export class LiveSession implements Journal {
  readonly epoch: string;
  readonly store: SessionStore;
  readonly messages: SyncMessages;
  /** What cursors are judged by. */
  readonly source: CursorSource & { readonly ring: Ring };
  readonly #parts: LiveParts;
  readonly #listeners = new Set<() => void>();
  #state: SessionState;
  /** What the disk did not take. */
  #owed: readonly NewEntry[] = [];
  /** Ends when everything that was to be committed is. */
  #committed: Promise<unknown> = Promise.resolve();

  constructor(parts: LiveParts) {
    const { store, state, epoch, codec } = parts;
    this.#parts = parts;
    this.#state = state;
    this.epoch = epoch;
    this.store = store;
    const tags = { codec, kind: "sync_cursor", stream: tagOf(store.sessionId), epoch: tagOf(epoch) } as const;
    this.messages = new SyncMessages(epoch, (position) => cursorOf(tags, position));
    const kept = { ...limits, records: limits.ringRecords, bytes: limits.ringBytes };
    const ring = new Ring(kept, (encoding, position, caughtUp) => this.messages.frame(encoding, position, caughtUp));
    this.source = { ...tags, ring };
  }

  get state(): SessionState {
    return this.#state;
  }

  get isBusy(): boolean {
    return isBusy(this.#state);
  }

  cursorAt(position: number): string {
    return cursorOf(this.source, position);
  }

  /** Calls `run` after each record; returns what ends that. */
  onRecord(run: () => void): () => void {
    this.#listeners.add(run);
    return () => this.#listeners.delete(run);
  }

  newId(): string {
    return Buffer.from(this.#parts.random.bytes(12)).toString("hex");
  }

  publish(change: Change): void {
    const { ring } = this.source;
    const cursor = this.cursorAt(ring.head + 1);
    const { kind, ...rest } = change;
    const record = { version: 1, kind, daemon_epoch: this.epoch, cursor, at: this.#time(), ...rest } as SyncRecordV1;
    this.#state = fold(this.#state, record);
    ring.append(encoder.encode(JSON.stringify(record)), this.#parts.clock.monotonic());
    for (const listener of this.#listeners) listener();
  }

  /** One after the other: an item's place in the history is known when those before it are on the disk. */
  commit(step: Step): Promise<void> {
    const done = this.#committed.then(() => this.#commit(step));
    this.#committed = done.catch(() => {});
    return done;
  }

  owe(entry: NewEntry, change: Change): void {
    this.#owed = [...this.#owed, entry];
    this.publish(change);
    this.source.ring.bar();
  }

  async #commit({ items: added = [], entries: entriesOf, changes = [] }: Step): Promise<void> {
    const first = this.store.totalItems;
    const items = await Promise.all(added.map((item, index) => this.#placed(item, first + index)));
    const entries = entriesOf?.(items) ?? items.map((item) => ({ t: "item" as const, item }));
    await Promise.all([
      ...this.#owed.map((entry) => this.#pay(entry)),
      ...entries.map((entry) => this.store.append(entry)),
    ]);
    for (const item of items) this.publish({ kind: "item_finished", item });
    for (const change of changes) this.publish(change);
  }

  async #pay(entry: NewEntry): Promise<void> {
    await this.store.append(entry);
    this.#owed = this.#owed.filter((other) => other !== entry);
  }

  async #placed(item: NewItem, index: number): Promise<HistoryItem> {
    const text = item.text === undefined ? {} : await kept(item.text, this.store);
    // Nobody has looked for credentials in it yet.
    return { ...item, ...text, index, at: this.#time(), secret_coverage: "historical_secret_coverage_unknown" };
  }

  #time(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }
}
