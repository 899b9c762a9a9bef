/** The records of a session and its log, in step: what lasts is on the disk before a reader gets it. */
import type { HistoryItem, PermissionMonitor, SyncRecordV1 } from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { type Random, randomHex } from "../../machine/interfaces/random.js";
import { isBusy, type SessionState } from "../../wire/core/session.js";
import { SessionStream } from "../../wire/core/session-stream.js";
import type { TokenCodec } from "../../wire/protocol/token.js";
import type { NewEntry } from "../store/log.js";
import { type KeptText, kept, SHOWN } from "../store/long-text.js";
import type { SessionStore } from "../store/session.js";
import type { Change, Journal, NewItem, Step } from "../turn/session.js";

/** What an epoch of a session begins with. */
interface Beginning {
  readonly epoch: string;
  readonly codec: TokenCodec;
  /** What its first turn would work with. */
  readonly begins: Readonly<Pick<SessionState["turn"], "model" | "facet">> & {
    readonly permissionMonitor: PermissionMonitor;
  };
}

type KeptItem = Omit<NewItem, "missing" | "opaque"> & KeptText;

export class SessionJournal implements Journal {
  readonly epoch: string;
  readonly store: SessionStore;
  /** The stream of its records. */
  readonly stream: SessionStream;
  readonly #clock: Clock;
  readonly #random: Random;
  readonly #listeners = new Set<(record: SyncRecordV1) => void>();
  /** Entries that the disk refused; the next commit writes them. */
  readonly #owed: NewEntry[] = [];
  /** Resolves when all steps so far are appended. */
  #prepared: Promise<unknown> = Promise.resolve();
  /** Resolves when all appended steps are published, or refused by the disk. */
  #published: Promise<unknown> = Promise.resolve();

  constructor(
    store: SessionStore,
    { epoch, codec, begins }: Beginning,
    { clock, random }: { readonly clock: Clock; readonly random: Random },
  ) {
    const { title, context, generation = 0, inputs, queueRevision } = store.recovered;
    // A turn that the last run left open has ended by now.
    const { lastTurn, totalItems: historyTotalItems } = store;
    const queue = { revision: String(queueRevision), items: inputs.map(({ input }) => input) };
    const recovered = {
      ...begins,
      title,
      lastTurn,
      context,
      generation,
      historyTotalItems,
      queue,
      catalogRevision: "0",
    };
    this.epoch = epoch;
    this.store = store;
    this.stream = new SessionStream(codec, store.sessionId, epoch, recovered);
    this.#clock = clock;
    this.#random = random;
  }

  get isBusy(): boolean {
    return isBusy(this.stream.state);
  }

  get title(): string | null {
    return this.stream.state.title;
  }

  /** Calls `run` with each record; returns a function that stops this. */
  onRecord(run: (record: SyncRecordV1) => void): () => void {
    this.#listeners.add(run);
    return () => this.#listeners.delete(run);
  }

  newId(): string {
    return randomHex(this.#random, 12);
  }

  publish(change: Change): void {
    const record = this.stream.publish(change, this.#time(), this.#clock.monotonic());
    for (const listener of this.#listeners) listener(record);
  }

  commit(step: Step): Promise<void> {
    // The append is wrapped: the next step is prepared while this one is on its way to the disk, and they share a sync.
    const appended = this.#prepared.then(async () => ({ durable: this.#append(step, await this.#keep(step)) }));
    this.#prepared = appended.catch(() => {});
    return appended.then(({ durable }) => durable);
  }

  owe(entry: NewEntry, changes: readonly Change[]): void {
    this.#owed.push(entry);
    for (const change of changes) this.publish(change);
    this.stream.ring.bar();
  }

  /** The items of a step, with their opaque states and their long texts on the disk. */
  async #keep({ items = [] }: Step): Promise<readonly KeptItem[]> {
    const states = items.flatMap(({ item_id: itemId, opaque: state }) =>
      state === undefined ? [] : [{ itemId, state }],
    );
    if (states.length > 0) await this.store.keepOpaque(states);
    return Promise.all(
      items.map(async ({ missing, opaque: _, ...item }) => {
        if (item.text === undefined) return item;
        return { ...item, ...(await kept(item.text, this.store, { ...SHOWN[item.kind], missing })) };
      }),
    );
  }

  /** Appends a step at once, and publishes it when it is on the disk. */
  #append({ entries: entriesOf, changes = [] }: Step, kept: readonly KeptItem[]): Promise<void> {
    const { nextIndex } = this.store;
    const items = kept.map((item, index) => this.#placed(item, nextIndex + index));
    const entries = entriesOf?.(items) ?? items.map((item) => ({ t: "item" as const, item }));
    const owed = this.#owed.splice(0).map((entry) => this.#pay(entry));
    const durable = Promise.all([...owed, ...entries.map((entry) => this.store.append(entry))]);
    const done = Promise.all([durable, this.#published]).then(() => {
      for (const item of items) this.publish({ kind: "item_finished", item });
      for (const change of changes) this.publish(change);
    });
    this.#published = done.catch(() => {});
    return done;
  }

  async #pay(entry: NewEntry): Promise<void> {
    try {
      await this.store.append(entry);
    } catch (error) {
      this.#owed.push(entry);
      throw error;
    }
  }

  #placed(item: KeptItem, index: number): HistoryItem {
    return { ...item, index, at: this.#time(), secret_coverage: "captured" };
  }

  #time(): string {
    return new Date(this.#clock.now()).toISOString();
  }
}
