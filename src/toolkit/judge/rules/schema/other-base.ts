/** YAML 1.2 reads `0o40` as 32, and `0100` as 100, which is 64 in YAML 1.1. */
import { quote } from "../../../../text/quote.js";
import { writing } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"other-base"> = {
  id: "schema/other-base",
  severity: "warning",
  words: {
    "other-base": ({ at: { path }, written, value }) => {
      const older = /^[-+]?0[0-7]+$/.test(written) ? Number.parseInt(written, 8) : value;
      return {
        message: `${quote(written)} is ${value} here${older === value ? "" : `, and ${older} in YAML 1.1`}`,
        label: "not in plain digits",
        help: `write ${quote(value)}`,
        fixes: [writing(value, { safe: false, changes: [{ kind: "replace", path, value }] })],
      };
    },
  },
};
