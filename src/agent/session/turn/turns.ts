/** The turns of a session, one at a time: a prompt is admitted, its turn runs, and the oldest waiting input begins the next one (P-S25). */
import { limits } from "../../../generated/protocol/tables.js";
import { FileError } from "../../machine/interfaces/files.js";
import { Sizes } from "../compaction/size.js";
import type { NewEntry } from "../store/log.js";
import { type Begun, Compactions, type NotBegun } from "./compactions.js";
import { Concessions } from "./concessions.js";
import { correlated, type MaybeCorrelation, operationOf } from "./operation.js";
import { Permission } from "./permission.js";
import type { Questions } from "./questions.js";
import type { InputQueue, Waiting } from "./queue.js";
import { runTurn } from "./run.js";
import type { NewItem, TurnSession } from "./session.js";
import type { Subagents } from "./subagents/subagents.js";
import { titleOf } from "./title.js";
import { type Equipment, newItem, type Prompt, type SentPrompt, type Turn, taken } from "./turn.js";
import { listenerOf } from "./waiting.js";

export interface Admitted {
  readonly prompt_id: string;
  readonly generation: number;
}

export type PromptRefusal = "turn_in_flight" | "storage_unavailable" | "shutting_down";

/** What a turn works with by the current configuration; a turn asks once. */
export type Equip = (prompt: Prompt) => Promise<Equipment>;

/** The current turn, from the request for it to the record of its end. */
interface Current {
  readonly promptId: string;
  readonly ending: AbortController;
}

interface TurnsParts {
  readonly queue: InputQueue;
  readonly questions: Questions;
  readonly subagents: Subagents;
  readonly equip: Equip;
}

export class Turns {
  readonly #session: TurnSession;
  readonly #queue: InputQueue;
  readonly #equip: Equip;
  readonly #questions: Questions;
  readonly #permission: Permission;
  readonly #subagents: Subagents;
  readonly #concessions = new Concessions();
  readonly #sizes = new Sizes();
  readonly #compactions: Compactions;
  #current: Current | undefined;
  #isStopping = false;
  /** Never reject. */
  #admission: Promise<unknown> = Promise.resolve();
  #over: Promise<void> = Promise.resolve();
  /** Cancels the next attempt to begin the turn of an input. */
  #forget = (): void => {};

