/** Findings that no comment can suppress: those that make a file unreadable, and those that an attacker could hide. */
import { quote } from "../../../../text/quote.js";
import type { Rule } from "../rule.js";

export const rule: Rule<"suppression-not-allowed"> = {
  id: "suppress/not-allowed",
  severity: "error",
  words: {
    "suppression-not-allowed": ({ id, isProjects }) => ({
      message: `${quote(id)} cannot be suppressed${isProjects ? " from a project file" : ""}`,
      help: isProjects
        ? "a project cannot vouch for itself; fix it, or leave it reported"
        : "the configuration does not work like this; fix it instead",
    }),
  },
};
