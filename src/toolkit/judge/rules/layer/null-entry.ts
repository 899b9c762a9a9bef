/** S12: merging never removes an entry of a map. */
import { quote } from "../../../../text/quote.js";
import { keyAt } from "../../../read/diagnostic/anchor.js";
import { name, switchOf } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"null-entry"> = {
  id: "layer/null-entry",
  severity: "error",
  words: {
    "null-entry": ({ at: { path }, key, below, shape }) => {
      const parent = path.slice(0, -1);
      if (below === undefined) {
        return {
          message: `the entry ${quote(key)} of ${name(...parent)} is empty`,
          help:
            parent.at(-1) === "env"
              ? `write ${quote('""')} for an empty text; a variable with the value it has here belongs in ${quote("pass_env")}`
              : "give it a value, or delete its name",
        };
      }
      const off = switchOf(shape);
      return {
        message: `null cannot remove the entry ${quote(key)} of ${name(...parent)}`,
        related: [{ at: { ...keyAt(...parent, below), layer: "global" }, message: "stays in effect" }],
        help:
          off === undefined
            ? "delete the entry in the file that has it, or give it a value here"
            : `${quote(off)} turns it off here`,
      };
    },
  },
};
