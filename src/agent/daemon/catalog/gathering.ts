/** The entries of a catalog while it is made: each list sorted by `name`, all of them bounded, and what is kept out counted (P-S36). */
import { limits } from "../../../generated/protocol/tables.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";
import { shortened, type Texts } from "./texts.js";

interface Named {
  readonly name: string;
}

export class Gathering {
  /** Entries and words whose names look like a credential. */
  rejected = 0;
  /** Entries and words beyond a limit. */
  leftOut = 0;
  readonly texts: Texts;
  readonly #scrubber: Scrubber;
  /** Characters so far. */
  #size = 0;

  constructor(texts: Texts, scrubber: Scrubber) {
    this.texts = texts;
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
      const entry = this.texts.refuse(names) ? undefined : entryOf(item);
      if (entry === undefined) this.rejected += 1;
      else entries.set(item.name, entry);
      for (const name of names) this.count(name.length);
    }
    return [...entries.values()].sort(byName);
  }

  /** The words of an entry, in their order. */
  words(words: readonly string[], most: number = limits.catalogWords): string[] {
    const kept: string[] = [];
    for (const word of words) {
      if (kept.length >= most || isTooLong(word) || this.#isFull) this.leftOut += 1;
      else if (this.texts.refuse([word])) this.rejected += 1;
      else {
        kept.push(word);
        this.count(word.length);
      }
    }
    return kept;
  }

  /** A description, a label or a value. */
  prose(text: string): string {
    const short = shortened(text, this.#scrubber);
    this.count(short.length);
    return this.texts.hidden(short);
  }

  /** Counts characters that are published. */
  count(characters: number): void {
    this.#size += characters;
  }

  get #isFull(): boolean {
    return this.#size >= limits.catalogCharacters;
  }
}

function isTooLong({ length }: string): boolean {
  return length > limits.catalogNameCharacters;
}

/** By UTF-16 units. */
export function byName(a: Named, b: Named): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
