/** P-S108: a rule that fits no call allows nothing, and guards nothing. */
import { quote, quoteList } from "../../../../text/quote.js";
import type { Fault } from "../../permissions/never.js";
import { FILE_TOOLS, SHELL } from "../../permissions/tools.js";
import { name, writing } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"never-matches" | "pattern-slip"> = {
  id: "permission/never-matches",
  severity: "error",
  words: {
    "never-matches": ({ at: { path }, fault, effect }) => {
      const { message, help } = wordsFor(fault, name(...path));
      // A command that cannot be read is denied by its words.
      const consequence = effect === "allow" || fault.why !== "command" ? ", so this rule fits no call" : "";
      return { message: `${message}${consequence}`, help };
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

function wordsFor(fault: Fault, subject: string): Readonly<Record<"message" | "help", string>> {
  switch (fault.why) {
    case "command": {
      const [problem = "", help = "write one command, as a shell has it"] = fault.problem.split(": ");
      return { message: `${subject} ${problem}`, help };
    }
    case "outside":
      return {
        message: `${subject} leads out of the working directory`,
        help: "write an absolute path, or one that begins with `~/`",
      };
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
