/** Spec 2.1: the part after `:-` is a command, not a default text. */
import { quote } from "../../../../text/quote.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"word-as-command"> = {
  id: "substitution/fallback-is-a-command",
  severity: "warning",
  words: {
    "word-as-command": ({ at: { path }, part }) => {
      const dash = part.start + `\${${part.name}:`.length;
      const within = { start: dash, end: dash + 1 };
      return {
        message: `when ${quote(part.name)} is not set or is empty, the text after \`:-\` runs as a command`,
        help: "the right side of `:-` is a command; `echo` prints a default text",
        fixes: [
          {
            title: "put `echo` before the text",
            safe: NO_PROGRAM.test(part.command),
            changes: [{ kind: "replace-within", path, within, text: "-echo " }],
          },
        ],
      };
    },
  },
};

/** A text that is evidently not a program. */
const NO_PROGRAM = /^["']?(?:\d[\d.]*["']?$|https?:|[\w.-]+:\d)/;
