/** Spec 2.6: the shell of `command` sources `init_script`, so the script has to be in its language. */
import type { Path } from "../../../../text/path.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";

export const rule: Rule = {
  id: "effect/script-of-another-shell",
  severity: "warning",
  check(context, report) {
    const shell: Path = ["agent_behavior", "shell"];
    const { command } = context.config.agent_behavior?.shell ?? {};
    const path = [...shell, "init_script"];
    const [, ending = ""] = /\.(\w+)$/.exec(context.text(path) ?? "") ?? [];
    const language = LANGUAGES[ending.toLowerCase()];
    if (command === undefined || language === undefined || language === command) return;
    const isShell = language === "bash" || language === "powershell";
    report({
      at: valueAt(...path),
      because: [[...shell, "command"]],
      message: `${quote(command)} sources ${name(...path)}, a script of ${language}`,
      label: "in another language",
      help: isShell
        ? `write ${quote(`command: ${language}`)}, or name a script of ${quote(command)}`
        : `name a script of ${quote(command)}`,
    });
  },
};

/** The language of a script by its ending. */
const LANGUAGES: Readonly<Record<string, string>> = {
  sh: "bash",
  bash: "bash",
  ps1: "powershell",
  psm1: "powershell",
  bat: "cmd",
  cmd: "cmd",
  fish: "fish",
  csh: "csh",
  py: "Python",
  js: "JavaScript",
};
