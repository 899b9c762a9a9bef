/** P-S108: a rule that fits no call allows nothing, and guards nothing. */
import { enumerate, quote, quoteList } from "../../../../text/quote.js";
import type { Fault } from "../../permissions/never.js";
import { FILE_TOOLS, SHELL } from "../../permissions/tools.js";
import { name, writing } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"never-matches" | "pattern-slip"> = {
  id: "permission/never-matches",
  severity: "error",
  words: {
    "never-matches": ({ fault }) => {
      const { message, help } = wordsFor(fault);
      return { message: `${message}, so this rule fits no call`, help };
    },
    "pattern-slip": ({ at: { path }, mistake, meant, isCertain }) => ({
      message: `${name(...path)} ${mistake}, so this rule fits no such file`,
      ...(meant === undefined
        ? { help: "patterns are those of `permissions.secret_files`: `src/**`, `*.pem`, `{a,b}.txt`" }
        : {
            help: `write ${quote(meant)}`,
            fixes: [writing(meant, { safe: isCertain, changes: [{ kind: "replace", path, value: meant }] })],
          }),
    }),
  },
};

function wordsFor(fault: Fault): Readonly<Record<"message" | "help", string>> {
  switch (fault.why) {
    case "operator": {
      const { operator, parts } = fault;
      return {
        message: `a command is judged part by part, and this pattern has ${quote(operator === "\n" ? "a line break" : operator)}`,
        help:
          parts.length > 1
            ? `write a rule for each part: ${enumerate(parts.map(quote), "and")}`
            : "write a rule for the command alone",
      };
    }
    case "other-tool": {
      const tools = fault.field === "command" ? [SHELL] : FILE_TOOLS;
      const help = fault.tool === SHELL ? "write a `command`: the files in it are not judged by `path`" : undefined;
      return {
        message: `a call of ${quote(fault.tool)} has no \`${fault.field}\``,
        help: help ?? `\`${fault.field}\` is for ${quoteList(tools, "and")}`,
      };
    }
    case "two-kinds":
      return {
        message: `no call has both a \`${fault.other}\` and a \`${fault.field}\``,
        help: "write two rules",
      };
    case "other-server":
      return {
        message: `the tool is of the server ${quote(fault.own)}, and the rule names ${quote(fault.server)}`,
        help: "keep one of the two names",
      };
  }
}
