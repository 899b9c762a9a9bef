/** Combines the options with the user's settings: the selected rules, and the format of the report. */

import { complain, type Terminal } from "../../terminal/terminal.js";
import { quote, shortened } from "../../text/quote.js";
import { all, type Read, readNames, readSeverities } from "../../toolkit/judge/selection/rule-choice.js";
import type { Selection } from "../../toolkit/judge/selection/selection.js";
import { readSettings } from "../../toolkit/judge/selection/settings.js";
import type { Settings } from "../../toolkit/judge/selection/settings-values.js";
import { onlyAtHand } from "./reporting/formats.js";
import type { ResultFlags } from "./reporting/result.js";

/** Options that select findings, with their values on the command line. */
export interface JudgeFlags extends ResultFlags {
  readonly select?: readonly string[];
  readonly ignore?: readonly string[];
  readonly severity?: readonly string[];
  /** Whether the user's own settings apply. */
  readonly settings: boolean;
  readonly baseline?: string;
  readonly updateBaseline?: boolean;
  readonly diff?: boolean;
}

/** The input of the choices. `given`: the flags on the command line; `files`: the checked files. */
export interface Situation<Flags> {
  readonly flags: Flags;
  readonly given: ReadonlySet<string>;
  readonly files: readonly string[];
}

/** `flags`: the flags, completed by the user's settings. */
export interface Choices<Flags> {
  readonly flags: Flags;
  readonly selection: Selection;
}

/** Undefined after reporting the invalid settings or options. */
export async function choicesOf<Flags extends JudgeFlags>(
  terminal: Terminal,
  { flags: own, given, files }: Situation<Flags>,
): Promise<Choices<Flags> | undefined> {
  const settings = own.settings ? await openSettings(terminal, files) : {};
  if (settings === undefined) return undefined;
  const flags = withSettings(own, settings, given);
  const selection = selectionOf(own, settings);
  const misuse = "reason" in selection ? selection.reason : misuseOf(flags);
  if (misuse === undefined && "value" in selection) return { flags, selection: selection.value };
  await complain(terminal, shortened(misuse ?? ""));
  return undefined;
}

async function openSettings(terminal: Terminal, files: readonly string[]): Promise<Settings | undefined> {
  const outcome = readSettings(terminal.host, files);
  if ("settings" in outcome) return outcome.settings;
  if ("reasons" in outcome) {
    for (const reason of outcome.reasons) await complain(terminal, reason);
    return undefined;
  }
  await complain(terminal, `${outcome.outside} does not count: it lies in the repository`);
  return {};
}

/** The command line wins over the settings file. */
function withSettings<Flags extends JudgeFlags>(flags: Flags, settings: Settings, given: ReadonlySet<string>): Flags {
  const { format, color, failOn, quiet, maxWarnings } = settings;
  // `--diff` prints no report, so `format` does not apply.
  const fromFile = {
    color,
    failOn,
    quiet,
    maxWarnings,
    ...(flags.diff || format === undefined ? {} : { format: [format] }),
  };
  const used = Object.entries(fromFile).filter(([key, value]) => value !== undefined && !given.has(key));
  return { ...flags, ...Object.fromEntries(used) };
}

/** `--select` replaces the rules of the settings; `--ignore` adds to the ignored ones. */
function selectionOf(flags: JudgeFlags, settings: Settings): Read<Selection> {
  const select = namesIn(flags.select);
  const ignore = namesIn(flags.ignore);
  const severity = all((flags.severity ?? []).map(readSeverities));
  if ("reason" in select) return select;
  if ("reason" in ignore) return ignore;
  if ("reason" in severity) return severity;
  const isAnew = flags.select !== undefined;
  return {
    value: {
      select: isAnew ? select.value : (settings.select ?? []),
      ignore: [...ignore.value, ...(isAnew ? [] : (settings.ignore ?? []))],
      // The last of several `--severity` options wins.
      severities: [...severity.value.toReversed(), ...(settings.severity === undefined ? [] : [settings.severity])],
    },
  };
}

function namesIn(texts: readonly string[] = []): Read<readonly string[]> {
  const read = all(texts.map(readNames));
  return "reason" in read ? read : { value: read.value.flat() };
}

/** The first option that contradicts another one or has an invalid value. */
function misuseOf(flags: JudgeFlags & { readonly fix?: boolean; readonly watch?: boolean }): string | undefined {
  const { maxWarnings, statistics, format, baseline, updateBaseline, fix, diff, watch } = flags;
  if (maxWarnings !== undefined && !/^\d{1,15}$/.test(maxWarnings))
    return `\`--max-warnings\` takes a number, not ${quote(maxWarnings)}`;
  if (updateBaseline && baseline === undefined) return "`--update-baseline` needs `--baseline FILE`";
  if (updateBaseline && (fix || diff))
    return "`--update-baseline` does not combine with `--fix` and `--diff`: fix first";
  if (updateBaseline && watch) return "`--update-baseline` runs once and `--watch` goes on: use one of them";
  if (statistics && diff) return "`--statistics` counts findings and `--diff` prints fixes: use one of them";
  if (statistics && format !== undefined && onlyAtHand(format) === undefined)
    return `\`--statistics\` has no format ${quote(format.join(","))}: it prints text, or JSON with \`--format json\``;
  return undefined;
}
