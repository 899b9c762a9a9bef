/**
 * How requests to a model differ from the history, because its provider has refused them otherwise. Known while the daemon runs; the next one learns
 * it again, from one more refusal.
 */
import type { ModelTarget } from "../model/target.js";

export interface Concession {
  /** Ids of images for which a line stands (P-S65). */
  readonly images: ReadonlySet<string>;
  /** Ids of items of results that are told in short (P-S94). */
  readonly results: ReadonlySet<string>;
  /**
   * The reasoning that a message has (P-S93). `own`: the opaque state. `public`: where there is none any longer, the reasoning in the history. `none`:
   * neither of them.
   */
  readonly reasoning: "own" | "public" | "none";
}

const NOTHING: Concession = { images: new Set(), results: new Set(), reasoning: "own" };

type Model = Pick<ModelTarget, "provider" | "providerName">;

export class Concessions {
  readonly #byModel = new Map<string, Concession>();

  of(model: Model): Concession {
    return this.#byModel.get(keyOf(model)) ?? NOTHING;
  }

  remember(model: Model, concession: Concession): void {
    this.#byModel.set(keyOf(model), concession);
  }
}

function keyOf({ provider, providerName }: Model): string {
  return JSON.stringify([provider, providerName]);
}
