/** The credentials that are looked for (P-S44). An inventory never changes: `with` gives a larger one. It shows nothing when it is inspected. */
import { formsOf } from "./forms.js";
import { Scrubber } from "./scrubber.js";

/** Something that holds credentials, such as `ConfigCredential` of the toolkit. */
export interface Revealing {
  reveal(): readonly string[];
}

export class Inventory {
  readonly #secrets: ReadonlySet<string>;
  #scrubber: Scrubber | undefined;

  constructor(credentials: Iterable<Revealing> = []) {
    this.#secrets = new Set(Array.from(credentials, (one) => one.reveal()).flat());
  }

  /** Those of this inventory and more; the same inventory where it has them all. */
  with(more: Iterable<Revealing>): Inventory {
    const added = Array.from(more, (one) => one.reveal()).flat();
    if (added.every((secret) => this.#secrets.has(secret))) return this;
    return new Inventory([{ reveal: () => [...this.#secrets, ...added] }]);
  }

  /** Made when it is first asked for. */
  get scrubber(): Scrubber {
    this.#scrubber ??= new Scrubber(new Set(Array.from(this.#secrets, (secret) => [...formsOf(secret)]).flat()));
    return this.#scrubber;
  }
}
