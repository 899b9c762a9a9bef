/** The turns of a session, one at a time: a prompt is admitted, its turn runs, and may be cancelled. */
import type { Found } from "../model/reference.js";
import type { ModelTarget } from "../model/target.js";
import type { Clock } from "../ports/clock.js";
import type { Connect } from "../ports/connect.js";
import { FileError } from "../ports/files.js";
import type { SessionStore } from "../store/session.js";
import { conversationOf } from "./conversation.js";
import type { Journal } from "./journal.js";
import { runTurn } from "./run.js";

export interface TurnsParts {
  readonly journal: Journal;
  readonly store: SessionStore;
  readonly clock: Clock;
  readonly connect: Connect;
  /** The model of a name, or the usual one, by the configuration that is in use now; a turn asks once. */
  readonly resolve: (name: string | undefined) => Found<ModelTarget>;
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

interface Running {
  readonly promptId: string;
  readonly ending: AbortController;
  readonly over: Promise<void>;
}

export class Turns {
  readonly #parts: TurnsParts;
  #running: Running | undefined;
  /** Whether a prompt is on its way to the disk. */
  #isAdmitting = false;

  constructor(parts: TurnsParts) {
    this.#parts = parts;
  }

  /** Admits a prompt and begins its turn; or the code that it is refused with. */
  async begin(prompt: Prompt): Promise<Admitted | "turn_in_flight" | "storage_unavailable"> {
    if (this.#running !== undefined || this.#isAdmitting) return "turn_in_flight";
    this.#isAdmitting = true;
    try {
      return await this.#admit(prompt);
    } catch (error) {
      if (error instanceof FileError) return "storage_unavailable";
      throw error;
    } finally {
      this.#isAdmitting = false;
    }
  }

  /** Asks the turn that runs to end; its prompt, or undefined when none runs. */
  cancel(): string | undefined {
    this.#running?.ending.abort();
    return this.#running?.promptId;
  }

  /** Resolves when no turn runs any more. */
  async stop(): Promise<void> {
    this.cancel();
    await this.#running?.over;
  }

  async #admit({ content, model: wanted, prompt_id, generation = 0 }: Prompt): Promise<Admitted> {
    const { journal, store, clock, connect, resolve } = this.#parts;
    const promptId = prompt_id ?? journal.newId();
    const target = resolve(wanted);
    const model = "found" in target ? target.found.model : (wanted ?? null);
    const about = { prompt_id: promptId, generation, model, facet: null };
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
      entries: ([item]) => [{ t: "prompt", ...about, ...(item === undefined ? {} : { item }) }],
      changes: [{ kind: "turn_started", ...about }],
    });
    const ending = new AbortController();
    const conversation = () => conversationOf(store);
    const turn = { journal, clock, connect, promptId, target, facet: null, conversation, signal: ending.signal };
    const over = runTurn(turn).finally(() => {
      this.#running = undefined;
    });
    this.#running = { promptId, ending, over };
    return { prompt_id: promptId, generation };
  }
}
