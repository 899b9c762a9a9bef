/** The prompts that this epoch has taken, by their id: one that is sent again is answered as the first time, and runs nothing (P-S56). */
import { sha256Hex } from "../../ports/hash.js";
import { canonicalJson } from "../../wire/protocol/canonical.js";

export class Admissions<Answer> {
  readonly #taken = new Map<string, { readonly payload: string; readonly answer: Promise<Answer> }>();

  /** What was answered to this prompt, or will be; undefined for a new one. `other`: its id belongs to another payload. */
  find(promptId: string, payload: object): Promise<Answer> | "other" | undefined {
    const taken = this.#taken.get(promptId);
    return taken === undefined || taken.payload === digestOf(payload) ? taken?.answer : "other";
  }

  /** Remembers a prompt while it is being admitted; afterwards only if it was. */
  take(promptId: string, payload: object, answer: Promise<Answer>, isAdmitted: (answer: Answer) => boolean): void {
    this.#taken.set(promptId, { payload: digestOf(payload), answer });
    const forget = (): void => void this.#taken.delete(promptId);
    answer.then((said) => isAdmitted(said) || forget(), forget);
  }
}

function digestOf(payload: object): string {
  return sha256Hex(canonicalJson(payload));
}
