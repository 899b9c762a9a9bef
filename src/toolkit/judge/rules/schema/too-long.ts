/** Spec 2.4, 8: a request option is at most 512 UTF-8 bytes. */
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"too-long"> = {
  id: "schema/too-long",
  severity: "error",
  words: {
    "too-long": ({ at: { path }, length, most }) => ({
      message: `${name(...path)} is ${length} bytes long; the limit is ${most} bytes of UTF-8`,
    }),
  },
};
