/** Applies fixes until none is left that helps. Works on texts in memory and writes nothing. */
import { once } from "../text/once.js";
import { type FixChoice, layerKey, rewriting } from "./judge/analysis/candidates.js";
import { type Inputs, unjudgedInputs } from "./judge/analysis/inputs.js";
import { mended, withRefusal } from "./judge/analysis/mend.js";
import { type LintResult, Run } from "./judge/analysis/run.js";
import { type LintOptions, readAll } from "./lint.js";
import type { LintSettings } from "./lint-settings.js";
import type { Diagnostic } from "./read/diagnostic/diagnostic.js";
import { grouped } from "./read/layers/group.js";
import type { Layer } from "./read/layers/layer.js";
import { FLAG, FUNCTION, LINT, optionsOf } from "./read/layers/options.js";

export interface FixOptions extends LintOptions {
  /** Apply fixes too that their authors may not have meant. */
  readonly unsafe?: boolean;
  /** The diagnostics to fix; all of them by default. Receives the report of `lint` with the same `settings`. */
  readonly wanted?: (result: LintResult) => readonly Diagnostic[];
}

export interface FixedLayer {
  /** The layer as it was read. */
  readonly before: Layer;
  readonly text: string;
  /** Titles of the applied fixes, in order. */
  readonly titles: readonly string[];
}

export interface FixResult {
  readonly fixed: readonly FixedLayer[];
  readonly before: LintResult;
  /** The report on the fixed texts. */
  readonly after: LintResult;
  /** The report if only these changes are made. */
  readonly afterOnly: (layers: readonly FixedLayer[]) => LintResult;
}

/**
 * Reads the same inputs as `lint`, and fixes the layers that it would report on. The global layer is fixed alone, as if there were no
 * project: a project never changes the file of its user (S38). With `settings`, only findings that they select are fixed, and all reports
 * are those of `lint` with these `settings`.
 */
export function fix(given: FixOptions = {}): FixResult {
  const options = optionsOf("fix", given, { ...LINT, unsafe: FLAG, wanted: FUNCTION });
  const { unsafe = false, wanted = allOf, settings } = options;
  const run = new Run(readAll(options));
  if (settings === undefined) return fixRun(run, { unsafe, wanted });
  const { judge } = settings;
  return judged(fixRun(run, { unsafe, wanted: (result) => wanted(judge(result)) }), judge);
}

/** The same fixes, with the reports of `lint`. */
function judged(all: FixResult, judge: LintSettings["judge"]): FixResult {
  const after = once(() => judge(all.after));
  return {
    fixed: all.fixed,
    before: judge(all.before),
    get after() {
      return after();
    },
    afterOnly: (layers) => judge(all.afterOnly(layers)),
  };
}

/** Fixes the reported layers of a run, as `fix` does. */
export function fixRun(start: Run, choice: FixChoice): FixResult {
  try {
    return fixAll(start, choice);
  } catch {
    const { result } = new Run(unjudgedInputs(start.inputs, "fixing"));
    return { fixed: [], before: start.result, after: result, afterOnly: () => result };
  }
}

/** The total length of texts, in characters, above which trying fixes takes too long for a report that writes none. */
const MOST_TRIED = 100_000;

/** The number of fixes that would be applied; undefined if the texts are too long to try them. */
export function fixesOf(run: Run, wanted: FixChoice["wanted"] = allOf): number | undefined {
  const size = run.inputs.groups.flat().reduce((sum, { document }) => sum + document.source.text.length, 0);
  if (size > MOST_TRIED) return undefined;
  try {
    return fixAll(run, { unsafe: false, wanted }).fixed.reduce((sum, { titles }) => sum + titles.length, 0);
  } catch {
    return 0;
  }
}

function allOf({ diagnostics }: LintResult): readonly Diagnostic[] {
  return diagnostics;
}

function fixAll(start: Run, choice: FixChoice): FixResult {
  const alone = globalOnly(start.inputs);
  const isAlone = alone === start.inputs;
  const own = mended(isAlone ? start : new Run(alone), "global", choice);
  const upper = isAlone ? own : mended(over(start, own.run), "project", choice);
  const { run } = upper;
  const titles = new Map([...own.titles, ...upper.titles]);
  const now = new Map(run.inputs.reported.map((layer) => [layerKey(layer), layer]));
  const fixed = start.inputs.reported.flatMap((before): readonly FixedLayer[] => {
    const text = now.get(layerKey(before))?.document.source.text;
    if (text === undefined || text === before.document.source.text) return [];
    return [{ before, text, titles: titles.get(layerKey(before)) ?? [] }];
  });
  const afterOnly = (layers: readonly FixedLayer[]): LintResult =>
    rewriting(start, new Map(layers.map(({ before, text }) => [before, text]))).result;
  const after = once((): LintResult => {
    const refused = new Map([...new Set([own, upper])].flatMap((step) => [...step.refused()]));
    return { ...run.result, diagnostics: run.result.diagnostics.map((diagnostic) => withRefusal(diagnostic, refused)) };
  });
  return {
    fixed,
    before: start.result,
    get after() {
      return after();
    },
    afterOnly,
  };
}

/** The run over the global layers of another one. */
function over(start: Run, { inputs }: Run): Run {
  const global = new Map(inputs.reported.map((layer) => [layerKey(layer), layer]));
  const layers = start.inputs.groups.flat().map((before) => [before, global.get(layerKey(before)) ?? before] as const);
  return layers.every(([before, now]) => before === now) ? start : start.replacing(new Map(layers));
}

/** The reported global layers without any project; the same inputs if they hold no other layers. */
function globalOnly(inputs: Inputs): Inputs {
  const reported = inputs.reported.filter(({ scope }) => scope === "global");
  if (reported.length === inputs.groups.flat().length) return inputs;
  return { ...inputs, groups: grouped(reported), reported };
}
