/** S21: the definition of failure. S38: the global layer stands alone. */
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"command-failed" | "command-in-half" | "value-too-long" | "too-much-text"> = {
  id: "substitution/failed",
  severity: "error",
  words: {
    "command-failed": ({ at: { path }, reason }) => ({
      message: `the command in ${name(...path)} failed: ${reason}`,
      help: "run it in a shell to see what it says; its output is never shown here",
    }),
    "command-in-half": ({ at: { path } }) => ({
      message: `the command in ${name(...path)} does not run, because only the project makes this entry complete`,
      help: "write what the entry lacks into the global config, so that no project decides what its value is for",
    }),
    "value-too-long": ({ at: { path } }) => ({ message: `${name(...path)} would grow beyond 1 MiB` }),
    "too-much-text": ({ at: { path } }) => ({
      message: `with ${name(...path)}, all values with substitutions together would grow beyond 16 MiB`,
      help: "name long variables fewer times",
    }),
  },
};
