/** The inputs that wait for the end of a turn, the oldest first (P-S25). It counts those that are on their way to the disk. */
import { limits } from "../../../generated/protocol/tables.js";
import { utf8Bytes } from "../../wire/core/text-size.js";
import { whole } from "../store/long-text.js";
import type { SessionStore } from "../store/session.js";
import type { Prompt } from "./turn.js";

/** A prompt in the queue. */
interface QueuedPrompt {
  readonly prompt_id: string;
  /** Resolves when it is on the disk; with undefined when it will not be there. */
  readonly kept: Promise<Prompt | undefined>;
}

/** An input in the queue. */
export interface Waiting {
  readonly input: QueuedPrompt;
  /** Bytes of its text and its attachments. */
  readonly bytes: number;
  /** A later input has a higher number. */
  readonly order: number;
}

export class InputQueue {
  #waiting: readonly Waiting[] = [];
  #order = 0;
  #revision: number;

  /** `revision`: the number of changes so far. */
  constructor(revision: number) {
    this.#revision = revision;
  }

  get oldest(): Waiting | undefined {
    return this.#waiting[0];
  }

  get newest(): Waiting | undefined {
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

  add(input: QueuedPrompt, bytes: number): Waiting {
    this.#order += 1;
    const waiting = { input, bytes, order: this.#order };
    this.restore(waiting);
    return waiting;
  }

  remove(waiting: Waiting): void {
    this.#waiting = this.#waiting.filter((other) => other !== waiting);
  }

  /** Puts an input back into its place: the disk refused its removal. */
  restore(waiting: Waiting): void {
    this.#waiting = [...this.#waiting, waiting].sort((a, b) => a.order - b.order);
  }
}

/** The queue at the beginning of an epoch. Rejects with a `FileError`, or with `history_corrupt`. */
export async function recoveredQueue(store: SessionStore): Promise<InputQueue> {
  const { inputs, queueRevision } = store.recovered;
  const queue = new InputQueue(queueRevision);
  for (const { input, model, facet } of inputs) {
    const { prompt_id, generation, attachments = [], text } = input;
    const content = text === undefined ? undefined : await whole(input, store);
    const prompt = {
      ...{ prompt_id, generation, attachments },
      ...(content === undefined ? {} : { content }),
      ...(model === null ? {} : { model }),
      ...(facet === undefined ? {} : { facet }),
    };
    const bytes = attachments.reduce(
      (sum, attachment) => sum + ("total_length" in attachment ? attachment.total_length : 0),
      utf8Bytes(content ?? ""),
    );
    queue.add({ prompt_id, kept: Promise.resolve(prompt) }, bytes);
  }
  return queue;
}
