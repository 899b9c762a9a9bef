/** The selection of findings and their severities: the choice of a program, or of the machine's user in `lint.yaml`. */
import { didYouMean, quote } from "../text/quote.js";
import { suggest } from "../text/suggest.js";
import type { LintResult } from "./judge/analysis/run.js";
import { NOT_SEVERITIES, NOT_TEXT, notList, type Read, readName, readSeverity } from "./judge/selection/rule-choice.js";
import { selected } from "./judge/selection/selection.js";
import { readSettings } from "./judge/selection/settings.js";
import type { Severity } from "./read/diagnostic/diagnostic.js";
import { hostHere } from "./read/host/here.js";
import type { Host } from "./read/host/host.js";

/** Rules and families of rules, by their names. */
export interface LintChoice {
  /** Only these; all of them by default. */
  readonly select?: readonly string[];
  readonly ignore?: readonly string[];
  readonly severity?: Readonly<Record<string, Severity>>;
}

export interface LintSettings {
  /** The selected findings, with their chosen severities. Findings about unreadable files always stay. */
  readonly judge: (result: LintResult) => LintResult;
  /** Sentences about invalid settings; all findings are then reported. */
  readonly problems: readonly string[];
}

/**
 * Settings for `lint` and `fix`: a choice, or `user` for those of the user's own `lint.yaml`, which `agentcfg lint` uses
 * ([docs/lint.md](../../docs/lint.md)). A file in the repository of the host's directory, or of one of `files`, never counts: pass the
 * linted files as `files`.
 */
export function lintSettings(
  choice: LintChoice | "user",
  host: Host = hostHere(),
  files: readonly string[] = [],
): LintSettings {
  const chosen = choice === "user" ? usersChoice(host, files) : choice;
  if ("problems" in chosen) return { judge: (result) => result, problems: chosen.problems };
  const { select = [], ignore = [], severity = {} } = chosen;
  const problems = [
    ...(choice === "user" ? [] : Object.keys(choice).flatMap(unknownSetting)),
    ...problemsOfList("select", select),
    ...problemsOfList("ignore", ignore),
    ...problemsOfSeverities(severity),
  ];
  if (problems.length > 0) return { judge: (result) => result, problems };
  const severities = new Map(Object.entries(severity));
  const selection = { select: named(select), ignore: named(ignore), severities: [severities] };
  return { judge: (result) => selected(result, selection).result, problems };
}

const KEYS = ["select", "ignore", "severity"];

function unknownSetting(key: string): readonly string[] {
  return KEYS.includes(key) ? [] : [`there is no setting ${quote(key)}${didYouMean(suggest(key, KEYS).map(quote))}`];
}

function problemsOfList(key: "select" | "ignore", names: unknown): readonly string[] {
  if (!Array.isArray(names)) return [notList(key)];
  return names.flatMap((name: unknown) => (typeof name === "string" ? problemOf(readName(name)) : [NOT_TEXT]));
}

function problemsOfSeverities(severity: unknown): readonly string[] {
  if (typeof severity !== "object" || severity === null || Array.isArray(severity)) return [NOT_SEVERITIES];
  return Object.entries(severity).flatMap(([name, one]) =>
    [readName(name), readSeverity(String(one))].flatMap(problemOf),
  );
}

function problemOf(read: Read<unknown>): readonly string[] {
  return "reason" in read ? [read.reason] : [];
}

/** A family may end in a slash. */
function named(names: readonly string[]): readonly string[] {
  return names.map((name) => name.replace(/\/$/, ""));
}

function usersChoice(host: Host, files: readonly string[]): LintChoice | { readonly problems: readonly string[] } {
  const read = readSettings(host, files);
  if ("reasons" in read) return { problems: read.reasons };
  if ("outside" in read) return { problems: [`${quote(read.outside)} does not count: it lies in the repository`] };
  const { select = [], ignore = [], severity = new Map<string, Severity>() } = read.settings;
  return { select, ignore, severity: Object.fromEntries(severity) };
}
