/** Spec 2.1: the part after `:-` is a command already. */
import { quote } from "../../../../text/quote.js";
import type { Span } from "../../../read/diagnostic/diagnostic.js";
import type { Change } from "../../../read/edit/change.js";
import { writing } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"nested-command"> = {
  id: "substitution/nested-command",
  severity: "error",
  words: {
    "nested-command": ({ at: { path }, part, nested }) => {
      const start = part.start + `\${${part.name}:-`.length + part.command.search(/\S/);
      const end = start + part.command.trim().length;
      const replace = (within: Span, text: string): Change => ({ kind: "replace-within", path, within, text });
      const message = "the right side of `:-` is a command already";
      if (nested.kind === "variable") {
        const { name } = nested;
        const command = `printenv ${name}`;
        return {
          message: `${message}, so the value of ${quote(name)} would run as one`,
          help: `${quote(command)} prints the value`,
          fixes: [writing(command, { safe: false, changes: [replace({ start, end }, command)] })],
        };
      }
      const { opener, closer } = nested;
      const source = opener.endsWith("`") ? "the backticks" : "`$(…)`";
      return {
        message: `${message}, so the output of ${source} would run as a second command`,
        help: "write the inner command alone",
        fixes: [
          {
            title: "remove what stands around the inner command",
            safe: true,
            changes: [
              replace({ start, end: start + opener.length }, ""),
              replace({ start: end - closer.length, end }, ""),
            ],
          },
        ],
      };
    },
  },
};
