/** The turns of a session, one at a time: a prompt is admitted, its turn runs, and the oldest waiting input begins the next one (P-S25). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Attribution } from "../../../generated/protocol/types.js";
import type { Clock } from "../../ports/clock.js";
import type { Connect } from "../../ports/connect.js";
import { FileError } from "../../ports/files.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { NewEntry } from "../store/log.js";
import type { SessionStore } from "../store/session.js";
import type { Equipment, Wanted } from "./equipment.js";
import type { Journal, NewItem } from "./journal.js";
import { correlated, operationOf } from "./operation.js";
import type { Permission } from "./permission.js";
import { type MaybeCorrelation, type Prompt, type SentPrompt, taken } from "./prompt.js";
import type { InputQueue, Waiting } from "./queue.js";
import { RefusedImages } from "./refused-images.js";
import type { TurnReport } from "./report.js";
import { runTurn } from "./run.js";
import { titleOf } from "./title.js";

export interface TurnsParts {
  readonly journal: Journal;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly connect: Connect;
  /** The scrubber of the current configuration. */
  readonly scrubber: () => Scrubber;
  /** What a turn works with by the current configuration; a turn asks once. */
  readonly equip: (wanted: Wanted) => Promise<Equipment>;
  readonly permission: Permission;
  readonly report: TurnReport;
  readonly queue: InputQueue<QueuedPrompt>;
}

/** A prompt in the queue. */
export interface QueuedPrompt {
  readonly prompt_id: string;
  /** Resolves when it is on the disk; with undefined when it will not be there. */
  readonly kept: Promise<Prompt | undefined>;
}

export interface Admitted {
  readonly prompt_id: string;
  readonly generation: number;
}

export type PromptRefusal = "turn_in_flight" | "storage_unavailable" | "shutting_down";

/** The current turn: from the request for it to the record of its end. */
interface Turn {
  readonly promptId: string;
  readonly ending: AbortController;
}

export class Turns {
  readonly #parts: TurnsParts;
  readonly #refusedImages = new RefusedImages();
  #turn: Turn | undefined;
  #isStopping = false;
  #lastPrompt = "";
  /** Never reject. */
  #admission: Promise<unknown> = Promise.resolve();
  #over: Promise<void> = Promise.resolve();
  /** Cancels the next attempt to begin the turn of an input. */
  #forget = (): void => {};

