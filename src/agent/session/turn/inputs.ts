/** The commands of the queue (P-S25, P-S62): an input is queued during a turn, and the newest one is taken back. */
import type { QueuedInput } from "../../../generated/protocol/types.js";
import { FileError } from "../../machine/interfaces/files.js";
import { kept } from "../store/long-text.js";
import { correlated, type MaybeCorrelation, operationOf } from "./operation.js";
import type { InputQueue } from "./queue.js";
import type { TurnSession } from "./session.js";
import { type Prompt, type SentPrompt, sizeOf, taken } from "./turn.js";
import type { Turns } from "./turns.js";

export interface Queued {
  readonly prompt_id: string;
  readonly generation: number;
  readonly queue_revision: string;
}

export interface Dequeued {
  /** Undefined when no input waited. */
  readonly prompt_id: string | undefined;
  readonly queue_revision: string;
}

type DequeueRefusal = "storage_unavailable" | "shutting_down";
type QueueRefusal = "turn_not_running" | "turn_input_queue_full" | DequeueRefusal;

export class Inputs {
  readonly #session: TurnSession;
  readonly #queue: InputQueue;
  readonly #turns: Turns;
  /** Resolves when all commands so far have been handed to the journal, which keeps their order. */
  #handedOver: Promise<unknown> = Promise.resolve();

  constructor(session: TurnSession, queue: InputQueue, turns: Turns) {
    [this.#session, this.#queue, this.#turns] = [session, queue, turns];
  }

  /** Queues an input, or returns the code of its refusal. Resolves when the input is on the disk. */
  async queue(sent: SentPrompt, correlation?: MaybeCorrelation): Promise<Queued | QueueRefusal> {
    const [turns, queue] = [this.#turns, this.#queue];
    if (turns.isStopping) return "shutting_down";
    if (!turns.isRunning) return "turn_not_running";
    const bytes = sizeOf(sent);
    if (!queue.hasRoom(bytes)) return "turn_input_queue_full";
    const { prompt_id, generation } = sent;
    const queued = { prompt_id, generation, queue_revision: queue.nextRevision() };
    const prompt = this.#keep(sent, queued.queue_revision, correlation);
    const waiting = queue.add({ prompt_id, kept: prompt.catch(() => undefined) }, bytes);
    return this.#unlessRefused(
      prompt.then(() => queued),
      async () => queue.remove(waiting),
    );
  }

  /** Takes the newest input back, or returns the code of the refusal. Resolves when that is on the disk. */
  async dequeue(correlation?: MaybeCorrelation): Promise<Dequeued | DequeueRefusal> {
    const { journal } = this.#session;
    const queue = this.#queue;
    if (this.#turns.isStopping) return "shutting_down";
    const { newest } = queue;
    const prompt_id = newest?.input.prompt_id;
    if (newest !== undefined) queue.remove(newest);
    const queue_revision = newest === undefined ? queue.revision : queue.nextRevision();
    const dequeued = { prompt_id, queue_revision };
    if (prompt_id === undefined && correlation === undefined) return dequeued;
    const changes = prompt_id === undefined ? [] : [{ kind: "input_dequeued", queue_revision, prompt_id } as const];
    const outcome = prompt_id === undefined ? ("nothing_queued" as const) : { prompt_id };
    const done = this.#inOrder(
      async () => {},
      () =>
        journal.commit({
          entries: () => [{ t: "dequeue", queue_revision, prompt_id: prompt_id ?? null, ...operationOf(correlation) }],
          changes: correlated(journal.epoch, correlation, changes, { status: "completed", outcome }),
        }),
    );
    return this.#unlessRefused(
      done.then(() => dequeued),
      async () => {
        // It may be one that the disk has refused as well.
        if (newest !== undefined && (await newest.input.kept) !== undefined) queue.restore(newest);
      },
    );
  }

  #keep(sent: SentPrompt, queue_revision: string, correlation: MaybeCorrelation): Promise<Prompt> {
    const { journal, store, scrubber } = this.#session;
    const { prompt_id, generation } = sent;
    const prepare = async (): Promise<{ readonly prompt: Prompt; readonly input: QueuedInput }> => {
      const prompt = await taken(sent, store, scrubber());
      const text = prompt.content === undefined ? {} : await kept(prompt.content, store);
      const attachments = prompt.attachments.length === 0 ? {} : { attachments: [...prompt.attachments] };
      return { prompt, input: { prompt_id, generation, ...text, ...attachments } };
    };
    return this.#inOrder(prepare, async ({ prompt, input }) => {
      const { model = null, facet } = prompt;
      const wanted = { model, ...(facet === undefined ? {} : { facet }) };
      await journal.commit({
        entries: () => [{ t: "input", queue_revision, input, ...wanted, ...operationOf(correlation) }],
        changes: correlated(journal.epoch, correlation, [{ kind: "input_queued", queue_revision, input }], {
          status: "completed",
          outcome: { prompt_id, queue_revision },
        }),
      });
      return prompt;
    });
  }

  /** Commits in the order of the calls, however long each takes to prepare. */
  #inOrder<Prepared, Done>(
    prepare: () => Promise<Prepared>,
    commit: (prepared: Prepared) => Promise<Done>,
  ): Promise<Done> {
    const prepared = this.#handedOver.then(prepare);
    this.#handedOver = prepared.catch(() => {});
    return prepared.then(commit);
  }

  /** The result, or a refusal when the disk does not take it; `undo` runs before. */
  async #unlessRefused<Done>(done: Promise<Done>, undo: () => Promise<void>): Promise<Done | "storage_unavailable"> {
    try {
      return await done;
    } catch (error) {
      await undo();
      if (!(error instanceof FileError)) throw error;
      this.#session.report.refused(error);
      return "storage_unavailable";
    }
  }
}
