/**
 * A private key in PEM form, and in forms like it: up to its end marker, or without one up to a character that no such key has. It may stand
 * in one line, with its line breaks escaped.
 */
import { type Candidate, CERTAIN, LOST, OVER, PENDING, type Shape, type Verdict } from "./shape.js";
import { isAlphanumeric, isCapital, isDigit, isQuote } from "./units.js";

export const privateKey: Shape = {
  ...{ beginnings: ["-----BEGIN "], isWord: false, isHidden: true, isAlone: true },
  begin: () => new PrivateKey(),
};

/** What the label of every private key has. */
const PRIVATE = "PRIVATE KEY";
/** Most units of a label before that. */
const LABEL = 40;
const END = "-----END ";
const DASHES = 5;

const DASH = 0x2d;
const COLON = 0x3a;
const BACKTICK = 0x60;

type Part = "label" | "body" | "header" | "end";

class PrivateKey implements Candidate {
  #part: Part = "label";
  #length = 0;
  /** How much of `PRIVATE`, of `END` or of the last dashes has been read. */
  #read = 0;

  feed(unit: number): Verdict {
    if (this.#part === "label") return this.#inLabel(unit);
    return this.#part === "end" ? this.#inEnd(unit) : this.#inBody(unit);
  }

  #inLabel(unit: number): Verdict {
    if (!isOfLabel(unit)) return LOST;
    this.#length += 1;
    // `P` is nowhere else in the words.
    if (unit === PRIVATE.charCodeAt(this.#read)) this.#read += 1;
    else this.#read = unit === PRIVATE.charCodeAt(0) ? 1 : 0;
    if (this.#read < PRIVATE.length) return this.#length - this.#read > LABEL ? LOST : PENDING;
    this.#part = "body";
    this.#read = 0;
    return CERTAIN;
  }

  #inBody(unit: number): Verdict {
    if (this.#part === "body" && unit === COLON) this.#part = "header";
    else if (!(this.#part === "body" ? isOfBody(unit) : isOfHeader(unit))) return OVER;
    else if (isBreak(unit)) this.#part = "body";
    if (unit === END.charCodeAt(this.#read)) this.#read += 1;
    // After more than five dashes the last five count.
    else if (unit !== DASH) this.#read = 0;
    else if (this.#read > DASHES) this.#read = 1;
    if (this.#read < END.length) return CERTAIN;
    this.#part = "end";
    this.#read = 0;
    return CERTAIN;
  }

  #inEnd(unit: number): Verdict {
    if (unit === DASH && this.#read < DASHES) {
      this.#read += 1;
      return CERTAIN;
    }
    return this.#read === 0 && isOfLabel(unit) ? CERTAIN : OVER;
  }
}

function isOfLabel(unit: number): boolean {
  return isCapital(unit) || isDigit(unit) || unit === 0x20;
}

function isBreak(unit: number): boolean {
  return unit === 0x0a || unit === 0x0d;
}

/** Base64, white space, the punctuation of headers and markers, and of escaped line breaks. */
function isOfBody(unit: number): boolean {
  return isAlphanumeric(unit) || OF_BODY.has(unit);
}

const OF_BODY: ReadonlySet<number> = new Set(Array.from("+/= \t\n\r\v\f-,\\%", (character) => character.charCodeAt(0)));

/** Behind the colon of a header such as `Comment: …` is anything that does not close a quotation. */
function isOfHeader(unit: number): boolean {
  return !isQuote(unit) && unit !== BACKTICK;
}
