/** The user's own settings of `lint`, which count here as they do in the command. */
import { type Selection, selected } from "../../toolkit/judge/selection/selection.js";
import { readSettings } from "../../toolkit/judge/selection/settings.js";
import type { Choosable } from "../../toolkit/judge/selection/settings-values.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import type { Host } from "../../toolkit/read/host/host.js";

export interface Chosen {
  /** The findings that the user wants, with the severities that the user gives them. */
  readonly judged: (result: LintResult) => LintResult;
  /** Sentences about settings that cannot be used. */
  readonly complaints: readonly string[];
}

const ALL: Chosen = { judged: (result) => result, complaints: [] };

/** `options`: those of the command, whose choices the settings have too. */
export function chosenOn(host: Host, options: readonly Choosable[]): Chosen {
  const read = readSettings(host, [], options);
  if ("reasons" in read) return { ...ALL, complaints: read.reasons };
  if ("outside" in read) return { ...ALL, complaints: [`${read.outside} does not count: it lies in the repository`] };
  const { select = [], ignore = [], severity } = read.settings;
  const selection: Selection = { select, ignore, severities: severity === undefined ? [] : [severity] };
  return { judged: (result) => selected(result, selection).result, complaints: [] };
}
