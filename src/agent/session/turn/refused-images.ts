/**
 * Images that a provider has refused: the requests to its model go without them. Known while the daemon runs; the next one learns it again, from one
 * more refusal.
 */
import type { ModelTarget } from "../model/target.js";

type Model = Pick<ModelTarget, "provider" | "providerName">;

export class RefusedImages {
  /** Ids of artifacts, by the model that was asked. */
  readonly #ids = new Map<string, ReadonlySet<string>>();

  of(model: Model): ReadonlySet<string> {
    return this.#ids.get(keyOf(model)) ?? new Set();
  }

  add(model: Model, ids: Iterable<string>): void {
    this.#ids.set(keyOf(model), new Set([...this.of(model), ...ids]));
  }
}

function keyOf({ provider, providerName }: Model): string {
  return JSON.stringify([provider, providerName]);
}
