/** Spec 2.10: `command` names a program and is started without a shell, so nothing splits it into words. */
import { quote } from "../../../../text/quote.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { leadingArguments } from "../leading-arguments.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/command-with-arguments",
  severity: "warning",
  check(context, report) {
    for (const { key: server } of serversOver(context.config, "stdio")) {
      const path = ["mcp_servers", server, "command"];
      const [program, ...words] = wordsOf(context.text(path) ?? "");
      if (program === undefined || words.length === 0) continue;
      const { settings } = context;
      const layer = settingAt(settings, path)?.source;
      const args = ["mcp_servers", server, "args"];
      // A list under a misspelt key is not in effect, and would stay where it is.
      const canMove = typeof layer === "object" && (settingAt(settings, args) !== undefined || context.lacks(args));
      const moved = canMove ? leadingArguments(path, words, { settings, layer }) : undefined;
      report({
        at: valueAt(...path),
        message: `${name(...path)} contains arguments, and no program is called like that`,
        label: "is not split into words",
        // The single words are not shown: the search for secrets recognises only the whole text.
        help: `write the program alone, and each of the other words as an item of ${quote("args")}`,
        fixes:
          moved === undefined
            ? []
            : [
                {
                  title: "move the arguments to `args`",
                  safe: false,
                  changes: [{ kind: "replace", path, value: program }, moved],
                },
              ],
      });
    }
  },
};

/** The words of a command line; empty if the whole may be the path of a program, or needs a shell. */
function wordsOf(command: string): readonly string[] {
  const words = command.trim().split(/\s+/);
  const [program = ""] = words;
  // A tab after a drive letter stands for a lost backslash.
  if (words.length === 1 || /^[A-Za-z]:\s/.test(command) || /["'`\\|&;<>$]/.test(command)) return [];
  return program.includes("/") && !words.slice(1).some((word) => word.startsWith("-")) ? [] : words;
}
