/** The lists of a catalog while it is made: each sorted by `name`, all of them bounded, and what is kept out counted (P-S36). */
import { limits } from "../../../generated/protocol/tables.js";
import { beginningOf } from "../../../text/beginning.js";
import { looksSecret } from "../scrub/looks-secret.js";
import type { Scrubber } from "../scrub/scrubber.js";
import type { Fields } from "../tools/tool.js";

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

/** What stands in the place of a schema that cannot be published: every object fits it. */
const ANY_OBJECT: Fields = { type: "object" };

interface PublishedSchema {
  /** Undefined when a name in it looks like a credential: with another name it would not be the tool's. */
  readonly schema: Fields | undefined;
  readonly size: number;
}

/** The input schema of a tool: plain data of bounded size and depth without credentials, whatever a tool server sends. */
function publishedSchema(schema: Fields, scrubber: Scrubber): PublishedSchema {
  const look = { size: 0, hasSecretText: false, hasSecretName: false };
  if (!looks(schema, limits.bodyDepth, look, scrubber)) return { schema: ANY_OBJECT, size: 1 };
  const { size } = look;
  if (look.hasSecretName) return { schema: undefined, size };
  return { schema: look.hasSecretText ? (withHidden(schema, scrubber) as Fields) : schema, size };
}

/** What was seen in a schema. */
interface Look {
  /** Characters of names and texts, and one for each value. */
  size: number;
  hasSecretText: boolean;
  hasSecretName: boolean;
}

/** Looks at a value; false for one that is no plain data, too large or too deep. The work ends where the limit does. */
function looks(value: unknown, depth: number, look: Look, scrubber: Scrubber): boolean {
  look.size += typeof value === "string" ? value.length + 1 : 1;
  if (look.size > limits.catalogSchemaCharacters) return false;
  if (typeof value === "string") {
    look.hasSecretText ||= scrubber.scrub(value) !== value;
    return true;
  }
  if (typeof value !== "object" || value === null)
    return value === null || typeof value === "boolean" || typeof value === "number";
  if (depth === 0) return false;
  if (Array.isArray(value)) return value.every((item) => looks(item, depth - 1, look, scrubber));
  for (const name of Object.keys(value)) {
    look.size += name.length;
    if (look.size > limits.catalogSchemaCharacters) return false;
    look.hasSecretName ||= looksSecret(name, scrubber);
    if (!looks((value as Fields)[name], depth - 1, look, scrubber)) return false;
  }
  return true;
}

function withHidden(value: unknown, scrubber: Scrubber): unknown {
  if (typeof value === "string") return scrubber.scrub(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => withHidden(item, scrubber));
  // This defines `__proto__` as any other name.
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withHidden(inner, scrubber)]));
}

/** A text without its credentials. One that is too long ends with an ellipsis, before anything that may belong to a credential that goes on. */
function hidden(text: string, scrubber: Scrubber): string {
  const most = limits.catalogTextCharacters;
  if (text.length <= most) return scrubber.scrub(text);
  return `${scrubber.stream().push(beginningOf(text, most - 1))}…`;
}
