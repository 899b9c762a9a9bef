/** `agentcfg lint`: reads what was named, reports, and says by its exit code whether that is good enough. */
import type { Scope } from "../../diagnostic/diagnostic.js";
import { MAX_SIZE } from "../../document/encoding.js";
import { formatOfText } from "../../document/formats.js";
import { fix } from "../../fix.js";
import { choiceOf } from "../../layers/locate.js";
import { type LintText, lint } from "../../lint.js";
import { reporters } from "../../report/reporters.js";
import { command, EXIT } from "../command.js";
import { type FixFlags, runFix } from "../fix.js";
import { type LayerFlags, openCatalog } from "../open.js";
import { COLOR, LAYERS, WHERE } from "../options.js";
import { sayResult } from "../result.js";
import { complain, readInput, type Terminal } from "../terminal.js";

interface LintFlags extends LayerFlags, FixFlags {
  readonly as?: Scope;
  readonly stdinFilename?: string;
  readonly ignores: boolean;
  readonly fix?: boolean;
  readonly unsafeFixes?: boolean;
}

export const lintCommand = command<LintFlags>({
  arguments: [
    { name: "[file...]", describe: "files to check, each with the other layer that is found; - is standard input" },
  ],
  options: [
    ...LAYERS,
    {
      flags: "--format <format>",
      describe: "how to report",
      choices: Object.keys(reporters),
      default: "pretty",
    },
    { flags: "--as <layer>", describe: "the layer the files are", choices: ["global", "project"] },
    {
      flags: "--fail-on <severity>",
      describe: "least severity that makes the exit code 1",
      choices: ["error", "warning", "info"],
      default: "error",
    },
    COLOR,
    { flags: "-q, --quiet", describe: "report only what makes the exit code 1" },
    { flags: "--stdin-filename <name>", describe: "name and format of standard input" },
    { flags: "--fix", describe: "apply the safe fixes, and report what is left" },
    { flags: "--unsafe-fixes", describe: "with --fix or --diff: the other fixes too" },
    { flags: "--diff", describe: "show the fixes and write nothing" },
    { flags: "--no-ignores", describe: "report what comments in the files suppress, too" },
  ],
  more: WHERE,
  run: runLint,
});

async function runLint(terminal: Terminal, names: readonly string[], flags: LintFlags): Promise<number> {
  const catalog = await openCatalog(terminal, flags.catalog);
  if (catalog === "unusable") return EXIT.usage;
  const misuse = misuseOf(names, flags);
  if (misuse !== undefined) {
    await complain(terminal, misuse);
    return EXIT.usage;
  }
  const texts = names.includes("-") ? [await standardInput(terminal, flags.stdinFilename)] : [];
  const files = names.filter((name) => name !== "-");
  const { as, global, project, ignores } = flags;
  const options = {
    files,
    texts,
    host: terminal.host,
    ignores,
    ...(as && { as }),
    ...(catalog && { catalog }),
    ...choiceOf(global, project),
  };
  if (flags.fix || flags.diff) return runFix(terminal, fix({ ...options, unsafe: flags.unsafeFixes ?? false }), flags);
  return sayResult(terminal, lint(options), flags);
}

/** What of the options contradicts the rest of them. */
function misuseOf(names: readonly string[], { fix: writes, diff, unsafeFixes }: LintFlags): string | undefined {
  if (unsafeFixes && !writes && !diff) return "`--unsafe-fixes` goes with `--fix` or `--diff`";
  if (writes && !diff && names.includes("-"))
    return "standard input cannot be fixed in place; `--diff` shows the fixes";
  return undefined;
}

async function standardInput(terminal: Terminal, name: string | undefined): Promise<LintText> {
  const text = await readInput(terminal, MAX_SIZE);
  return name === undefined ? { file: "<stdin>", text, format: formatOfText(text) } : { file: name, text };
}
