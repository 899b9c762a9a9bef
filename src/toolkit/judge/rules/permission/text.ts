/** P-S108: a rule is a mapping of fields, where other tools have texts. */
import { quote } from "../../../../text/quote.js";
import { name, writing } from "../phrases.js";
import type { Rule } from "../rule.js";
import { sketchOf } from "./sketch.js";

export const rule: Rule<"permission-text"> = {
  id: "permission/text",
  severity: "error",
  words: {
    "permission-text": ({ at: { path }, meant }) => {
      const message = `${name(...path)} must be a mapping, not a string`;
      if (meant === undefined)
        return { message, help: `write ${quote('{ tool: shell, command: "…" }')} for a command` };
      const shown = sketchOf(meant);
      return {
        message,
        help: `write ${quote(shown)}`,
        fixes: [writing(shown, { safe: false, changes: [{ kind: "put", path, value: { ...meant } }] })],
      };
    },
  },
};
