/** S4: strict UTF-8 without NUL. An escape can be half a surrogate pair even where the bytes are valid. */
import type { Rule } from "../rule.js";

export const rule: Rule<"unpaired-surrogate" | "nul-character" | "utf16" | "not-utf8"> = {
  id: "syntax/encoding",
  severity: "error",
  words: {
    "unpaired-surrogate": () => ({
      message: "this string contains an unpaired surrogate",
      help: "write both of the pair, such as `\\ud83d\\ude80`, or the character itself",
    }),
    "nul-character": () => ({
      message: "the text contains a NUL character",
      help: "delete it; if there are many, save the file as UTF-8",
    }),
    utf16: ({ endian }) => ({ message: `the file is UTF-16 (${endian}-endian), not UTF-8`, help: SAVE }),
    "not-utf8": ({ byte }) => ({ message: `the file is not UTF-8: byte ${byte} fits no character`, help: SAVE }),
  },
};

const SAVE = "save the file as UTF-8";
