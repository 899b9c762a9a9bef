/** `agentcfg inspect`: what is in effect and who says so, as one page or as a table. It runs nothing, and reads no variable. */
import { type Inspection, inspectionOf } from "../../service/inspect/facts.js";
import { pageOf } from "../../service/inspect/page/page.js";
import { promptsOf } from "../../service/review/prompts.js";
import { type ReviewSection, reviewOf } from "../../service/review/review.js";
import { isVouchedFor } from "../../service/waiting.js";
import { command, EXIT } from "../../terminal/command.js";
import { COLOR, LAYERS, POLICY, UNTRUSTED, WHERE } from "../../terminal/options.js";
import { paintOn } from "../../terminal/painted.js";
import { type ColorChoice, complain, print, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import { withCommas } from "../../text/number.js";
import { type LintResult, Run } from "../../toolkit/judge/analysis/run.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { vouchableOf } from "../../toolkit/judge/analysis/vouchable.js";
import { hasSettings } from "../../toolkit/judge/selection/settings-file.js";
import { displayName } from "../../toolkit/read/host/host.js";
import { fullSchema } from "../explain/full-schema.js";
import { inspectTable } from "../inspect/table.js";
import { writePage } from "../inspect/write-page.js";
import { type LayerFlags, openConfiguration } from "../open.js";

interface InspectFlags extends LayerFlags {
  readonly html?: string;
  readonly color: ColorChoice;
}

export const inspect = command<InspectFlags>({
  examples: [
    { line: "agentcfg inspect", describe: "values in effect, and those that lost" },
    { line: "agentcfg inspect --html report.html", describe: "all of it as one page" },
    { line: "agentcfg inspect --html - > report.html", describe: "the same on standard output" },
  ],
  options: [
    ...LAYERS,
    UNTRUSTED,
    POLICY,
    { flags: "--html <file>", describe: "write one page without scripts; - is standard output", takes: "file" },
    COLOR,
  ],
  more: WHERE,
  run: runInspect,
});

async function runInspect(terminal: Terminal, _: readonly string[], flags: InspectFlags): Promise<number> {
  const opened = await openConfiguration(terminal, flags, "files");
  if (typeof opened === "number") return opened;
  const facts = await inspection(terminal, opened, flags);
  if (typeof facts === "number") return facts;
  const code = facts.blocked === undefined ? EXIT.ok : EXIT.findings;
  if (flags.html === undefined) {
    const paint = await paintOn(terminal, flags.color);
    await print(terminal.stdout, inspectTable(facts, paint));
    return code;
  }
  const page = pageOf(facts, terminal.host);
  if (flags.html === "-") {
    await print(terminal.stdout, page);
    return code;
  }
  const refusal = writePage(terminal.host, flags.html, page, opened.layers);
  if (refusal !== undefined) {
    await complain(terminal, `cannot write ${printable(flags.html)}: ${refusal}`);
    return EXIT.usage;
  }
  await print(terminal.stderr, `${printable(flags.html)}: ${size(page)}\n`);
  return code;
}

function size(page: string): string {
  return `a page of ${withCommas(Math.ceil(new TextEncoder().encode(page).length / 1000))} kB`;
}

/** The exit code after reporting why the settings of `lint` cannot be used. */
async function inspection(terminal: Terminal, opened: Snapshot, flags: InspectFlags): Promise<Inspection | number> {
  const { host } = terminal;
  const { layers, surroundings } = opened;
  const inputs = { groups: [layers], reported: layers, unreadable: [], ignores: true, sha256: host.sha256 };
  // A policy that cannot be used has ended the command before.
  const policies = { inForce: surroundings.policies, unusable: [] };
  const run = new Run({ ...inputs, policies, policyFaults: () => [], surroundings: () => surroundings });
  const result = await selectedResult(terminal, run.result, flags);
  if (typeof result === "number") return result;
  const [snapshot = new Snapshot(layers, surroundings)] = run.snapshots;
  return inspectionOf({
    ...{ snapshot, result, schema: fullSchema(terminal), isUntrusted: flags.untrusted === true },
    isVouchedFor: isVouchedFor(snapshot, host, flags),
    review: reviewHere(terminal, snapshot, flags),
  });
}

/** The findings that the user's settings select, as in `lint`. */
async function selectedResult(
  terminal: Terminal,
  result: LintResult,
  flags: InspectFlags,
): Promise<LintResult | number> {
  if (!hasSettings(terminal.host)) return result;
  const { judgeOf } = await import("../lint/judge.js");
  const files = flags.project ? [flags.project] : [];
  const choices = { color: flags.color, failOn: "error", settings: true } as const;
  const judge = await judgeOf(terminal, { flags: choices, given: new Set(["color"]), files });
  return typeof judge === "number" ? judge : judge.judged(result);
}

/** As `review` prints it: a state that a user cannot vouch for has no prompts. */
function reviewHere({ host }: Terminal, snapshot: Snapshot, flags: InspectFlags): readonly ReviewSection[] {
  const { root, state } = vouchableOf(snapshot, host, flags);
  const now = state();
  const prompts = "reason" in now ? [] : promptsOf(host, root, now, snapshot);
  return reviewOf(snapshot, prompts, (name) => displayName(host, host.join(root, name)));
}
