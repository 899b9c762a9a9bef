/**
 * The credential in an `Authorization:` line of a request, of an argument or of JSON: the first word, or the one after the name of a scheme.
 * Names of schemes, placeholders such as `$TOKEN` and plain words in a sentence are no credentials.
 */
import { type Candidate, CERTAIN, LOST, OVER, PASSING, PENDING, type Shape, type Verdict } from "./shape.js";
import { isBlank, isCapital, isDigit, isQuote, isSmall } from "./units.js";

export const authorization: Shape = {
  ...{ beginnings: ["authorization", "Authorization", "AUTHORIZATION"], isWord: true, isHidden: false, isAlone: false },
  begin: () => new Line(),
};

const COLON = 0x3a;
const SMALL_X = 0x78;
const BACKSLASH = 0x5c;

/** Parts of a line, in their order. In front of the colon and of the value may be a quote, which may be escaped. */
type Part = "name" | "colon" | "value" | "first" | "scheme" | "second";

class Line implements Candidate {
  #part: Part = "name";
  #quoted: "" | "\\" | '"' = "";
  #word = new Word(false);

  feed(unit: number): Verdict {
    switch (this.#part) {
      case "name":
      case "colon":
        return this.#beforeColon(unit);
      case "value":
        return this.#beforeValue(unit);
      case "scheme":
        return isBlank(unit) ? PASSING : this.#begin("second", unit);
      default:
        return this.#inWord(unit);
    }
  }

  #beforeColon(unit: number): Verdict {
    if (unit === COLON && this.#quoted !== "\\") {
      this.#part = "value";
      this.#quoted = "";
      return PASSING;
    }
    if (this.#part === "name" && this.#opens(unit)) return PASSING;
    this.#part = "colon";
    return isBlank(unit) && this.#quoted !== "\\" ? PASSING : LOST;
  }

  #beforeValue(unit: number): Verdict {
    if (this.#opens(unit) || (isBlank(unit) && this.#quoted !== "\\")) return PASSING;
    return this.#quoted === "\\" ? LOST : this.#begin("first", unit);
  }

  /** Whether a unit is a quote, or the backslash before one; at most one quote. */
  #opens(unit: number): boolean {
    if (this.#quoted === '"') return false;
    if (isQuote(unit)) this.#quoted = '"';
    else if (unit === BACKSLASH && this.#quoted === "") this.#quoted = "\\";
    else return false;
    return true;
  }

  #begin(part: "first" | "second", unit: number): Verdict {
    if (NEVER_FIRST.has(unit)) return LOST;
    this.#word = new Word(part === "second" && this.#word.isBearer);
    this.#part = part;
    return this.#inWord(unit);
  }

  #inWord(unit: number): Verdict {
    // Without a colon in the first word there are never more than three lines within each other.
    if (unit > 0x20 && unit < 0x7f && !NEVER.has(unit) && !(this.#part === "first" && unit === COLON)) {
      this.#word.add(unit);
      if (this.#word.isPlaceholder) return this.#part === "first" ? PASSING : LOST;
      return this.#word.isCredential ? CERTAIN : PENDING;
    }
    if (this.#word.isCredential) return OVER;
    if (this.#part === "second" || !isBlank(unit)) return LOST;
    this.#part = "scheme";
    return PASSING;
  }
}

const codes = (characters: string): ReadonlySet<number> =>
  new Set(Array.from(characters, (character) => character.charCodeAt(0)));

/** What ends a credential: quotes, and the punctuation around values. */
const NEVER = codes("\"'`\\<>(){}[],;");
/** What begins a placeholder. */
const NEVER_FIRST = codes("$%*\"'`\\<>(){}[],;");

/** In units, as for all credentials that are looked for. */
const LEAST = 8;
const BEARER = "bearer";
const YOUR = "your";

/**
 * A word of a line. A credential has a digit, or a capital after a small letter. Behind `Bearer` any small letter is enough, `x` aside:
 * `YOUR_TOKEN` and `xxxxxxxx` are placeholders. So is everything that begins with `your-` or `your_`.
 */
class Word {
  readonly #isAfterBearer: boolean;
  #length = 0;
  #last = 0;
  #isMade = false;
  #bearer = 0;
  #your = 0;

  constructor(isAfterBearer: boolean) {
    this.#isAfterBearer = isAfterBearer;
  }

  get isBearer(): boolean {
    return this.#length === BEARER.length && this.#bearer === BEARER.length;
  }

  /** Whether it begins as `your-` does. */
  get isPlaceholder(): boolean {
    return this.#your > YOUR.length;
  }

  get isCredential(): boolean {
    return this.#length >= LEAST && this.#isMade && !this.isPlaceholder;
  }

  add(unit: number): void {
    const small = isCapital(unit) ? unit + 0x20 : unit;
    if (small === BEARER.charCodeAt(this.#length)) this.#bearer += 1;
    if (small === YOUR.charCodeAt(this.#length)) this.#your += 1;
    const isSeparator = unit === 0x2d || unit === 0x5f;
    if (this.#length === YOUR.length && this.#your === YOUR.length && isSeparator) this.#your += 1;
    const isCamel = isCapital(unit) && isSmall(this.#last);
    const isEnough = this.#isAfterBearer && isSmall(unit) && unit !== SMALL_X;
    this.#isMade ||= isDigit(unit) || isCamel || isEnough;
    this.#length += 1;
    this.#last = unit;
  }
}
