/**
 * The correlated commands of an epoch, until their windows end (spec 3, P-S22): a repeated command finds the result of the first one.
 * Results come from records of the kind `operation_updated`; a command on its way to the disk has none yet.
 */
import type { ClientOperationResultV1, OperationKey } from "../../../generated/protocol/types.js";
import { utf8Bytes } from "./text-size.js";

export interface Entry {
  /** SHA-256 of its payload, in hexadecimal (P-S23). */
  readonly payload: string;
  /** Undefined until the command is admitted. */
  readonly result: ClientOperationResultV1 | undefined;
}

export interface LedgerLimits {
  readonly records: number;
  /** Of JSON of the results. */
  readonly bytes: number;
}

interface LedgerEntry extends Entry {
  result: ClientOperationResultV1 | undefined;
  bytes: number;
}

/** Bytes that a command counts for before it has a result: more than an admitted one. */
export const RESERVED_BYTES = 1024;

export class Ledger {
  readonly #limits: LedgerLimits;
  /** By window, and by operation. */
  readonly #windows = new Map<string, Map<string, LedgerEntry>>();
  #records = 0;
  #bytes = 0;

  constructor(limits: LedgerLimits) {
    this.#limits = limits;
  }

  /** Whether one more command would exceed its limits. */
  get isFull(): boolean {
    return this.#records >= this.#limits.records || this.#bytes + RESERVED_BYTES > this.#limits.bytes;
  }

  /** Windows with commands, the oldest first. */
  get windows(): readonly string[] {
    return [...this.#windows.keys()];
  }

  find({ window_id, operation }: OperationKey): Entry | undefined {
    return this.#windows.get(window_id)?.get(operation);
  }

  /** Takes a command that it does not have. */
  reserve({ window_id, operation }: OperationKey, payload: string): void {
    const window = this.#windows.get(window_id) ?? new Map<string, LedgerEntry>();
    this.#windows.set(window_id, window);
    window.set(operation, { payload, result: undefined, bytes: RESERVED_BYTES });
    this.#count(1, RESERVED_BYTES);
  }

  drop({ window_id, operation }: OperationKey): void {
    const window = this.#windows.get(window_id);
    const entry = window?.get(operation);
    if (window === undefined || entry === undefined) return;
    window.delete(operation);
    if (window.size === 0) this.#windows.delete(window_id);
    this.#count(-1, -entry.bytes);
  }

  /** Takes a newer result of a command. A final result stays, and one of an ended window is dropped. */
  update(result: ClientOperationResultV1): void {
    const entry = this.#windows.get(result.window_id)?.get(result.operation);
    if (entry === undefined || isFinal(entry.result)) return;
    const bytes = Math.max(RESERVED_BYTES, utf8Bytes(JSON.stringify(result)));
    this.#count(0, bytes - entry.bytes);
    entry.result = result;
    entry.bytes = bytes;
  }

  /** Forgets the commands of windows that have ended. */
  expire(hasEnded: (window: string) => boolean): void {
    for (const [name, window] of this.#windows) {
      if (!hasEnded(name)) continue;
      this.#windows.delete(name);
      for (const { bytes } of window.values()) this.#count(-1, -bytes);
    }
  }

  #count(records: number, bytes: number): void {
    this.#records += records;
    this.#bytes += bytes;
  }
}

/** Whether a result never changes any more. */
export function isFinal(result: ClientOperationResultV1 | undefined): boolean {
  return result?.status === "completed" || result?.status === "failed";
}
