/** A session's stream for tests: what happens is chosen by numbers, and every record goes through the ring as bytes. */
import fc from "fast-check";
import { type CursorSource, cursorOf, judgeCursor } from "../../src/agent/wire/core/cursor.js";
import type { Ring, RingLimits } from "../../src/agent/wire/core/ring.js";
import { isBusy, type Recovered, type SessionState } from "../../src/agent/wire/core/session.js";
import { type RecordBody, SessionStream } from "../../src/agent/wire/core/session-stream.js";
import { TokenCodec } from "../../src/agent/wire/protocol/token.js";
import type { HistoryItem, ItemKind, SyncMessage, SyncSnapshot } from "../../src/generated/protocol/types.js";
import { CHARACTER } from "../arbitrary/character.js";
import { daemonLimits, EPOCH } from "./stream.js";

const codec = new TokenCodec(new Uint8Array(32).fill(3));
const TIME = "2026-01-31T23:59:59.999Z";
const KINDS: readonly ItemKind[] = ["assistant_message", "reasoning", "tool_call"];

/** One thing that happens: which, and a number and a text for what it needs to choose. */
export interface Happening {
  readonly what: number;
  readonly pick: number;
  readonly text: string;
}

export const happening: fc.Arbitrary<Happening> = fc.record({
  what: fc.nat({ max: 19 }),
  pick: fc.nat({ max: 9 }),
  text: fc.string({ unit: CHARACTER, maxLength: 12 }),
});

export class Server {
  epoch = EPOCH;
  stream: SessionStream;
  first: SessionState;
  /** The state after each position. */
  states: SessionState[];
  readonly history: HistoryItem[] = [];
  readonly #limits: RingLimits;
  #made = 0;

  constructor(records = daemonLimits.records) {
    this.#limits = { ...daemonLimits, records, frameRecords: Math.min(256, Math.ceil(records / 3)) };
    this.stream = this.#begin({
      ...{
        title: null,
        lastTurn: null,
        context: null,
        permissionMonitor: "standard",
        catalogRevision: "9007199254740993",
        historyTotalItems: 0,
        queue: { revision: "0", items: [] },
      },
      ...{ generation: 0, model: null, facet: null },
    });
    this.first = this.state;
    this.states = [this.first];
  }

  get state(): SessionState {
    return this.stream.state;
  }

  get ring(): Ring {
    return this.stream.ring;
  }

  get source(): CursorSource {
    return this.stream.cursors;
  }

  #begin(recovered: Recovered): SessionStream {
    return new SessionStream(codec, "s", this.epoch, recovered, this.#limits);
  }

  /** Another run: what is on disk is there again, and nothing else. */
  restart(): void {
    this.#made += 1;
    this.epoch = this.#made.toString(16).padStart(32, "0");
    const { title, lastTurn, context, permissionMonitor, catalogRevision, turn, queue } = this.state;
    const { generation, model, facet } = turn;
    this.stream = this.#begin({
      title,
      lastTurn,
      context,
      permissionMonitor,
      catalogRevision,
      generation,
      model,
      facet,
      historyTotalItems: this.history.length,
      queue,
    });
    this.first = this.state;
    this.states = [this.first];
  }

  publish(body: RecordBody): void {
    this.stream.publish(body, TIME, 0);
    this.states.push(this.state);
  }

  snapshot(): SyncSnapshot {
    return this.stream.snapshot({
      ...{ sessionId: "s", createdAt: TIME, features: ["session.sync.v1"], window: null },
      checkpointOf: (items) => cursorOf({ ...this.source, kind: "history_checkpoint" }, items),
    });
  }

  /** The answer to `GET /events?after=`: where it begins, or the status and the code. */
  open(after: string): { position: number } | { status: number; code: string } {
    const judged = judgeCursor(this.source, after);
    if (judged.kind === "from") return { position: judged.position };
    const { code } = judged;
    return { status: code === "epoch_mismatch" ? 409 : /^(?:reset|cursor_too)/.test(code) ? 410 : 400, code };
  }

  /** The message after a position; undefined at the head. */
  messageAfter(position: number): { message: SyncMessage; last: number } | undefined {
    const frame = this.ring.frameAfter(position, "ndjson");
    if (frame === undefined) return undefined;
    return { message: JSON.parse(new TextDecoder().decode(frame.bytes)) as SyncMessage, last: frame.last };
  }

  heartbeat(position: number): SyncMessage {
    return JSON.parse(new TextDecoder().decode(this.stream.messages.heartbeat("ndjson", position))) as SyncMessage;
  }

  /** Something that can happen now, as chosen. */
  happen(chosen: Happening): void {
    for (const body of isBusy(this.state) ? [this.#inTurn(chosen)] : this.#betweenTurns(chosen)) this.publish(body);
  }

  #betweenTurns({ what, pick, text }: Happening): readonly RecordBody[] {
    if (what === 0) return [{ kind: "session_changed", title: text, model: pick > 5 ? "m" : null }];
    if (what === 1) return [{ kind: "daemon_catalog_changed", catalog_revision: `${pick}` }];
    if (what === 2) return [{ kind: "new_in_v1", text } as unknown as RecordBody];
    const prompt_id = this.#name();
    return [
      { kind: "turn_started", prompt_id, generation: pick, model: "m", facet: text },
      this.#finished(`u${prompt_id}`, "user_message", text),
    ];
  }

  #inTurn({ what, pick, text }: Happening): RecordBody {
    const { queue, interrogatives, openItems, turn } = this.state;
    const prompt_id = turn.prompt_id ?? "";
    const id = this.#name();
    const item = openItems[pick % Math.max(1, openItems.length)];
    const input = queue.items.at(-1);
    const [question] = interrogatives;
    if (what === 0) return { kind: "turn_finished", prompt_id, outcome: "completed" };
    if (what === 1) return { kind: "session_changed", facet: text };
    if (what === 2)
      return { kind: "input_queued", queue_revision: id, input: { prompt_id: id, generation: pick, text } };
    if (what === 3 && input) return { kind: "input_dequeued", queue_revision: id, prompt_id: input.prompt_id };
    if (what === 4) return { kind: "interrogative_opened", interrogative: { id, kind: "question", text } };
    if (what === 5 && question) return { kind: "interrogative_resolved", id: question.id, resolution: "answered" };
    if (what === 6 && pick === 0) return { kind: "session_stopping", reason: "terminate" };
    if (what === 6) return { kind: "turn_waiting", prompt_id, until: TIME, attempt: pick + 1, of: 10, why: text };
    if (what < 9 || item === undefined) {
      const item_kind = KINDS[pick % KINDS.length] ?? "reasoning";
      return { kind: "item_started", item_id: `i${id}`, item_kind, prompt_id };
    }
    if (what < 11) return this.#finished(item.item_id, item.kind, item.text);
    return { kind: "item_delta", item_id: item.item_id, offset: item.text.length, text };
  }

  #finished(item_id: string, kind: ItemKind, text: string): RecordBody {
    const item: HistoryItem = {
      ...{ item_id, index: this.history.length, kind, at: TIME, text },
      ...{ attribution: { kind: "captured", facet: null, model: null }, secret_coverage: "captured" },
    };
    this.history.push(item);
    return { kind: "item_finished", item };
  }

  #name(): string {
    this.#made += 1;
    return `${this.#made}`;
  }
}
