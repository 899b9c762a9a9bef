/**
 * How texts get into a catalog: a name that looks like a credential is refused, and credentials in other texts are hidden (spec 2.7, P-S36).
 * A look at each text by itself takes much longer than one look at all of them. So a catalog is made with texts as they are, which are
 * remembered, and made again with hidden ones in the rare case that one of them holds a credential.
 */
import { limits } from "../../../generated/protocol/tables.js";
import type { Scrubber } from "../../run/scrub/scrubber.js";
import { isHighSurrogate } from "../../wire/core/text-size.js";

export interface Texts {
  /** Whether one of these names looks like a credential. */
  refuse(names: readonly string[]): boolean;
  /** A text of bounded length without its credentials. */
  hidden(text: string): string;
}

/** Leaves texts as they are, and remembers them. */
export class RememberedTexts implements Texts {
  readonly #all: string[] = [];

  refuse(names: readonly string[]): boolean {
    for (const name of names) {
      this.#all.push(name);
      if (name.includes(JOINT)) this.#all.push(name.replaceAll(JOINT, BREAK));
    }
    return false;
  }

  hidden(text: string): string {
    this.#all.push(text);
    return text;
  }

  /** Whether one of them holds a credential. */
  holdCredentials(scrubber: Scrubber): boolean {
    return holdsCredential(this.#all.join(BREAK), scrubber);
  }
}

/** Looks at each text. */
export class ScrubbedTexts implements Texts {
  readonly #scrubber: Scrubber;

  constructor(scrubber: Scrubber) {
    this.#scrubber = scrubber;
  }

  refuse(names: readonly string[]): boolean {
    return names.some((name) =>
      [name, name.replaceAll(JOINT, BREAK)].some((text) => holdsCredential(text, this.#scrubber)),
    );
  }

  hidden(text: string): string {
    return this.#scrubber.scrub(text);
  }
}

/** Between the parts of a tool's name. Some keys end only where no `_` follows. */
const JOINT = "__";

/** What no credential goes on with, apart from private keys; behind it a word begins. */
const BREAK = "\n";

function holdsCredential(text: string, scrubber: Scrubber): boolean {
  return scrubber.scrub(text) !== text;
}

/** A text, or the beginning of one that is too long, without the end of that which may belong to a credential. */
export function shortened(text: string, scrubber: Scrubber): string {
  const most = limits.catalogTextCharacters;
  if (text.length <= most) return text;
  const end = isHighSurrogate(text.charCodeAt(most - 1)) ? most - 1 : most;
  return `${scrubber.stream().push(text.slice(0, end))}…`;
}
