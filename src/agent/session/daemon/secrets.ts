/** The credentials that a daemon knows: each configuration adds its own, and none is forgotten (P-S66). */
import { credentialsOf, type LoadResult } from "../../../index.js";
import type { Log } from "../../machine/interfaces/log.js";
import { Inventory, type Revealing } from "../scrub/inventory.js";
import type { Scrubber } from "../scrub/scrubber.js";

export class Secrets {
  readonly #log: Log;
  /** Paths of credentials that are too short, of which the log was told. */
  readonly #told = new Set<string>();
  #inventory: Inventory;

  constructor(own: readonly Revealing[], log: Log) {
    this.#log = log;
    this.#inventory = new Inventory(own);
  }

  /** Removes the credentials so far. */
  get scrubber(): Scrubber {
    return this.#inventory.scrubber;
  }

  /** Adds credentials that are none of the configuration. */
  reveal(values: readonly string[]): void {
    this.#inventory = this.#inventory.with([{ reveal: () => values }]);
  }

  /** Adds the credentials of a configuration; one that is too short to be looked for is named in the log, once. */
  add({ config }: Extract<LoadResult, { readonly ok: true }>): void {
    const { found, tooShort } = credentialsOf(config);
    this.#inventory = this.#inventory.with(found);
    for (const path of tooShort) {
      if (this.#told.has(path)) continue;
      this.#told.add(path);
      this.#log.say("warn", "a credential is too short to be kept out of records", { path });
    }
  }
}
