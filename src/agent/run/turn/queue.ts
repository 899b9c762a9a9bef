/** The inputs that wait for the end of a turn, the oldest first (P-S25). It counts those that are on their way to the disk. */
import { limits } from "../../../generated/protocol/tables.js";

/** An input in the queue. */
export interface Waiting<Input> {
  readonly input: Input;
  /** Bytes of its text and its attachments. */
  readonly bytes: number;
  /** A later input has a higher number. */
  readonly order: number;
}

export class InputQueue<Input> {
  #waiting: readonly Waiting<Input>[] = [];
  #order = 0;
  #revision: number;

  /** `revision`: the number of changes so far. */
  constructor(revision: number) {
    this.#revision = revision;
  }

  get oldest(): Waiting<Input> | undefined {
    return this.#waiting[0];
  }

  get newest(): Waiting<Input> | undefined {
    return this.#waiting.at(-1);
  }

  /** The counter of its changes, as records hold it. */
  get revision(): string {
    return String(this.#revision);
  }

  /** The counter after one more change. */
  nextRevision(): string {
    this.#revision += 1;
    return this.revision;
  }

  hasRoom(bytes: number): boolean {
    const held = this.#waiting.reduce((sum, waiting) => sum + waiting.bytes, 0);
    return this.#waiting.length < limits.queuedInputs && held + bytes <= limits.queuedBytes;
  }

  add(input: Input, bytes: number): Waiting<Input> {
    this.#order += 1;
    const waiting = { input, bytes, order: this.#order };
    this.restore(waiting);
    return waiting;
  }

  remove(waiting: Waiting<Input>): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
  }

  /** Puts an input back into its place: the disk refused its removal. */
  restore(waiting: Waiting<Input>): void {
    this.#waiting = [...this.#waiting, waiting].sort((a, b) => a.order - b.order);
  }
}
