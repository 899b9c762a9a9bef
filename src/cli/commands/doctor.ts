/** `agentcfg doctor`: reports what will not work on this machine, and what to do. It changes no file and starts no program. */

import type { Situation } from "../../service/doctor/check.js";
import { CHECKS } from "../../service/doctor/checks.js";
import { countingOf } from "../../service/doctor/counting.js";
import { asJson, askAll, asText, type CheckResult, summaryLine } from "../../service/doctor/report.js";
import { openCatalog } from "../../terminal/catalog.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, POLICY, TEXT_OR_JSON, WHERE } from "../../terminal/options.js";
import { packageFile, SCHEMA_FILE } from "../../terminal/package-file.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { type LintResult, Run } from "../../toolkit/judge/analysis/run.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { version } from "../../toolkit/judge/report/version.js";
import { hasSettings } from "../../toolkit/judge/selection/settings-file.js";
import { readInputs } from "../../toolkit/lint.js";
import { nodePermissions, nodeVersion } from "../../toolkit/read/host/permissions.js";
import type { Catalog } from "../../toolkit/read/layers/catalog.js";
import { choiceOf } from "../../toolkit/read/layers/locate.js";
import { judgeOf } from "../lint/judge.js";
import { asked } from "../online.js";
import type { LayerFlags } from "../open.js";

interface DoctorFlags extends LayerFlags {
  readonly format: "text" | "json";
  readonly color: ColorChoice;
  readonly online?: boolean;
}

export const doctor = command<DoctorFlags>({
  examples: [
    { line: "agentcfg doctor", describe: "what will not work here, and what to do" },
    { line: "agentcfg doctor --online", describe: "also whether each provider takes its key" },
    { line: "agentcfg doctor --format json", describe: "the same for a program" },
  ],
  options: [
    ...LAYERS,
    POLICY,
    TEXT_OR_JSON,
    COLOR,
    {
      flags: "--online",
      describe:
        "load the configuration, and ask each provider for its models with its own key; no other option asks anybody",
    },
  ],
  more: `
It looks for files, variables and programs by name: no value of a variable is printed, and without \`--online\` nothing is started and nobody is asked.
The exit code is 1 when something will not work, and 3 when there is no configuration.
${WHERE.trimStart()}`,
  run: runDoctor,
});

async function runDoctor(terminal: Terminal, _: readonly string[], flags: DoctorFlags): Promise<number> {
  const catalog = await openCatalog(terminal, flags.catalog, complain);
  if (catalog === "unusable") return EXIT.usage;
  const unjudged = situationOf(terminal, flags, catalog);
  const situation = {
    ...unjudged,
    result: await asUsual(terminal, unjudged.result, flags),
    online: flags.online === true ? await asked(terminal, flags, catalog) : undefined,
  };
  const results = askAll(CHECKS, situation);
  if (flags.format === "json") await print(terminal.stdout, asJson(results));
  else {
    await print(terminal.stdout, asText(results, await paintOn(terminal, flags.color)));
    await print(terminal.stderr, summaryLine(results));
  }
  return codeOf(situation, results);
}

function situationOf(
  terminal: Terminal,
  { global, project, policy }: DoctorFlags,
  catalog: Catalog | undefined,
): Situation {
  const { host } = terminal;
  const choice = choiceOf(global, project);
  const run = new Run(
    readInputs({ host, ...choice, ...(catalog && { catalog }), ...(policy !== undefined && { policy }) }),
  );
  const { groups, unreadable, surroundings, policies } = run.inputs;
  const [layers = []] = groups;
  const snapshot = run.snapshots[0] ?? new Snapshot(layers, surroundings(layers));
  const versions = { agentcfg: version, node: nodeVersion };
  return {
    ...{ host, permissions: nodePermissions, choice, layers, unreadable, policies, snapshot, versions },
    ...{ schemaText: packageFile(terminal, SCHEMA_FILE), counting: countingOf(snapshot), catalog, result: run.result },
    online: undefined,
  };
}

/** The findings of `lint` with the user's settings. Unusable settings are reported and ignored. */
async function asUsual(terminal: Terminal, result: LintResult, { color, project }: DoctorFlags): Promise<LintResult> {
  if (!hasSettings(terminal.host)) return result;
  const flags = { color, failOn: "error", settings: true } as const;
  const files = project ? [project] : [];
  const judge = await judgeOf(terminal, { flags, given: new Set(), files });
  return typeof judge === "number" ? result : judge.judged(result);
}

function codeOf({ layers, unreadable }: Situation, results: readonly CheckResult[]): number {
  if (layers.length === 0 && unreadable.length === 0) return EXIT.noConfig;
  return results.some(({ status }) => status === "problem") ? EXIT.findings : EXIT.ok;
}
