/** Any character of Unicode: the same as `unit: "binary"`, for which fast-check fills a table of a million characters in each process. */
import fc from "fast-check";

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;

/** A text of these has names such as `__proto__` more often than by chance, because each character leads back to its number. */
export const CHARACTER: fc.Arbitrary<string> = fc.nat({ max: 0x10ffff - SURROGATES }).map(
  (number) => String.fromCodePoint(number < FIRST_SURROGATE ? number : number + SURROGATES),
  (text) => {
    const code = typeof text === "string" ? text.codePointAt(0) : undefined;
    if (code === undefined || String.fromCodePoint(code) !== text) throw new Error("this is not one character");
    return code < FIRST_SURROGATE ? code : code - SURROGATES;
  },
);
