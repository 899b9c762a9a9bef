/** Spec 2.10: each item of `args` reaches the program as one argument. Nothing splits it at its blanks. */
import type { Path } from "../../../../text/path.js";
import { programOf } from "../../../../text/program.js";
import { quote } from "../../../../text/quote.js";
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
      const sign = signOfShell(args, programOf(command));
      if (sign !== undefined && text([...list, sign]) !== undefined)
        report({
          at: valueAt(...list, sign),
          message: `${quote(args[sign] ?? "")} means something to a shell, and none reads ${name(...list)}`,
          label: "reaches the program as an argument",
          help: `write ${quote("command: sh")}, and the whole line behind ${quote("-c")} in ${quote("args")}`,
        });
      for (const [index, arg] of args.entries()) {
        const path = [...list, index];
        if (text(path) !== undefined && CONTINUED.test(arg))
          report({
            at: valueAt(...path),
            message: `a backslash at the end of ${name(...path)} continues no line`,
            label: "reaches the program as a part of the argument",
            help: "remove the backslash: each item of the list is one argument",
          });
        if (text(path) === undefined || !isJoined(args, index, programOf(command))) continue;
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

/** The end of a line that goes on in the next one, in a script of a shell. */
const CONTINUED = /(?:^|\s)\\$/;

/** Signs between two commands, or between a command and a file. */
const SIGN = /^(?:&&|\|\|?|<|[12&]?>>?(?:[&/.].*)?)$/;

/** The place of such a sign where no shell reads it: not behind a flag, which may want it, and not behind a shell or on another machine. */
function signOfShell(args: readonly string[], program: string): number | undefined {
  if (/^(?:ssh|wsl|cmd|powershell|pwsh|\w*sh|env)$/.test(program)) return undefined;
  const at = args.findIndex((arg) => SIGN.test(arg));
  const before = args.slice(0, Math.max(at, 0));
  return at < 1 || before.some((arg) => /^(?:-\w*c|\/c)$/i.test(arg)) || before.at(-1)?.startsWith("-") === true
    ? undefined
    : at;
}

/** Flags without a value, behind which an argument is no value of theirs. */
const ALONE = /^(?:-y|--yes|-q|--quiet|-i|--rm|-m)$/;

/** Programs whose first word is one of their commands. */
const WITH_COMMANDS: ReadonlySet<string> = new Set("docker podman npm pnpm yarn bun uv pipx deno".split(" "));

/** Programs whose first word is a package. */
const WITH_PACKAGES: ReadonlySet<string> = new Set("npx pnpx bunx uvx".split(" "));
const PACKAGE = /^@?[\w.-]+(?:\/[\w.-]+)?(?:(?:@|==)[\w.+-]+)? +[^\s=<>~!]/;

/** Whether an item holds a flag, a command or a package, and the words behind it. */
function isJoined(args: readonly string[], index: number, program: string): boolean {
  const arg = args[index] ?? "";
  if (/["'`|&;<>\n]/.test(arg) || OPENER.test(arg)) return false;
  const isFirst = args.slice(0, index).every((before) => ALONE.test(before));
  if (isFirst && WITH_COMMANDS.has(program) && /^[a-z]+ +\S/.test(arg)) return true;
  if (isFirst && WITH_PACKAGES.has(program) && PACKAGE.test(arg)) return true;
  const isValue = index > 0 && /^-/.test(args[index - 1] ?? "") && !ALONE.test(args[index - 1] ?? "");
  return !isValue && /^--?[A-Za-z][\w-]* +[\w@./-]/.test(arg);
}
