/** The admitted prompts of this epoch, by id. A repeated prompt gets the first answer, and starts no turn (P-S56). */
import { sha256Hex } from "../../ports/hash.js";
import { canonicalJson } from "../../wire/protocol/canonical.js";

export class Admissions<Answer> {
  readonly #taken = new Map<string, { readonly payload: string; readonly answer: Promise<Answer> }>();

  /** The first answer to this prompt; undefined for a new one. `other`: its id belongs to another payload. */
  find(promptId: string, payload: object): Promise<Answer> | "other" | undefined {
    const taken = this.#taken.get(promptId);
    return taken === undefined || taken.payload === digestOf(payload) ? taken?.answer : "other";
  }

  /** Remembers a prompt during its admission, and afterwards if it was admitted. */
  take(promptId: string, payload: object, answer: Promise<Answer>, isAdmitted: (answer: Answer) => boolean): void {
    this.#taken.set(promptId, { payload: digestOf(payload), answer });
    const forget = (): void => void this.#taken.delete(promptId);
    answer.then((said) => isAdmitted(said) || forget(), forget);
  }
}

function digestOf(payload: object): string {
  return sha256Hex(canonicalJson(payload));
}