  constructor(session: TurnSession, { queue, questions, subagents, equip }: TurnsParts) {
    [this.#session, this.#queue, this.#questions] = [session, queue, questions];
    [this.#subagents, this.#equip] = [subagents, equip];
    this.#permission = new Permission(questions, session);
    this.#compactions = new Compactions(session, this.#sizes);
    session.journal.onRecord((record) => {
      if (record.kind === "turn_finished" && record.prompt_id === this.#current?.promptId) this.#next();
    });
  }

  get isRunning(): boolean {
    return this.#current !== undefined;
  }

  get isCompacting(): boolean {
    return this.#compactions.isRunning;
  }

  get isStopping(): boolean {
    return this.#isStopping;
  }

  /** Admits a prompt and begins its turn, or returns the code of its refusal. Resolves when the prompt is on the disk. */
  async prompt(sent: SentPrompt, correlation?: MaybeCorrelation): Promise<Admitted | PromptRefusal> {
    if (this.#isStopping) return "shutting_down";
    if (this.#current !== undefined) return "turn_in_flight";
    const { store, scrubber } = this.#session;
    const isAdmitted = await this.#begin(sent.prompt_id, async (current) => {
      await this.#admit(current, await taken(sent, store, scrubber()), { correlation });
      return true;
    });
    if (isAdmitted) return { prompt_id: sent.prompt_id, generation: sent.generation };
    // An input may have been queued in the meantime.
    this.resume();
    return "storage_unavailable";
  }

  /** Begins a compaction between turns, or returns why not (P-S27). Resolves when that is on the disk. */
  async compact(
    guidance: string | undefined,
    correlation?: MaybeCorrelation,
  ): Promise<Begun | NotBegun | "turn_in_flight" | "shutting_down"> {
    if (this.#isStopping) return "shutting_down";
    if (this.#current !== undefined) return "turn_in_flight";
    const nothing = { prompt_id: "", generation: 0, attachments: [] };
    const words = guidance === undefined ? undefined : this.#session.scrubber().scrub(guidance.toWellFormed());
    const equip = (): Promise<Equipment> => this.#equip(nothing);
    return this.#compactions.begin({ equip, concessions: this.#concessions, guidance: words, correlation });
  }

  /** Begins a turn with the oldest input, if one waits and no turn runs. */
  resume(): void {
    if (this.#current === undefined) this.#next();
  }

  /** Cancels the current turn; returns the id of its prompt, or undefined when no turn runs. */
  cancel(): string | undefined {
    if (this.#current === undefined || !this.#session.journal.isBusy) return undefined;
    this.#current.ending.abort();
    return this.#current.promptId;
  }

  /** Admits no more prompts, and resolves when no turn runs. A prompt in admission begins its turn, which is cancelled. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    this.#forget();
    this.#current?.ending.abort();
    await this.#compactions.stop();
    await this.#admission;
    await this.#over;
  }

  /** Begins the next turn, if an input waits. */
  #next(): void {
    this.#current = undefined;
    const { oldest } = this.#queue;
    if (oldest === undefined || this.#isStopping) return;
    this.#queue.remove(oldest);
    void this.#start(oldest);
  }

  async #start(waiting: Waiting): Promise<void> {
    const queue = this.#queue;
    const { prompt_id, kept } = waiting.input;
    const isAdmitted = await this.#begin(prompt_id, async (current) => {
      const prompt = await kept;
      if (prompt === undefined || this.#isStopping) return false;
      await this.#admit(current, prompt, { dequeued: { queue_revision: queue.nextRevision() } });
      return true;
    });
    if (isAdmitted) return;
    // The disk has refused the input, and another one may wait; or it refuses the turn now, and may take it later.
    if ((await kept) === undefined) this.#next();
    else {
      queue.restore(waiting);
      this.#forget();
      if (!this.#isStopping) this.#forget = this.#session.clock.after(limits.queueRetry, () => this.resume());
    }
  }

  /** Occupies the session during an admission; false when it fails or the disk refuses it. */
  async #begin(promptId: string, admit: (current: Current) => Promise<boolean>): Promise<boolean> {
    const current: Current = { promptId, ending: new AbortController() };
    this.#current = current;
    const admission = admit(current);
    this.#admission = admission.catch(() => {});
    let isAdmitted = false;
    try {
      isAdmitted = await admission;
    } catch (error) {
      if (!(error instanceof FileError)) throw error;
      this.#session.report.refused(error);
    } finally {
      if (!isAdmitted && this.#current === current) this.#current = undefined;
    }
    return isAdmitted;
  }

  async #admit(current: Current, prompt: Prompt, { correlation, dequeued }: Beginning): Promise<void> {
    const turn = await this.#turnOf(current, prompt, correlation);
    const { journal } = this.#session;
    const { facet, model } = turn.attribution;
    const started = { prompt_id: turn.promptId, generation: turn.generation, model, facet };
    const title = journal.title === null ? titleOf(prompt.content ?? "") : undefined;
    await journal.commit({
      items: itemsOf(prompt, turn),
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
        ...(dequeued === undefined ? [] : [{ kind: "input_dequeued", prompt_id: turn.promptId, ...dequeued } as const]),
        ...correlated(journal.epoch, correlation, [{ kind: "turn_started", ...started }], { status: "admitted" }),
        ...(title === undefined ? [] : [{ kind: "session_changed", title } as const]),
      ],
    });
    this.#over = runTurn(turn);
  }

  async #turnOf(
    { promptId, ending: { signal } }: Current,
    prompt: Prompt,
    correlation: MaybeCorrelation,
  ): Promise<Turn> {
    const session = this.#session;
    const equipment = await this.#equip(prompt);
    const { target, facet } = equipment;
    const model = "found" in target ? target.found.model : (prompt.model ?? null);
    const scrubber = session.scrubber();
    const { clock, connect, random, limiter } = session;
    const hide = (text: string): string => scrubber.scrub(text);
    const listener = listenerOf({ session, promptId, questions: this.#questions, signal });
    const turn: Turn = {
      ...{ ...equipment, session, promptId, generation: prompt.generation, correlation, signal },
      ...{ attribution: { kind: "captured", facet, model }, scrubber },
      ...{ permission: this.#permission, concessions: this.#concessions, sizes: this.#sizes },
      settled: (waiting) => this.#compactions.settled(waiting, (wait) => listener.waits(wait)),
      asking: { clock, connect, random, limiter, signal, hide, listener },
    };
    return { ...turn, delegate: this.#subagents.for(turn) };
  }
}

/** The command that begins a turn: a prompt, which may have an operation, or an input that leaves the queue. */
interface Beginning {
  readonly correlation?: MaybeCorrelation;
  readonly dequeued?: { readonly queue_revision: string };
}

function itemsOf({ content, attachments }: Prompt, turn: Turn): readonly NewItem[] {
  if (content === undefined && attachments.length === 0) return [];
  return [
    {
      ...newItem("user_message", turn),
      ...(content === undefined ? {} : { text: content }),
      ...(attachments.length === 0 ? {} : { attachments: [...attachments] }),
    },
  ];
}
