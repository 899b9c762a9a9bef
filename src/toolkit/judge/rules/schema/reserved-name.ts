/** S8. Other names that JavaScript uses itself, such as `constructor`, are ordinary ones. */
import type { Rule } from "../rule.js";

export const rule: Rule<"reserved-name"> = {
  id: "schema/reserved-name",
  severity: "error",
  words: {
    "reserved-name": () => ({ message: "`__proto__` cannot be used as a name", help: "choose another name" }),
  },
};
