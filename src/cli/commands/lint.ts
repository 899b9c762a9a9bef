/** `agentcfg lint`: checks files, reports findings, and exits with 1 if `--fail-on` requires it. */

import { openCatalog } from "../../terminal/catalog.js";
import { type Command, command, EXIT } from "../../terminal/command.js";
import { COLOR, JUDGING, JUDGING_FLAGS, LAYERS, POLICY, WHERE } from "../../terminal/options.js";
import { complain, readInput, type Terminal } from "../../terminal/terminal.js";
import { type FixedLayer, fix, fixesOf } from "../../toolkit/fix.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import { CHOICES } from "../../toolkit/judge/selection/settings-choices.js";
import { hasSettings } from "../../toolkit/judge/selection/settings-file.js";
import { type LintText, lintRun } from "../../toolkit/lint.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { MAX_SIZE } from "../../toolkit/read/document/encoding.js";
import { formatOfText } from "../../toolkit/read/document/formats.js";
import type { Catalog } from "../../toolkit/read/layers/catalog.js";
import { choiceOf } from "../../toolkit/read/layers/locate.js";
import type { JudgeFlags } from "../lint/choices.js";
import type { FixFlags } from "../lint/fix.js";
import type { Judge } from "../lint/judge.js";
import { FORMAT, misuseOfFormats } from "../lint/reporting/formats.js";
import { leastSeverity, sayResult } from "../lint/reporting/result.js";
import type { SuppressFlags } from "../lint/suppress.js";
import type { WayFlags, WayIn } from "../lint/ways/way.js";
import { misuseOfWays, wayIn } from "../lint/ways/way-in.js";
import { type LayerFlags, openPolicies } from "../open.js";

interface LintFlags extends LayerFlags, FixFlags, WayFlags, JudgeFlags, SuppressFlags {
  readonly as?: Scope;
  readonly stdinFilename?: string;
  readonly ignores: boolean;
  readonly fix?: boolean;
  readonly unsafeFixes?: boolean;
}

export const lintCommand: Command = command<LintFlags>({
  examples: [
    { line: "agentcfg lint", describe: "check what is in effect here" },
    { line: "agentcfg lint .agent/config.yaml", describe: "check one file" },
    { line: "agentcfg lint --no-global --fail-on warning", describe: "check a project in CI" },
    { line: "agentcfg lint --diff", describe: "show the fixes" },
    { line: "agentcfg lint --fix .agent/config.yaml", describe: "apply the safe fixes" },
  ],
  arguments: [
    {
      name: "[file...]",
      describe: "files to check, and directories to search for projects; - is standard input",
      takes: "file",
    },
  ],
  options: [
    ...LAYERS,
    POLICY,
    {
      flags: "--fix",
      describe: "apply the safe fixes to every checked file, and report what is left",
    },
    { flags: "--diff", describe: "show the fixes and write nothing; exit with 1 when there are any" },
    FORMAT,
    { flags: "--as <layer>", describe: "treat the files as this layer", choices: ["global", "project"] },
    {
      flags: "--fail-on <severity>",
      describe: "lowest severity that makes the exit code 1",
      choices: CHOICES["fail-on"],
      default: "error",
    },
    COLOR,
    { flags: "-q, --quiet", describe: "report only what makes the exit code 1" },
    { flags: "--stdin-filename <name>", describe: "name and format of standard input", takes: "file" },
    { flags: "--unsafe-fixes", describe: "with --fix or --diff: unsafe fixes too" },
    {
      flags: "--suppress <rule>",
      describe: "write a comment that suppresses each finding of this rule, and report what is left",
      takes: "rule",
    },
    { flags: "--reason <text>", describe: "with --suppress: why the findings may stay" },
    ...JUDGING,
    { flags: "--no-ignores", describe: "report findings that comments suppress, too" },
    { flags: "--no-gitignore", describe: "search directories that ignore files exclude, too" },
    { flags: "--changed", describe: "check files that differ from the last commit, and untracked ones" },
    { flags: "--since <ref>", describe: "check files that differ from where this branch left a commit", takes: "ref" },
    { flags: "--staged", describe: "check staged files, as they are in the index" },
    { flags: "--watch", describe: "check again when a file changes, until interrupted" },
  ],
  more: `${WHERE}

Without a file both layers are checked, so --fix also changes your own global file; name a file to change that one alone.
"lint - --fix" writes the mended text to standard output and the report to standard error.`,
  run: runLint,
});

