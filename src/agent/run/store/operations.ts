/** The operations of earlier epochs, as the log tells them (P-S28). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Correlation, LogEntry, OperationOutcome, TurnEntry } from "../../../generated/protocol/types.js";

/** An operation of an earlier epoch. */
export interface RecoveredOperation {
  readonly correlation: Correlation;
  /** The epoch that it was admitted in. */
  readonly epoch: string;
  readonly command: RecoveredCommand;
}

export type RecoveredCommand =
  | { readonly kind: "done"; readonly outcome: OperationOutcome }
  | {
      readonly kind: "prompt";
      readonly promptId: string;
      readonly generation: number;
      /** The end of its turn; undefined when the log holds none. */
      readonly turn: TurnEntry | undefined;
    };

export class OperationsInLog {
  readonly #now: number;
  #epoch = "";
  readonly #operations: RecoveredOperation[] = [];
  /** The operation of the current turn. */
  #open: { readonly index: number; readonly promptId: string; readonly generation: number } | undefined;

  /** `now`: by the wall clock. */
  constructor(now: number) {
    this.#now = now;
  }

  /** Those whose windows may still be open, in the order of their admission. */
  get recent(): readonly RecoveredOperation[] {
    return this.#operations;
  }

  take(entry: LogEntry): void {
    switch (entry.t) {
      case "epoch":
        this.#epoch = entry.daemon_epoch;
        this.#open = undefined;
        break;
      case "prompt": {
        const { prompt_id: promptId, generation } = entry;
        this.#open = undefined;
        if (entry.operation === undefined || !this.#isRecent(entry)) break;
        this.#open = { index: this.#operations.length, promptId, generation };
        this.#add(entry.operation, { kind: "prompt", promptId, generation, turn: undefined });
        break;
      }
      case "input": {
        const { operation, queue_revision, input } = entry;
        if (operation !== undefined && this.#isRecent(entry))
          this.#add(operation, { kind: "done", outcome: { prompt_id: input.prompt_id, queue_revision } });
        break;
      }
      case "dequeue": {
        const { operation, prompt_id } = entry;
        const outcome = prompt_id === null ? ("nothing_queued" as const) : { prompt_id };
        if (operation !== undefined && this.#isRecent(entry)) this.#add(operation, { kind: "done", outcome });
        break;
      }
      case "turn":
        this.#end(entry);
        break;
    }
  }

  /** A window lasts no longer than this after the last command in it. A clock that was set back makes nothing old. */
  #isRecent({ at }: LogEntry): boolean {
    return this.#now - Date.parse(at) < limits.operationWindow;
  }

  #add(correlation: Correlation, command: RecoveredCommand): void {
    this.#operations.push({ correlation, epoch: this.#epoch, command });
  }

  #end(turn: TurnEntry): void {
    const open = this.#open;
    const operation = open === undefined ? undefined : this.#operations[open.index];
    if (open === undefined || operation === undefined || open.promptId !== turn.prompt_id) return;
    const { promptId, generation } = open;
    this.#operations[open.index] = { ...operation, command: { kind: "prompt", promptId, generation, turn } };
    this.#open = undefined;
  }
}
