/** P-S108: a rule that allows more than anybody looks through. */
import { quote } from "../../../../text/quote.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

const SUBJECTS = {
  call: "every call of every tool",
  command: "every command",
  server: "every tool of every server",
  file: "every tool for every file",
} as const;

const NARROWER = {
  call: "name one tool, and a `command` or a `path`",
  command: 'name the commands: `{ tool: shell, command: "npm test" }`',
  server: "name the servers, one rule for each",
  file: "name a `tool`, or a directory",
} as const;

export const rule: Rule<"allows-everything"> = {
  id: "permission/allows-everything",
  severity: "warning",
  words: {
    "allows-everything": ({ at: { path }, what, command }) => ({
      message: `${name(...path)} allows ${SUBJECTS[what]}`,
      ...(command !== undefined && command !== "*" && { label: `${quote(command)} runs any other command` }),
      help: NARROWER[what],
    }),
  },
};
