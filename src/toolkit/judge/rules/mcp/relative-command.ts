/** P-S97: a server of the user's own configuration starts next to it, or in a working directory that its user vouches for. */
import type { Path } from "../../../../text/path.js";
import { programOf, startedAt } from "../../../../text/program.js";
import { quote } from "../../../../text/quote.js";
import { valueAt } from "../../../read/diagnostic/anchor.js";
import { name } from "../phrases.js";
import type { Rule } from "../rule.js";
import { serversOver } from "./servers.js";

export const rule: Rule = {
  id: "mcp/relative-command",
  severity: "warning",
  check({ config, scope, text, template }, report) {
    for (const { key, entry } of serversOver(config, "stdio")) {
      const path: Path = ["mcp_servers", key, "command"];
      const command = text(path);
      const { args = [] } = entry;
      const at = [path, ...args.map((_, index): Path => ["mcp_servers", key, "args", index])];
      // A text with a substitution is no path of its own.
      const words = at.map((one) => text(one) ?? template(one) ?? "");
      const relative = command !== undefined && isRelative(command) ? 0 : scriptIn(words);
      const place = relative === undefined ? undefined : at[relative];
      // Several words are no path: `mcp/wrong-launcher` reports the script of a shell.
      const isScript = relative !== 0 && /^\S+ +-/.test(words[relative ?? 0] ?? "");
      if (place === undefined || isScript || scope(place) !== "global") continue;
      report({
        at: valueAt(...place),
        message: `${name(...place)} is another program in every directory that it starts in`,
        label: "a relative path",
        help:
          relative === 0
            ? `write the whole path, such as ${quote("${HOME}/bin/server")}, or a name that is found in ${quote("PATH")}`
            : `write the whole path, such as ${quote(`\${HOME}/bin/${words[relative ?? 0]?.split(/[\\/]/).at(-1)}`)}`,
      });
    }
  },
};

/** A name without a slash is searched for in `PATH`; a prefix that a shell would expand is another mistake. */
function isRelative(command: string): boolean {
  // `mcp/command-with-arguments` reports a whole command line.
  return /[\\/]/.test(command.split(/\s/, 1)[0] ?? "") && isFromHere(command);
}

function isFromHere(text: string): boolean {
  // `mcp/joined-arguments` reports several words in one.
  return text !== "" && text !== "-" && !text.includes("://") && !/^(?:[\\/~$%{]|[A-Za-z]+:)/.test(text);
}

/** Programs that run a file, with their flags that take a value. */
const FILES: Readonly<Record<string, string>> = {
  node: "-r --require --import --loader --experimental-loader -C --conditions",
  python: "-W -X",
  bash: "-O -o --rcfile --init-file",
  sh: "-o",
  zsh: "-o",
  ruby: "-I -r",
  perl: "-I",
  php: "-d -c",
  tsx: "--tsconfig",
  "ts-node": "-P --project",
  java: "-cp -classpath --class-path",
};

/** Programs that run a file or something else by its name, and the words before it. */
const FILES_OR_NAMES: Readonly<Record<string, readonly string[]>> = {
  deno: ["run"],
  bun: ["run"],
  uv: ["run"],
  dotnet: ["run", "exec"],
  npx: ["tsx", "ts-node"],
};

const FILE = /[\\/]|\.(?:[cm]?[jt]sx?|py|sh|rb|dll)$/i;

/** Whether a program runs a word as a file: `java` runs a class, unless the word is a source or follows `-jar`. */
function isFile(program: string, word: string, args: readonly string[]): boolean {
  if (program === "java") return args.includes("-jar") || /\.java$/i.test(word);
  return Object.hasOwn(FILES, program) || FILE.test(word);
}

/** The index of the word with the relative path of the script that a command line runs. */
function scriptIn([command = "", ...args]: readonly string[]): number | undefined {
  const program = programOf(command).replace(/^python[\d.]*$/, "python");
  const started = startedAt(program, args);
  if (started !== undefined) {
    const script = scriptIn(args.slice(started));
    return script === undefined ? undefined : script + started + 1;
  }
  const valued = Object.hasOwn(FILES, program) ? FILES[program]?.split(" ") : undefined;
  const before = Object.hasOwn(FILES_OR_NAMES, program) ? FILES_OR_NAMES[program] : undefined;
  if (valued === undefined && before === undefined) return undefined;
  for (let index = 0; index < args.length; index += 1) {
    const arg = args[index] ?? "";
    // A module, code, or a directory to start in.
    if (/^(?:-m|-[a-z]*c|-e|-p|--eval|--print|--directory|--cwd|-C|--project|--prefix)(?:=|$)/.test(arg))
      return undefined;
    if (valued?.includes(arg)) index += 1;
    else if (!arg.startsWith("-") && before?.includes(arg.replace(/(?<=.)@.*/, "")) !== true)
      return isFromHere(arg) && isFile(program, arg, args) && !arg.startsWith("@") ? index + 1 : undefined;
  }
  return undefined;
}