  constructor(parts: TurnsParts) {
    this.#parts = parts;
    parts.journal.onRecord((record) => {
      if (record.kind === "turn_finished" && record.prompt_id === this.#turn?.promptId) this.#next();
    });
  }

  get isRunning(): boolean {
    return this.#turn !== undefined;
  }

  /** The words of the last prompt; empty before the first. */
  get lastPrompt(): string {
    return this.#lastPrompt;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Admits a prompt and begins its turn, or returns the code of its refusal. Resolves when the prompt is on the disk. */
  async prompt(sent: SentPrompt, correlation?: MaybeCorrelation): Promise<Admitted | PromptRefusal> {
    if (this.#isStopping) return "shutting_down";
    if (this.#turn !== undefined) return "turn_in_flight";
    const { store, scrubber } = this.#parts;
    const isAdmitted = await this.#begin(sent.prompt_id, async (turn) => {
      await this.#admit(turn, await taken(sent, store, scrubber()), { correlation });
      return true;
    });
    if (isAdmitted) return { prompt_id: sent.prompt_id, generation: sent.generation };
    // An input may have been queued in the meantime.
    this.resume();
    return "storage_unavailable";
  }

  /** Begins a turn with the oldest input, if one waits and no turn runs. */
  resume(): void {
    if (this.#turn === undefined) this.#next();
  }

  /** Cancels the current turn; returns the id of its prompt, or undefined when no turn runs. */
  cancel(): string | undefined {
    if (this.#turn === undefined || !this.#parts.journal.isBusy) return undefined;
    this.#turn.ending.abort();
    return this.#turn.promptId;
  }

  /** Admits no more prompts, and resolves when no turn runs. A prompt in admission begins its turn, which is cancelled. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#forget();
    this.#turn?.ending.abort();
    await this.#admission;
    await this.#over;
  }

  /** Begins the next turn, if an input waits. */
  #next(): void {
    this.#turn = undefined;
    const { queue } = this.#parts;
    const { oldest } = queue;
    if (oldest === undefined || this.#isStopping) return;
    queue.remove(oldest);
    void this.#start(oldest);
  }

  async #start(waiting: Waiting<QueuedPrompt>): Promise<void> {
    const { queue } = this.#parts;
    const { prompt_id, kept } = waiting.input;
    const isAdmitted = await this.#begin(prompt_id, async (turn) => {
      const prompt = await kept;
      if (prompt === undefined || this.#isStopping) return false;
      await this.#admit(turn, prompt, { dequeued: { queue_revision: queue.nextRevision() } });
      return true;
    });
    if (isAdmitted) return;
    // The disk has refused the input, and another one may wait; or it refuses the turn now, and may take it later.
    if ((await kept) === undefined) this.#next();
    else {
      queue.restore(waiting);
      this.#forget();
      if (!this.#isStopping) this.#forget = this.#parts.clock.after(limits.queueRetry, () => this.resume());
    }
  }

  /** Occupies the session during an admission; false when it fails or the disk refuses it. */
  async #begin(promptId: string, admit: (turn: Turn) => Promise<boolean>): Promise<boolean> {
    const turn: Turn = { promptId, ending: new AbortController() };
    this.#turn = turn;
    const admission = admit(turn);
    this.#admission = admission.catch(() => {});
    let isAdmitted = false;
    try {
      isAdmitted = await admission;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#parts.report.refused(error);
    } finally {
      if (!isAdmitted && this.#turn === turn) this.#turn = undefined;
    }
    return isAdmitted;
  }

  async #admit({ promptId, ending: { signal } }: Turn, prompt: Prompt, how: Beginning): Promise<void> {
    const { journal, store, clock, connect, equip, permission, report, scrubber } = this.#parts;
    const equipment = await equip(prompt);
    this.#lastPrompt = prompt.content ?? this.#lastPrompt;
    const { target, facet } = equipment;
    const model = "found" in target ? target.found.model : (prompt.model ?? null);
    const started = { prompt_id: promptId, generation: prompt.generation, model, facet };
    const title = journal.title === null ? titleOf(prompt.content ?? "") : undefined;
    const { correlation, dequeued } = how;
    await journal.commit({
      items: itemsOf(prompt, { kind: "captured", facet, model }, () => journal.newId()),
      entries: ([item]): readonly NewEntry[] => [
        {
          t: "prompt",
          ...started,
          ...(item === undefined ? {} : { item }),
          ...operationOf(correlation),
        },
        ...(title === undefined ? [] : [{ t: "session", title } as const]),
      ],
      changes: [
        ...(dequeued === undefined ? [] : [{ kind: "input_dequeued", prompt_id: promptId, ...dequeued } as const]),
        ...correlated(journal.epoch, correlation, [{ kind: "turn_started", ...started }], { status: "admitted" }),
        ...(title === undefined ? [] : [{ kind: "session_changed", title } as const]),
      ],
    });
    const about = { promptId, generation: prompt.generation, asked: prompt.model ?? null, equipment, permission };
    this.#over = runTurn({
      ...{ journal, store, clock, connect, report, ...about, signal, correlation },
      refusedImages: this.#refusedImages,
      scrubber: scrubber(),
    });
  }
}

/** The command that begins a turn: a prompt, which may have an operation, or an input that leaves the queue. */
interface Beginning {
  readonly correlation?: MaybeCorrelation;
  readonly dequeued?: { readonly queue_revision: string };
}

function itemsOf(
  { content, attachments, prompt_id }: Prompt,
  attribution: Attribution,
  newId: () => string,
): readonly NewItem[] {
  if (content === undefined && attachments.length === 0) return [];
  return [
    {
      item_id: newId(),
      kind: "user_message",
      attribution,
      prompt_id,
      ...(content === undefined ? {} : { text: content }),
      ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
    },
  ];
}
