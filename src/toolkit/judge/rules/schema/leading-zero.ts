/** YAML 1.2 reads `0100` as 100; YAML 1.1, which many programs read, as 64. */
import { quote } from "../../../../text/quote.js";
import { writing } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"leading-zero"> = {
  id: "schema/leading-zero",
  severity: "warning",
  words: {
    "leading-zero": ({ at: { path }, written, value }) => ({
      message: `${quote(written)} is ${value} here, and ${Number.parseInt(written, 8)} in YAML 1.1`,
      label: "begins with a zero",
      help: `write ${quote(value)}`,
      fixes: [writing(value, { safe: false, changes: [{ kind: "replace", path, value }] })],
    }),
  },
};
