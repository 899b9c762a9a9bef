/** The running turns, as a follower knows them. */
import type { Change, TurnFinished } from "../../wire/client/index.js";

/** `finished` is undefined when the turn ended while the client was not connected. */
export interface EndedTurn {
  readonly promptId: string;
  readonly finished: TurnFinished | undefined;
}

export class TurnWatch {
  readonly #running = new Set<string>();

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Takes a change; returns the turns that it ends. */
  take(change: Change): readonly EndedTurn[] {
    if (change.kind === "record") {
      const { record } = change;
      if (record.kind === "turn_started") this.#running.add(record.prompt_id);
      if (record.kind !== "turn_finished") return [];
      this.#running.delete(record.prompt_id);
      return [{ promptId: record.prompt_id, finished: record }];
    }
    if (change.kind === "item") {
      // An item that came without its record tells of a turn whose beginning was missed.
      if (change.record === undefined && change.item.prompt_id !== undefined) this.#running.add(change.item.prompt_id);
      return [];
    }
    // A prompt that was admitted only after this snapshot is in neither, and its records are to come.
    const { prompt_id: current } = change.snapshot.turn;
    const ended = [...this.#running].filter((promptId) => promptId !== current);
    for (const promptId of ended) this.#running.delete(promptId);
    if (current !== undefined) this.#running.add(current);
    return ended.map((promptId) => ({ promptId, finished: undefined }));
  }
}
