/** A signed token (JWT): three parts in base64 with dots between them; the last one may be empty. */
import { HEADER, JWT } from "../../../../text/keys.js";
import { type Candidate, CERTAIN, LOST, OVER, PENDING, type Shape, type Verdict } from "./shape.js";
import { isKeyUnit } from "./units.js";

export const signedToken: Shape = {
  ...{ beginnings: [JWT], isWord: true, isHidden: true, isAlone: true },
  begin: () => new SignedToken(),
};

const DOT = 0x2e;

class SignedToken implements Candidate {
  #part = 0;
  #length = 0;

  feed(unit: number): Verdict {
    const isLast = this.#part === 2;
    if (isKeyUnit(unit)) {
      this.#length += 1;
      return isLast ? CERTAIN : PENDING;
    }
    if (isLast) return OVER;
    if (unit !== DOT || this.#length < (this.#part === 0 ? HEADER : 1)) return LOST;
    this.#part += 1;
    this.#length = 0;
    return this.#part === 2 ? CERTAIN : PENDING;
  }
}
