/** The summary of a report for people: the number of findings, their files, and the number that `--fix` would fix. */
import { printable } from "../../../text/escape.js";
import { formatPath } from "../../../text/path.js";
import { enumerate } from "../../../text/quote.js";
import type { LintResult } from "../../../toolkit/judge/analysis/run.js";
import { programsIn } from "../../../toolkit/judge/report/for-review.js";
import { type Diagnostic, isFixable, type Position } from "../../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../../toolkit/read/layers/layer.js";

/** More files than these are counted, not listed. */
const MOST_NAMED = 10;

/**
 * `mendable`: the number of fixes that would be applied, if known. `listed`: the findings that the report lists; the others are counted as
 * programs. Empty if no file was checked.
 */
export function summaryOf(
  whole: LintResult,
  listed: readonly Diagnostic[],
  mendable: (() => number | undefined) | undefined,
  remarks: readonly string[] = [],
): string {
  if (whole.reported.length === 0) return "";
  const result = { ...whole, diagnostics: listed };
  const programs = programsIn(whole.diagnostics) - programsIn(listed);
  const started = programs === 0 ? [] : [`${count(programs, "program")} would start: \`agentcfg review\``];
  const unchecked = [...alone(result), ...homeless(result)];
  const lines = [totals(result), ...started, ...fixable(result, mendable), ...remarks, ...unchecked];
  return lines.map((line) => `${line}\n`).join("");
}

/** The number of findings in each checked file. */
function totals({ reported, diagnostics, suppressed }: LintResult): string {
  const hidden = suppressed === 0 ? "" : ` (${suppressed} suppressed)`;
  const own = reported.map((layer) => ({
    name: nameOf(layer),
    said: diagnostics.filter((one) => one.file === layer.document.source.file && one.layer === layer.scope),
  }));
  const bad = own.filter(({ said: findings }) => findings.length > 0);
  const clean = own.filter(({ said: findings }) => findings.length === 0).map(({ name }) => name);
  if (bad.length === 0) return `no problems${hidden} in ${namesOf(clean)}`;

  const total = `${counted(diagnostics)}${hidden}`;
  const [only] = bad;
  if (bad.length === 1 && only !== undefined)
    return `${total} in ${only.name}${clean.length === 0 ? "" : `, none in ${namesOf(clean)}`}`;
  const lines = bad.length > MOST_NAMED ? [] : bad.map(({ name, said: findings }) => `  ${name}: ${counted(findings)}`);
  const files =
    bad.length === reported.length ? count(bad.length, "file") : `${bad.length} of ${reported.length} files`;
  return [`${total} in ${files}`, ...lines].join("\n");
}

function namesOf(names: readonly string[]): string {
  return names.length > 2 ? count(names.length, "file") : enumerate(names, "and");
}

/** `.agent/config.yaml (project)`: the layer of a file decides which keys it may have. */
function nameOf({ document, scope }: Layer): string {
  return `${printable(document.source.file)} (${scope})`;
}

function counted(diagnostics: readonly Diagnostic[]): string {
  const of = (severity: Diagnostic["severity"]): string =>
    count(diagnostics.filter((one) => one.severity === severity).length, severity);
  return [of("error"), of("warning"), of("info")].filter((part) => part !== "").join(", ");
}

/** The exact number of findings that `--fix` would fix, or an upper bound if they were not tried. */
function fixable({ diagnostics }: LintResult, mendable: (() => number | undefined) | undefined): readonly string[] {
  const most = diagnostics.filter(isFixable).length;
  if (most === 0) return [];
  const tried = mendable?.();
  if (tried === undefined) return [`\`--fix\` can fix up to ${most} of them`];
  const mended = Math.min(most, tried);
  if (mended === 0) return [];
  if (mended < diagnostics.length) return [`\`--fix\` would fix ${mended} of them`];
  return [`\`--fix\` would fix ${mended === 1 ? "it" : "them all"}`];
}

/** A name that a project refers to may be defined in the global layer (S27). */
function alone({ doubtful = [] }: LintResult): readonly string[] {
  const why = "a global config may define what is missing, and none was read; `--global FILE` names one";
  const places = doubtful.map(({ file, range: { start }, message, help }) =>
    [`${placeOf(file, start)}: ${message}`, ...(help === undefined ? [] : [help])].join("; "),
  );
  return notChecked(places, why);
}

/** A catalog may complete a model (S16). */
function homeless({ uncatalogued = [] }: LintResult): readonly string[] {
  const why = "a catalog may say which provider runs the model, and none was given; `--catalog FILE` names one";
  const places = uncatalogued.map(({ file, start, model }) => {
    const name = printable(formatPath(["models", model]));
    return `${placeOf(file, start)}: \`${name}\` needs a \`provider\`, unless the agent knows this model itself`;
  });
  return notChecked(places, why);
}

function notChecked(places: readonly string[], why: string): readonly string[] {
  if (places.length === 0) return [];
  const more = places.length > MOST_NAMED ? [`  and ${places.length - MOST_NAMED} more`] : [];
  const named = places.slice(0, MOST_NAMED).map((place) => `  ${place}`);
  return [`${count(places.length, "place")} not checked: ${why}`, ...named, ...more];
}

function placeOf(file: string, { line, column }: Position): string {
  return `${printable(file)}:${line}:${column}`;
}

function count(number: number, noun: string): string {
  return number === 0 ? "" : `${number} ${noun}${number === 1 ? "" : "s"}`;
}