async function runLint(
  terminal: Terminal,
  names: readonly string[],
  own: LintFlags,
  given: ReadonlySet<string>,
): Promise<number> {
  const judge = await judgeFor(terminal, names, own, given);
  if (typeof judge === "number") return judge;
  const flags = judge?.flags ?? own;
  const catalog = await openCatalog(terminal, flags.catalog, complain);
  if (catalog === "unusable") return EXIT.usage;
  const ofSuppressing = isSuppressing(flags)
    ? (await import("../lint/suppress.js")).misuseOfSuppress(flags)
    : undefined;
  const misuse =
    misuseOf(flags) ??
    ofSuppressing ??
    misuseOfWays(flags, names) ??
    misuseOfFormats(terminal.host, flags.format ?? []);
  if (misuse !== undefined) {
    await complain(terminal, misuse);
    return EXIT.usage;
  }
  if (!flags.watch) return lintOnce(terminal, names, flags, catalog, judge);
  const { lintAgain } = await import("../lint/ways/watch.js");
  const find = (): Promise<WayIn | number> => wayIn(terminal, names, flags);
  return lintAgain(terminal, flags, find, (look) => lintOnce(terminal, names, flags, catalog, judge, look));
}

/** `look` receives the files to lint before any of them is read. */
async function lintOnce(
  terminal: Terminal,
  names: readonly string[],
  flags: LintFlags,
  catalog: Catalog | undefined,
  judge: Judge<LintFlags> | undefined,
  look?: (way: WayIn) => void,
): Promise<number> {
  const texts = names.includes("-") ? [await standardInput(terminal, flags.stdinFilename)] : [];
  const way = await wayIn(
    terminal,
    names.filter((name) => name !== "-"),
    flags,
  );
  if (typeof way === "number") return way;
  const { files, host, unreadable, done } = way;
  if ((await openPolicies(terminal, flags.policy)) === "unusable") return EXIT.usage;
  const nothing = files.length + texts.length === 0 ? way.nothing : undefined;
  look?.(way);
  const { as, global, project, ignores, policy } = flags;
  const options = {
    files,
    texts,
    host,
    ignores,
    ...(as && { as }),
    ...(catalog && { catalog }),
    ...(policy !== undefined && { policy: terminal.host.resolve(policy) }),
    ...(nothing === undefined ? choiceOf(global, project) : ({ global: false, project: false } as const)),
  };
  const also = (result: LintResult): LintResult =>
    unreadable.length === 0 ? result : { ...result, unreadable: [...result.unreadable, ...unreadable] };
  if (flags.fix || flags.diff) {
    const { runFix } = await import("../lint/fix.js");
    const wanted = judge && { wanted: judge.wanted };
    const { fixed, before, after, afterOnly } = fix({ ...options, ...wanted, unsafe: flags.unsafeFixes ?? false });
    done?.();
    const result = {
      fixed,
      before: also(before),
      after: also(after),
      afterOnly: (layers: readonly FixedLayer[]) => also(afterOnly(layers)),
    };
    return runFix(terminal, judge?.fixed(result) ?? result, { ...flags, nothing });
  }
  const run = lintRun(options, judge === undefined && !isSuppressing(flags) ? leastSeverity(flags) : "info");
  const result = also(run.result);
  done?.();
  if (isSuppressing(flags)) {
    const { runSuppress } = await import("../lint/suppress.js");
    return runSuppress(terminal, run, { judge, also, flags: { ...flags, nothing } });
  }
  const code = await judge?.update(result);
  const mendable = (): number | undefined => fixesOf(run, judge?.wanted);
  return code ?? sayResult(terminal, judge?.judged(result) ?? result, { ...flags, nothing, mendable });
}

/** The judge that selects findings, if options or settings need one; an exit code if these cannot be used. */
async function judgeFor(
  terminal: Terminal,
  names: readonly string[],
  flags: LintFlags,
  given: ReadonlySet<string>,
): Promise<Judge<LintFlags> | number | undefined> {
  const needsJudge = JUDGING_FLAGS.some((flag) => given.has(flag)) || (flags.settings && hasSettings(terminal.host));
  if (!needsJudge) return undefined;
  const { judgeOf } = await import("../lint/judge.js");
  const files = [...names.filter((name) => name !== "-"), ...(flags.project ? [flags.project] : [])];
  return judgeOf(terminal, { flags, given, files });
}

function isSuppressing({ suppress, reason }: LintFlags): boolean {
  return suppress !== undefined || reason !== undefined;
}

/** The first contradiction between the options. */
function misuseOf({ fix: writes, diff, unsafeFixes, format }: LintFlags): string | undefined {
  if (unsafeFixes && !writes && !diff) return "`--unsafe-fixes` needs `--fix` or `--diff`";
  if (writes && diff) return "`--fix` writes and `--diff` only shows: use one of them";
  const isDiff = ["pretty", "text"];
  if (diff && format?.some((one) => !isDiff.includes(one))) return "`--diff` has its own format: leave out `--format`";
  return undefined;
}

async function standardInput(terminal: Terminal, name: string | undefined): Promise<LintText> {
  const text = await readInput(terminal, MAX_SIZE);
  return name === undefined ? { file: "<stdin>", text, format: formatOfText(text) } : { file: name, text };
}
