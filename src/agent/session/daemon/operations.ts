/** The operations of a session: those of this epoch in a ledger, until their windows end, and those of earlier epochs (P-S24, P-S28). */
import { limits } from "../../../generated/protocol/tables.js";
import type { ClientOperationResultV1, OperationKey, OperationWindow } from "../../../generated/protocol/types.js";
import type { Clock } from "../../machine/interfaces/clock.js";
import { Elapsed } from "../../wire/core/elapsed.js";
import { type Entry, Ledger } from "../../wire/core/ledger.js";
import { type WindowState, Windows } from "../../wire/core/windows.js";
import { INTERRUPTED } from "../store/failure-notice.js";
import type { RecoveredOperation } from "../store/operations.js";
import { endOf, keyOf } from "../turn/operation.js";
import type { SessionJournal } from "./journal.js";

export class Operations {
  readonly epoch: string;
  readonly #windows: Windows;
  readonly #ledger = new Ledger({ records: limits.ledgerRecords, bytes: limits.ledgerBytes });
  readonly #earlier: readonly ClientOperationResultV1[];

  constructor(journal: SessionJournal, clock: Clock) {
    const { codec, stream, epoch } = journal.stream.cursors;
    this.epoch = journal.epoch;
    this.#windows = new Windows({ codec, stream, epoch, clock, elapsed: new Elapsed(clock) });
    this.#earlier = journal.store.recovered.operations.map(resultOf);
    journal.onRecord((record) => {
      if (record.kind === "operation_updated")
        this.#ledger.update({ ...record.result, committed_cursor: record.cursor });
    });
  }

  get window(): OperationWindow {
    return this.#windows.current();
  }

  judge(window: string): WindowState {
    return this.#windows.judge(window);
  }

  /** Whether there is no room for one more operation; then the seconds until there may be. */
  get secondsUntilRoom(): number | undefined {
    this.#expire();
    if (!this.#ledger.isFull) return undefined;
    const [oldest] = this.#ledger.windows;
    return oldest === undefined ? 1 : Math.max(1, Math.ceil(this.#windows.rest(oldest) / 1000));
  }

  find(key: OperationKey): Entry | undefined {
    this.#expire();
    return this.#ledger.find(key);
  }

  reserve(key: OperationKey, payload: string): void {
    this.#ledger.reserve(key, payload);
  }

  drop(key: OperationKey): void {
    this.#ledger.drop(key);
  }

  /** An operation of an earlier epoch. */
  findEarlier({ window_id, operation }: OperationKey): ClientOperationResultV1 | undefined {
    return this.#earlier.find((result) => result.window_id === window_id && result.operation === operation);
  }

  #expire(): void {
    this.#ledger.expire((window) => this.#windows.judge(window) !== "open");
  }
}

/** The final result of an operation of an earlier epoch: a turn without an end was interrupted. */
function resultOf({ correlation, epoch, command }: RecoveredOperation): ClientOperationResultV1 {
  const about = { daemon_epoch: epoch, ...keyOf(correlation) };
  if (command.kind === "done") return { ...about, status: "completed", outcome: command.outcome };
  if (command.kind === "compacting") return { ...about, status: "failed", error: INTERRUPTED };
  const { promptId: prompt_id, generation, turn } = command;
  const { outcome = "interrupted", error } = turn ?? {};
  return { ...about, ...endOf({ prompt_id, generation, outcome, ...(error === undefined ? {} : { error }) }) };
}
