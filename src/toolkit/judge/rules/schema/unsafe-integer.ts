/** S9: valid by its digits, but beyond 2^53. */
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"unsafe-integer"> = {
  id: "schema/unsafe-integer",
  severity: "warning",
  words: {
    "unsafe-integer": ({ at: { path }, shape }) => ({
      message: `${name(...path)} is too large to be exact`,
      label: "loads as another number close to it",
      notes: ["integers are exact up to 9007199254740991 (2^53 - 1)"],
      // Quotes help if any value is accepted; in a place for numbers they would be another mistake.
      ...(shape?.types === undefined ? { help: "put an identifier in quotes" } : {}),
    }),
  },
};
