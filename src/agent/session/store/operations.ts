/** The operations of earlier epochs, as the log tells them (P-S28). */
import { limits } from "../../../generated/protocol/tables.js";
import type {
  CompactedEntry,
  Correlation,
  LogEntry,
  OperationOutcome,
  TurnEntry,
} from "../../../generated/protocol/types.js";

/** An operation of an earlier epoch. */
export interface RecoveredOperation {
  readonly correlation: Correlation;
  /** The epoch that it was admitted in. */
  readonly epoch: string;
  readonly command: RecoveredCommand;
}

export type RecoveredCommand =
  | { readonly kind: "done"; readonly outcome: OperationOutcome }
  /** A compaction whose end the log does not hold. */
  | { readonly kind: "compacting"; readonly compactionId: string }
  | {
      readonly kind: "prompt";
      readonly promptId: string;
      readonly generation: number;
      /** The end of its turn; undefined when the log holds none. */
      readonly turn: TurnEntry | undefined;
    };

/**
 * The newest operations, as many as an epoch may hold; their windows tell which of them have ended. The times of entries would not: the wall
 * clock may have been wrong when one was written.
 */
export class OperationsInLog {
  #epoch = "";
  readonly #operations: RecoveredOperation[] = [];
  /** The operation of the current turn. */
  #open: { readonly operation: RecoveredOperation; readonly promptId: string; readonly generation: number } | undefined;

  /** In the order of their admission. */
  get newest(): readonly RecoveredOperation[] {
    return this.#operations;
  }

  take(entry: LogEntry): void {
    switch (entry.t) {
      case "epoch":
        this.#epoch = entry.daemon_epoch;
        this.#open = undefined;
        break;
      case "prompt": {
        const { prompt_id: promptId, generation, operation: correlation } = entry;
        this.#open = undefined;
        if (correlation === undefined) break;
        const operation = this.#add(correlation, { kind: "prompt", promptId, generation, turn: undefined });
        this.#open = { operation, promptId, generation };
        break;
      }
      case "input": {
        const { operation, queue_revision, input } = entry;
        if (operation !== undefined)
          this.#add(operation, { kind: "done", outcome: { prompt_id: input.prompt_id, queue_revision } });
        break;
      }
      case "dequeue": {
        const { operation, prompt_id } = entry;
        const outcome = prompt_id === null ? ("nothing_queued" as const) : { prompt_id };
        if (operation !== undefined) this.#add(operation, { kind: "done", outcome });
        break;
      }
      case "answer": {
        const { operation, id, resolution } = entry;
        if (operation !== undefined)
          this.#add(operation, { kind: "done", outcome: { interrogative_id: id, resolution } });
        break;
      }
      case "compacting": {
        const { operation, compaction_id: compactionId } = entry;
        if (operation !== undefined) this.#add(operation, { kind: "compacting", compactionId });
        break;
      }
      case "compacted":
        this.#compacted(entry);
        break;
      case "turn":
        this.#end(entry);
        break;
    }
  }

  #add(correlation: Correlation, command: RecoveredCommand): RecoveredOperation {
    const operation = { correlation, epoch: this.#epoch, command };
    this.#operations.push(operation);
    if (this.#operations.length > limits.ledgerRecords) this.#operations.shift();
    return operation;
  }

  #compacted({ compaction_id, before, after }: CompactedEntry): void {
    const index = this.#operations.findLastIndex(
      ({ command }) => command.kind === "compacting" && command.compactionId === compaction_id,
    );
    const operation = this.#operations[index];
    if (operation === undefined) return;
    this.#operations[index] = { ...operation, command: { kind: "done", outcome: { compaction_id, before, after } } };
  }

  #end(turn: TurnEntry): void {
    const open = this.#open;
    if (open?.promptId !== turn.prompt_id) return;
    const { operation, promptId, generation } = open;
    const index = this.#operations.lastIndexOf(operation);
    if (index !== -1)
      this.#operations[index] = { ...operation, command: { kind: "prompt", promptId, generation, turn } };
    this.#open = undefined;
  }
}
