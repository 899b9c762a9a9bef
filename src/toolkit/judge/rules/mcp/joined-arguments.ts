/** Spec 2.10: each item of `args` reaches the program as one argument. Nothing splits it at its blanks. */
import type { Path } from "../../../../text/path.js";
import { programOf } from "../../../../text/program.js";
import { OPENER } from "../../../../text/scan.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/joined-arguments",
  severity: "warning",
  check({ config, text }, report) {
    for (const { key, entry } of serversOver(config, "stdio")) {
      const { command = "", args = [] } = entry;
      const list: Path = ["mcp_servers", key, "args"];
      for (const [index, arg] of args.entries()) {
        const path = [...list, index];
        if (text(path) === undefined || !isJoined(arg, { before: args[index - 1], command })) continue;
        const words = arg.trim().split(/\s+/);
        const isWritten = args.every((_, at) => text([...list, at]) !== undefined);
        report({
          at: valueAt(...path),
          message: `${name(...path)} is one argument, with its blanks`,
          label: "is not split into words",
          // The single words are not shown: the search for secrets recognises only the whole text.
          help: "write each word as an item of its own",
          fixes: isWritten
            ? [
                {
                  title: "write each as an item of its own",
                  safe: false,
                  changes: [
                    { kind: "put", path: list, value: args.flatMap((one, at) => (at === index ? words : [one])) },
                  ],
                },
              ]
            : [],
        });
      }
    }
  },
};

/** Flags without a value, behind which an argument is no value of theirs. */
const ALONE = /^(?:-y|--yes|-q|--quiet|-i|--rm|-m|run)$/;

/** Programs whose first word is one of their commands. */
const WITH_COMMANDS: ReadonlySet<string> = new Set([
  "docker",
  "podman",
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "uv",
  "pipx",
  "deno",
]);

/** Whether an item holds a flag and the words behind it, or a command of the program and its options. */
function isJoined(
  arg: string,
  { before, command }: { readonly before: string | undefined; readonly command: string },
): boolean {
  if (/["'`|&;<>\n]/.test(arg) || OPENER.test(arg)) return false;
  if (before === undefined && WITH_COMMANDS.has(programOf(command)) && /^[a-z]+ +\S/.test(arg)) return true;
  const mayBeValue = before?.startsWith("-") === true && !ALONE.test(before);
  return !mayBeValue && /^--?[A-Za-z][\w-]* +[\w@./-]/.test(arg);
}
