/** The answer of a model as items, written one after the other (P-S17). Strict readers of JSON refuse half of a character: it is replaced. */
import type { ItemKind } from "../../../generated/protocol/types.js";
import { type Delta, DeltaJoiner } from "../../wire/core/deltas.js";
import type { ScrubStream } from "../scrub/stream.js";
import { opaqueOf } from "./opaque.js";
import type { Turn } from "./turn.js";

interface OpenText {
  readonly id: string;
  readonly kind: ItemKind;
  readonly scrub: ScrubStream;
  readonly pieces: string[];
  /** Opaque state of the provider. */
  readonly state: string[];
  readonly joiner: DeltaJoiner;
}

export class ItemWriter {
  readonly #turn: Turn;
  #open: OpenText | undefined;
  #stopWaiting: (() => void) | undefined;
  #hasLost = false;

  constructor(turn: Turn) {
    this.#turn = turn;
  }

  /** Whether an item with published deltas could not be kept. */
  get hasLost(): boolean {
    return this.#hasLost;
  }

  /** Adds text, and opaque state to its item; text of another kind than the open item finishes that first. Rejects with a `FileError`. */
  async add(kind: ItemKind, text: string, state: readonly string[] = []): Promise<void> {
    if (this.#open !== undefined && this.#open.kind !== kind) await this.finish(false);
    const open = this.#open ?? this.#begin(kind);
    open.state.push(...state);
    const shown = open.scrub.push(text);
    open.pieces.push(shown);
    this.#tell(open, open.joiner.push(shown, this.#turn.session.clock.monotonic()));
  }

  /** Adds state that came after the text of an answer. */
  addState(state: readonly string[]): void {
    if (this.#open?.kind === "assistant_message") this.#open.state.push(...state);
  }

  /**
   * Finishes the open item, if any. `goesOn`: another item continues its text, so that an end which may be the beginning of a credential is left out:
   * both together could show it. Rejects with a `FileError` when the item cannot be kept.
   */
  async finish(isPartial: boolean, goesOn = false): Promise<void> {
    const { promptId, attribution, target } = this.#turn;
    const { journal, clock } = this.#turn.session;
    const open = this.#open;
    if (open === undefined) return;
    const now = clock.monotonic();
    const rest = goesOn ? "" : open.scrub.end();
    open.pieces.push(rest);
    this.#tell(open, [...open.joiner.push(rest, now), ...open.joiner.end(now)]);
    this.#open = undefined;
    const text = open.pieces.join("").toWellFormed();
    const opaque = opaqueOf(open.state, this.#turn);
    const item = { item_id: open.id, kind: open.kind, attribution, prompt_id: promptId, text, opaque };
    try {
      // The answer of this dialect repeats the prompt (P-S30).
      const isEcho = "found" in target && target.found.dialect === "test";
      const marks = { ...(isPartial ? { partial: true as const } : {}), ...(isEcho ? { echo: true as const } : {}) };
      await journal.commit({ items: [{ ...item, ...marks }] });
    } catch (error) {
      this.#hasLost = true;
      throw error;
    }
  }

  #begin(kind: ItemKind): OpenText {
    const { promptId, scrubber, session } = this.#turn;
    const begun = { pieces: [], state: [], joiner: new DeltaJoiner() };
    const open = { id: session.journal.newId(), kind, scrub: scrubber.stream(), ...begun };
    this.#open = open;
    session.journal.publish({ kind: "item_started", item_id: open.id, item_kind: kind, prompt_id: promptId });
    return open;
  }

  /** Publishes deltas, and sets the timer for the text that still waits. */
  #tell(open: OpenText, deltas: readonly Delta[]): void {
    const { journal, clock } = this.#turn.session;
    for (const { offset, text } of deltas)
      journal.publish({ kind: "item_delta", item_id: open.id, offset, text: text.toWellFormed() });
    this.#stopWaiting?.();
    const { due } = open.joiner;
    this.#stopWaiting =
      due === undefined
        ? undefined
        : clock.after(due - clock.monotonic(), () => this.#tell(open, open.joiner.flush(clock.monotonic())));
  }
}
