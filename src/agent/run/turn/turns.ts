/** The turns of a session, one at a time: a prompt is admitted, its turn runs, and may be cancelled. */
import type { Clock } from "../../ports/clock.js";
import type { Connect } from "../../ports/connect.js";
import { FileError } from "../../ports/files.js";
import type { Found } from "../model/reference.js";
import type { ModelTarget } from "../model/target.js";
import type { SessionStore } from "../store/session.js";
import { Admissions } from "./admissions.js";
import { conversationOf } from "./conversation.js";
import type { Journal } from "./journal.js";
import type { TurnReport } from "./report.js";
import { runTurn } from "./run.js";

export interface TurnsParts {
  readonly journal: Journal;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly connect: Connect;
  /** The model of a name, or the default one, by the current configuration; a turn asks once. */
  readonly resolve: (name: string | undefined) => Promise<Found<ModelTarget>>;
  readonly report: TurnReport;
}

export interface Prompt {
  readonly content?: string;
  readonly model?: string;
  readonly prompt_id?: string;
  readonly generation?: number;
}

export interface Admitted {
  readonly prompt_id: string;
  readonly generation: number;
}

type Answer = Admitted | "turn_in_flight" | "operation_payload_conflict" | "storage_unavailable" | "shutting_down";

/** The current turn, or the last one; set before its first record. */
interface Turn {
  readonly promptId: string;
  readonly ending: AbortController;
}

export class Turns {
  readonly #parts: TurnsParts;
  readonly #admissions = new Admissions<Answer>();
  #turn: Turn | undefined;
  /** Whether a prompt is on its way to the disk. */
  #isAdmitting = false;
  #isStopping = false;
  /** Never reject. */
  #admission: Promise<unknown> = Promise.resolve();
  #over: Promise<void> = Promise.resolve();

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /**
   * Admits a prompt and begins its turn, or returns the code of its refusal. Records alone decide whether a turn runs. A prompt that this
   * epoch has already admitted under its id gets the first answer.
   */
  async begin(prompt: Prompt): Promise<Answer> {
    if (this.#isStopping) return "shutting_down";
    const promptId = prompt.prompt_id ?? this.#parts.journal.newId();
    const payload = { ...prompt, prompt_id: promptId };
    const first = this.#admissions.find(promptId, payload);
    if (first !== undefined) return first === "other" ? "operation_payload_conflict" : first;
    if (this.#isAdmitting || this.#parts.journal.isBusy) return "turn_in_flight";
    this.#isAdmitting = true;
    const answer = this.#answer(payload);
    this.#admissions.take(promptId, payload, answer, (said) => typeof said !== "string");
    return answer;
  }

  async #answer(prompt: Prompt & { readonly prompt_id: string }): Promise<Answer> {
    const admission = this.#admit(prompt);
    this.#admission = admission.catch(() => {});
    try {
      return await admission;
    } catch (error) {
      if (error instanceof FileError) {
        this.#parts.report.refused(error);
        return "storage_unavailable";
      }
      throw error;
    } finally {
      this.#isAdmitting = false;
    }
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
    this.#turn?.ending.abort();
    await this.#admission;
    await this.#over;
  }

  async #admit({
    content,
    model: wanted,
    prompt_id: promptId,
    generation = 0,
  }: Prompt & { readonly prompt_id: string }): Promise<Admitted> {
    const { journal, store, clock, connect, resolve, report } = this.#parts;
    const ending = new AbortController();
    this.#turn = { promptId, ending };
    const target = await resolve(wanted);
    const model = "found" in target ? target.found.model : (wanted ?? null);
    const started = { prompt_id: promptId, generation, model, facet: null };
    const said =
      content === undefined
        ? []
        : [
            {
              item_id: journal.newId(),
              kind: "user_message" as const,
              attribution: { kind: "captured" as const, facet: null, model },
              prompt_id: promptId,
              text: content,
            },
          ];
    await journal.commit({
      items: said,
      entries: ([item]) => [{ t: "prompt", ...started, ...(item === undefined ? {} : { item }) }],
      changes: [{ kind: "turn_started", ...started }],
    });
    const conversation = () => conversationOf(store);
    const { signal } = ending;
    const about = { promptId, asked: wanted ?? null, target, facet: null };
    this.#over = runTurn({ journal, clock, connect, report, ...about, conversation, signal });
    return { prompt_id: promptId, generation };
  }
}
