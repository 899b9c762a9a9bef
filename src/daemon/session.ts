/** The session that a daemon serves: its state, the stream of its records and its log, kept in step. */
import type { Stream } from "../core/cursor.js";
import { elide } from "../core/elide.js";
import { Ring } from "../core/ring.js";
import { fold, type SessionState } from "../core/session.js";
import { limits } from "../generated/protocol/tables.js";
import type { HistoryItem, SyncRecordV1 } from "../generated/protocol/types.js";
import type { Clock } from "../ports/clock.js";
import type { Random } from "../ports/random.js";
import { type TokenCodec, tagOf } from "../protocol/token.js";
import type { NewEntry } from "../store/log.js";
import type { SessionStore } from "../store/session.js";
import type { Change, Journal, NewItem, Step } from "../turn/journal.js";

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
  /** What cursors of this session are judged by. */
  readonly stream: Stream & { readonly ring: Ring };
  readonly epoch: string;
  readonly store: SessionStore;
  readonly #parts: LiveParts;
  readonly #listeners = new Set<() => void>();
  #state: SessionState;
  /** What the disk did not take. */
  #owed: NewEntry[] = [];
  /** Ends when everything that was to be committed is. */
  #committed: Promise<unknown> = Promise.resolve();

  constructor(parts: LiveParts) {
    const { store, state, epoch, codec } = parts;
    this.#parts = parts;
    this.#state = state;
    this.epoch = epoch;
    this.store = store;
    const headOf = (end: number, isHead: boolean) => {
      const cursor = this.cursorAt(end);
      const said = { event: "frame", version: 1, daemon_epoch: epoch, cursor, caught_up: isHead };
      return { event: said.event, cursor, json: `${JSON.stringify(said).slice(0, -1)},"records":[` };
    };
    const ring = new Ring({ ...limits, records: limits.ringRecords, bytes: limits.ringBytes }, headOf);
    this.stream = { codec, kind: "cursor", session: tagOf(store.sessionId), epoch: tagOf(epoch), ring };
  }

  get state(): SessionState {
    return this.#state;
  }

  cursorAt(position: number): string {
    const { codec, kind, session, epoch } = this.stream;
    return codec.encode({ kind, session, epoch, position, extra: 0 });
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
    const { ring } = this.stream;
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

  async #commit({ items: added = [], entries: entriesOf, changes = [] }: Step): Promise<void> {
    const first = this.store.totalItems;
    const items = await Promise.all(added.map((item, index) => this.#placed(item, first + index)));
    const entries = entriesOf?.(items) ?? items.map((item) => ({ t: "item" as const, item }));
    const owed = this.#owed;
    await Promise.all([...owed, ...entries].map((entry) => this.store.append(entry)));
    this.#owed = this.#owed.slice(owed.length);
    for (const item of items) this.publish({ kind: "item_finished", item });
    for (const change of changes) this.publish(change);
  }

  /** Text that was announced is not in the history: nobody goes on from before here (P-S15). */
  owe(entry: NewEntry, change: Change): void {
    this.#owed.push(entry);
    this.publish(change);
    this.stream.ring.raiseBarrier();
  }

  async #placed(item: NewItem, index: number): Promise<HistoryItem> {
    const elision = item.text === undefined ? undefined : elide(item.text);
    if (elision !== undefined) await this.store.keepArtifact(elision.elided.sha256, elision.whole);
    const shortened = elision === undefined ? {} : { text: elision.text, elided: elision.elided };
    // Nobody has looked for credentials in it yet.
    return { ...item, index, at: this.#time(), secret_coverage: "historical_secret_coverage_unknown", ...shortened };
  }

  #time(): string {
    return new Date(this.#parts.clock.now()).toISOString();
  }
}
