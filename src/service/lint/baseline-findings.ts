/**
 * Applies a baseline to the findings of a run. It may hide only findings that a comment in the same file could, because a stranger's
 * repository brings its own baseline. It never hides findings of a file outside the repository, such as the user's own.
 */
import { grouped } from "../../text/grouped.js";
import type { LintResult } from "../../toolkit/judge/analysis/run.js";
import { findingFingerprints } from "../../toolkit/judge/report/fingerprint.js";
import { groundOf, nameFromRoot } from "../../toolkit/judge/report/ground.js";
import { maySuppress } from "../../toolkit/judge/suppression/apply.js";
import type { Diagnostic } from "../../toolkit/read/diagnostic/diagnostic.js";
import { type Host, repositoryOf } from "../../toolkit/read/host/host.js";
import type { Baseline, Entry } from "./baseline.js";

export interface BaselineMatch {
  /** Findings that may be in a baseline, and those of them that are in this one. */
  readonly all: ReadonlySet<Diagnostic>;
  readonly listed: ReadonlySet<Diagnostic>;
  /** The number of its entries that match no finding any more. */
  readonly gone: number;
  /** The entries of an updated baseline. */
  readonly updated: readonly Entry[];
  /** The number of `updated` entries that the baseline lacks. */
  readonly added: number;
}

/** `isWanted`: whether a rule is selected; entries of other rules stay. */
export function knownIn(
  host: Host,
  result: LintResult,
  { entries }: Baseline,
  isWanted: (rule: string) => boolean,
): BaselineMatch {
  const now = entriesOf(host, result, isWanted);
  const fingerprints = new Set([...now.values()].map(({ fingerprint }) => fingerprint));
  const listed = new Set(entries.map(({ fingerprint }) => fingerprint));
  const isJudged = judgedIn(host, result);
  const isGone = (entry: Entry): boolean =>
    !fingerprints.has(entry.fingerprint) && isWanted(entry.rule) && isJudged(entry);
  const left = entries.filter((entry) => !isGone(entry));
  const isListed = ([, { fingerprint }]: readonly [Diagnostic, Entry]): boolean => listed.has(fingerprint);
  return {
    all: new Set(now.keys()),
    listed: new Set([...now].filter(isListed).map(([diagnostic]) => diagnostic)),
    gone: entries.length - left.length,
    updated: [...new Map([...left, ...now.values()].map((entry) => [entry.fingerprint, entry])).values()],
    added: [...fingerprints].filter((fingerprint) => !listed.has(fingerprint)).length,
  };
}

/** Names of files outside of the repository. */
const ELSEWHERE = /^(?:~?\/|\.\.\/|\(root\)\/|[A-Za-z]:\/)/;

/** The findings that may be in a baseline. */
function entriesOf(
  host: Host,
  result: LintResult,
  isWanted: (rule: string) => boolean,
): ReadonlyMap<Diagnostic, Entry> {
  const ground = groundOf(host);
  const reported = new Set(result.diagnostics);
  const entries = [...findingFingerprints(result, ground)].flatMap(([diagnostic, fingerprint]) => {
    const { rule, severity, layer, file } = diagnostic;
    const name = nameFromRoot(ground, file);
    if (!reported.has(diagnostic) || ELSEWHERE.test(name) || !isWanted(rule) || !maySuppress(rule, severity, layer))
      return [];
    return [[diagnostic, { fingerprint, rule, layer, file: name }] as const];
  });
  return new Map(entries);
}

/** Sentences with the number of findings that cannot be in a baseline, and the reason. */
export function refusals(host: Host, findings: readonly Diagnostic[]): readonly string[] {
  const ground = groundOf(host);
  const failing = findings.filter(({ severity }) => severity !== "info");
  const why = failing.map(({ rule, severity, file }) => {
    if (ELSEWHERE.test(nameFromRoot(ground, file))) return "because the file is not in this repository";
    if (maySuppress(rule, severity, "global")) return "because a repository may not hide what it does to its user";
    return severity === "error" ? "because the agent would refuse the file" : "because no comment may hide it either";
  });
  return [...grouped(why.map((one) => [one, one]))].map(
    ([reason, { length }]) => `${length} finding${length === 1 ? "" : "s"} cannot be kept in a baseline, ${reason}`,
  );
}

/** Whether this run would have reported the finding of an entry: its file was checked, or does not exist any more. */
function judgedIn(host: Host, { reported, unreadable }: LintResult): (entry: Entry) => boolean {
  const ground = groundOf(host);
  const keyOf = (layer: Entry["layer"], file: string): string => `${layer} ${file}`;
  const usable = reported.filter(({ root }) => root !== undefined);
  const checked = new Set(
    usable.map(({ scope, document }) => keyOf(scope, nameFromRoot(ground, document.source.file))),
  );
  const root = repositoryOf(host, host.cwd) ?? host.cwd;
  const missing = new Map<string, boolean>();
  return ({ layer, file }) => {
    if (checked.has(keyOf(layer, file))) return true;
    if (unreadable.length > 0) return false;
    const isMissing = missing.get(file) ?? host.kindOf(host.join(root, file)) === undefined;
    missing.set(file, isMissing);
    return isMissing;
  };
}
