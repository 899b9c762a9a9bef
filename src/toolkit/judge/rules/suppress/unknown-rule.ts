/** Suppressions name their rules: blanket ones do not exist. */
import { quote } from "../../../../text/quote.js";
import { suggestion } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"suppression-without-rule" | "suppression-of-unknown-rule"> = {
  id: "suppress/unknown-rule",
  severity: "warning",
  words: {
    "suppression-without-rule": () => ({ message: "this suppression names no rule", help: FORM }),
    "suppression-of-unknown-rule": ({ id, alike }) => ({
      message: `no rule is called ${quote(id)}`,
      ...suggestion(alike),
      help: "`agentcfg rules` lists them",
    }),
  },
};

const FORM = "write `agentcfg-ignore model/output-exceeds-window -- why this is all right`";
