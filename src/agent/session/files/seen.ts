/** The files that the model has seen in this session, by the digests of their bytes: a change that comes from elsewhere is noticed before an edit. */
import { sha256Hex } from "../../machine/interfaces/hash.js";

/** Of more files the first are forgotten. */
const MOST = 20_000;

export class SeenFiles {
  readonly #digests = new Map<string, string>();
  #changes: Promise<unknown> = Promise.resolve();

  note(path: string, bytes: Uint8Array): void {
    this.#digests.delete(path);
    this.#digests.set(path, sha256Hex(bytes));
    const [first] = this.#digests.size > MOST ? this.#digests.keys() : [];
    if (first !== undefined) this.#digests.delete(first);
  }

  /** `unseen` for a file that the model has not read, `changed` for one that has other bytes by now. */
  compare(path: string, bytes: Uint8Array): "unseen" | "same" | "changed" {
    const digest = this.#digests.get(path);
    if (digest === undefined) return "unseen";
    return digest === sha256Hex(bytes) ? "same" : "changed";
  }

  /** Runs one change after the other, also those of several agents of one session. */
  inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
    const done = this.#changes.then(change);
    this.#changes = done.catch(() => {});
    return done;
  }
}
