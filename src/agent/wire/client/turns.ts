/** The running turns, as a client knows them from records and snapshots. */
import type { TurnFinished } from "../../../generated/protocol/types.js";
import type { Followed } from "./follow.js";

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

  /** Takes a snapshot or a record; returns the turns that it ends. */
  take(followed: Followed): readonly EndedTurn[] {
    if (followed.kind === "record") {
      const { record } = followed;
      if (record.kind === "turn_started") this.#running.add(record.prompt_id);
      if (record.kind !== "turn_finished") return [];
      this.#running.delete(record.prompt_id);
      return [{ promptId: record.prompt_id, finished: record }];
    }
    const { snapshot, missed } = followed;
    // A prompt that was admitted only after this snapshot is in neither, and its records are to come.
    for (const { prompt_id } of missed) if (prompt_id !== undefined) this.#running.add(prompt_id);
    const { prompt_id: current } = snapshot.turn;
    const ended = [...this.#running].filter((promptId) => promptId !== current);
    for (const promptId of ended) this.#running.delete(promptId);
    if (current !== undefined) this.#running.add(current);
    return ended.map((promptId) => ({ promptId, finished: undefined }));
  }
}
