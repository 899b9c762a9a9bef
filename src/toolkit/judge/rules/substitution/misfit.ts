/** S20: the output of a variable or a command is checked like any other text. */
import { formatPath } from "../../../../text/path.js";
import { enumerate, quote } from "../../../../text/quote.js";
import type { Rule } from "../rule.js";
import { sketch } from "../sketch.js";

export const rule: Rule<"misfit"> = {
  id: "substitution/misfit",
  severity: "error",
  words: {
    // The resolved value is not shown: it may come from any source.
    misfit: ({ at: { path }, sources }) => {
      const all = enumerate([...new Set(sources.map(sketch))], "and");
      const place = formatPath(path);
      const subject = /[^\w.-]/.test(place) ? `'${place}'` : place;
      return {
        message: `what ${all} ${all.includes("` and `") ? "stand" : "stands"} for does not fit ${quote(place)}`,
        help: `${quote(`agentcfg explain ${subject}`)} says what would fit`,
      };
    },
  },
};
