/** The history of a subagent: read and written like that of a session, in memory, and gone with it (P-S82). Nobody else sees a record of it. */
import type { HistoryItem } from "../../../../generated/protocol/types.js";
import { sha256Hex } from "../../../machine/interfaces/hash.js";
import { corrupt } from "../../store/failure.js";
import type { Compaction } from "../../store/history.js";
import { kept, SHOWN } from "../../store/long-text.js";
import type { Maker, OpaqueState } from "../../store/opaque.js";
import type { Journal, NewItem, Step, TurnSession, TurnStore } from "../session.js";

export class Memory implements Journal, TurnStore {
  readonly isBusy = true;
  readonly title = null;
  /** A crash leaves nothing of it. */
  readonly unsettled = [];
  readonly sessionId: string;
  compaction: Compaction | undefined;
  readonly #session: TurnSession;
  readonly #items: HistoryItem[] = [];
  readonly #states = new Map<string, OpaqueState>();
  readonly #artifacts = new Map<string, Uint8Array>();

  /** `name`: that of the subagent. Providers keep the same beginnings of its requests. */
  constructor(session: TurnSession, name: string) {
    this.#session = session;
    this.sessionId = `${session.store.sessionId}-${sha256Hex(name).slice(0, 8)}`;
  }

  get epoch(): string {
    return this.#session.journal.epoch;
  }

  get totalItems(): number {
    return this.#items.length;
  }

  /** Calls that were not allowed. */
  get deniedCalls(): number {
    return this.#items.filter(({ tool }) => tool?.is_denied === true).length;
  }

  newId(): string {
    return this.#session.journal.newId();
  }

  publish(): void {}
  onRecord(): void {}
  owe(): void {}

  async commit({ items = [], entries }: Step): Promise<void> {
    const placed = await Promise.all(items.map((item) => this.#kept(item)));
    for (const item of placed) this.#items.push({ ...item, index: this.#items.length });
    for (const entry of entries?.(placed) ?? []) if (entry.t === "compacted") this.compaction = entry;
  }

  async items(from: number, to: number): Promise<HistoryItem[]> {
    return this.#items.slice(from, to);
  }

  hasFailed(): boolean {
    return false;
  }

  async opaqueOf(itemId: string, { provider, dialect, model }: Maker): Promise<readonly string[]> {
    const { maker, parts = [] } = this.#states.get(itemId) ?? {};
    const isOwn = maker?.provider === provider && maker.dialect === dialect && maker.model === model;
    return isOwn ? parts : [];
  }

  async keepArtifact(id: string, bytes: Uint8Array): Promise<void> {
    this.#artifacts.set(id, bytes);
  }

  async artifact(id: string): Promise<Uint8Array> {
    const bytes = this.#artifacts.get(id);
    if (bytes === undefined) throw corrupt("an attachment is not there");
    return bytes;
  }

  async #kept({ missing, opaque, ...item }: NewItem): Promise<HistoryItem> {
    if (opaque !== undefined) this.#states.set(item.item_id, opaque);
    const text = item.text === undefined ? {} : await kept(item.text, this, { ...SHOWN[item.kind], missing });
    const at = new Date(this.#session.clock.now()).toISOString();
    return { ...item, ...text, index: this.#items.length, at, secret_coverage: "captured" };
  }
}
