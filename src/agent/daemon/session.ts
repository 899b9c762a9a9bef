/** The session that a daemon serves: its state, the stream of its records and its log, kept in step. */
import type { HistoryItem } from "../../generated/protocol/types.js";
import type { Clock } from "../ports/clock.js";
import type { Random } from "../ports/random.js";
import type { NewEntry } from "../run/store/log.js";
import type { SessionStore } from "../run/store/session.js";
import type { Change, Journal, NewItem, Step } from "../run/turn/journal.js";
import { isBusy } from "../wire/core/session.js";
import { SessionStream } from "../wire/core/session-stream.js";
import type { TokenCodec } from "../wire/protocol/token.js";
import { kept } from "./kept.js";

export interface LiveParts {
  readonly store: SessionStore;
  readonly epoch: string;
  readonly codec: TokenCodec;
  readonly clock: Clock;
  readonly random: Random;
}

export class LiveSession implements Journal {
  readonly epoch: string;
  readonly store: SessionStore;
  /** The stream of its records. */
  readonly stream: SessionStream;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #listeners = new Set<() => void>();
  /** Entries that the disk refused; the next commit writes them. */
  #owed: readonly NewEntry[] = [];
  /** Resolves when all commits so far are done. */
  #committed: Promise<unknown> = Promise.resolve();

  constructor({ store, epoch, codec, clock, random }: LiveParts) {
    const { title, model, facet, generation = 0, totalItems: historyTotalItems } = store.recovered;
    const recovered = { title, model, facet, generation, historyTotalItems, catalogRevision: "0" };
    this.epoch = epoch;
    this.store = store;
    this.stream = new SessionStream(codec, store.sessionId, epoch, recovered);
    this.#clock = clock;
    this.#random = random;
  }

  get isBusy(): boolean {
    return isBusy(this.stream.state);
  }

  /** Calls `run` after each record; returns a function that stops this. */
  onRecord(run: () => void): () => void {
    this.#listeners.add(run);
    return () => this.#listeners.delete(run);
  }

  newId(): string {
    return Buffer.from(this.#random.bytes(12)).toString("hex");
  }

  publish(change: Change): void {
    this.stream.publish(change, this.#time(), this.#clock.monotonic());
    for (const listener of this.#listeners) listener();
  }

  /** Commits one step after the other: the index of an item is known when the items before it are on the disk. */
  commit(step: Step): Promise<void> {
    const done = this.#committed.then(() => this.#commit(step));
    this.#committed = done.catch(() => {});
    return done;
  }

  owe(entry: NewEntry, change: Change): void {
    this.#owed = [...this.#owed, entry];
    this.publish(change);
    this.stream.ring.bar();
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
    // No search for credentials has covered it yet.
    return { ...item, ...text, index, at: this.#time(), secret_coverage: "historical_secret_coverage_unknown" };
  }

  #time(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
