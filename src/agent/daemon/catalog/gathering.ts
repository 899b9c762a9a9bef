/** The lists of a catalog while it is made: each sorted by `name`, all of them bounded, and what is kept out counted (P-S36). */
import { limits } from "../../../generated/protocol/tables.js";
import { looksSecret } from "../../run/scrub/looks-secret.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";
import type { Fields } from "../../run/tools/tool.js";
import { publishedSchema } from "./schema.js";
import { hidden } from "./texts.js";

interface Named {
  readonly name: string;
}

export class Gathering {
  /** Entries and words that look like a credential. */
  rejected = 0;
  /** Entries and words beyond a limit. */
  leftOut = 0;
  readonly #scrubber: Scrubber;
  /** Characters so far. */
  #size = 0;

  constructor(scrubber: Scrubber) {
    this.#scrubber = scrubber;
  }

  /**
   * The entries of a list; of two with the same name the first. `identifiers`: the names beside `name` that an entry cannot do without.
   * `entryOf` returns undefined for an entry to be rejected.
   */
  list<Item extends Named, Entry extends Named>(
    items: readonly Item[],
    entryOf: (item: Item) => Entry | undefined,
    identifiers: (item: Item) => readonly string[] = () => [],
  ): Entry[] {
    const entries = new Map<string, Entry>();
    for (const item of items) {
      if (entries.has(item.name)) continue;
      const names = [item.name, ...identifiers(item)];
      if (this.#isFull || entries.size >= limits.catalogEntries || names.some(isTooLong)) {
        this.leftOut += 1;
        continue;
      }
      const entry = names.some((name) => this.#refuses(name)) ? undefined : entryOf(item);
      if (entry === undefined) this.rejected += 1;
      else entries.set(item.name, entry);
    }
    return [...entries.values()].sort(inOrder);
  }

  /** The words of an entry, in their order. */
  words(words: readonly string[], most: number = limits.catalogWords): string[] {
    const kept: string[] = [];
    for (const word of words) {
      if (this.#isFull || kept.length >= most || isTooLong(word)) this.leftOut += 1;
      else if (this.#refuses(word)) this.rejected += 1;
      else kept.push(word);
    }
    return kept;
  }

  /** A description, a label or a value. */
  prose(text: string): string {
    const shown = hidden(text, this.#scrubber);
    this.#size += shown.length;
    return shown;
  }

  /** Undefined for a schema with a name that looks like a credential. */
  schema(schema: Fields): Fields | undefined {
    const { schema: published, size } = publishedSchema(schema, this.#scrubber);
    this.#size += size;
    return published;
  }

  #refuses(name: string): boolean {
    this.#size += name.length;
    return looksSecret(name, this.#scrubber);
  }

  get #isFull(): boolean {
    return this.#size >= limits.catalogCharacters;
  }
}

function isTooLong({ length }: string): boolean {
  return length > limits.catalogNameCharacters;
}

/** By UTF-16 units. */
function inOrder(a: Named, b: Named): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
