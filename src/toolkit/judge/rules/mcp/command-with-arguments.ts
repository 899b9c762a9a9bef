/** Spec 2.10: `command` names a program and is started without a shell, so nothing splits it into words. */
import type { Path } from "../../../../text/path.js";
import { enumerate, quote } from "../../../../text/quote.js";
import { settingAt } from "../../../mean/configuration/setting.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import type { Change } from "../../../read/edit/change.js";
import { leadingArguments } from "../leading-arguments.js";
import { name } from "../phrases.js";
import type { Report, Rule, RuleContext } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/command-with-arguments",
  severity: "warning",
  check(context, report) {
    for (const { key: server } of serversOver(context.config, "stdio")) {
      const path = ["mcp_servers", server, "command"];
      const line = context.text(path) ?? "";
      if (SHELL.test(line)) {
        report(withoutShell(context, path, line));
        continue;
      }
      const all = wordsOf(line);
      const first = all.findIndex((word) => !ASSIGNMENT.test(word));
      const [program, ...words] = all.slice(first);
      const assigned = all.slice(0, Math.max(first, 0)).map((word) => word.split("=", 1)[0] ?? "");
      if (program === undefined || words.length + assigned.length === 0) continue;
      const { settings } = context;
      const layer = settingAt(settings, path)?.source;
      const args = ["mcp_servers", server, "args"];
      // A list under a misspelt key is not in effect, and would stay where it is.
      const canMove = typeof layer === "object" && (settingAt(settings, args) !== undefined || context.lacks(args));
      const moved = canMove && words.length > 0 ? leadingArguments(path, words, { settings, layer }) : undefined;
      const variables =
        assigned.length === 0 || !canMove ? undefined : leadingVariables(context, server, all.slice(0, first));
      const isWhole = (words.length === 0 || moved !== undefined) && (assigned.length === 0 || variables !== undefined);
      report({
        at: valueAt(...path),
        message: `${name(...path)} contains arguments, and no program is called like that`,
        label: "is not split into words",
        // The single words are not shown: the search for secrets recognises only the whole text.
        help: helpFor(assigned, words.length),
        fixes: isWhole
          ? [
              {
                title: assigned.length === 0 ? "move the arguments to `args`" : "write the program alone",
                safe: false,
                changes: [
                  { kind: "replace", path, value: program },
                  ...[moved, variables].filter((change) => change !== undefined),
                ],
              },
            ]
          : [],
      });
    }
  },
};

/** Signs between two commands, or between a command and a file. */
const SHELL = /\s(?:&&|\|\|?|[12]?>>?|<)(?:\s|&\d)|;\s/;

/** The report of a line that only a shell understands. */
function withoutShell({ lacks }: RuleContext, path: Path, line: string): Report {
  const args = [...path.slice(0, -1), "args"];
  return {
    at: valueAt(...path),
    message: `${name(...path)} is a line for a shell, and none reads it`,
    label: "is looked for as one program",
    help: `write ${quote("command: sh")}, and the whole line behind ${quote("-c")} in ${quote("args")}`,
    fixes: lacks(args)
      ? [
          {
            title: "let `sh` read it",
            safe: false,
            changes: [
              { kind: "replace", path, value: "sh" },
              { kind: "put", path: args, value: ["-c", line.trim()] },
            ],
          },
        ]
      : [],
  };
}

/** A variable that a shell would set for the program behind it. */
const ASSIGNMENT = /^[A-Za-z_]\w*=/;

function helpFor(assigned: readonly string[], words: number): string {
  const items = `each of the other words as an item of ${quote("args")}`;
  if (assigned.length === 0) return `write the program alone, and ${items}`;
  const variables = `write ${enumerate(assigned.map(quote), "and")} in ${quote("env")}`;
  return words === 0 ? `${variables}, and the program alone` : `${variables}, the program alone, and ${items}`;
}

/** The change of `env`; undefined if it sets variables already. */
function leadingVariables({ lacks }: RuleContext, server: string, words: readonly string[]): Change | undefined {
  const path = ["mcp_servers", server, "env"];
  const pairs = words.map((word) => [word.slice(0, word.indexOf("=")), word.slice(word.indexOf("=") + 1)] as const);
  return lacks(path) ? { kind: "put", path, value: Object.fromEntries(pairs) } : undefined;
}

/** The words of a command line; empty if the whole may be the path of a program, or needs a shell. */
function wordsOf(command: string): readonly string[] {
  const words = command.trim().split(/\s+/);
  const program = words.find((word) => !ASSIGNMENT.test(word)) ?? "";
  // A tab after a drive letter stands for a lost backslash.
  if (words.length === 1 || /^[A-Za-z]:\s/.test(command) || /["'`\\|&;<>$]/.test(command)) return [];
  if (program !== words[0]) return words;
  return program.includes("/") && !words.slice(1).some((word) => word.startsWith("-")) ? [] : words;
}
