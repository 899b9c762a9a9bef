/** `agentcfg lint --suppress RULE --reason TEXT`: writes comments that suppress the findings of a rule, and reports the remaining ones. */

import { type Refused, suppressedRun } from "../../service/lint/suppress.js";
import { EXIT } from "../../terminal/command.js";
import { complain, type Terminal } from "../../terminal/terminal.js";
import { printable } from "../../text/escape.js";
import { enumerate, quote } from "../../text/quote.js";
import type { FixResult } from "../../toolkit/fix.js";
import type { LintResult, Run } from "../../toolkit/judge/analysis/run.js";
import { readName } from "../../toolkit/judge/selection/rule-choice.js";
import { maySuppress } from "../../toolkit/judge/suppression/apply.js";
import { reasonFrom } from "../../toolkit/judge/suppression/write.js";
import type { Diagnostic } from "../../toolkit/read/diagnostic/diagnostic.js";
import { writeAll } from "./fix.js";
import { type ResultFlags, sayResult } from "./reporting/result.js";

export interface SuppressFlags {
  readonly suppress?: string;
  readonly reason?: string;
}

interface AllFlags extends SuppressFlags {
  readonly fix?: boolean;
  readonly diff?: boolean;
  readonly watch?: boolean;
  readonly staged?: boolean;
  readonly updateBaseline?: boolean;
  readonly ignores: boolean;
}

/** The first mistake in the options. */
export function misuseOfSuppress(flags: AllFlags): string | undefined {
  const { suppress: rule, reason } = flags;
  if (rule === undefined) return "`--reason` needs `--suppress RULE`";
  const name = readName(rule);
  if ("reason" in name) return name.reason;
  if (!rule.includes("/")) return `\`--suppress\` takes one rule, and ${quote(rule)} is a family of them`;
  if (!maySuppress(rule, "warning", "global")) return `findings of ${quote(rule)} cannot be suppressed`;
  if (reason === undefined) return "`--suppress` needs `--reason TEXT`: a comment without a reason suppresses nothing";
  const written = reasonFrom(reason);
  if (written === undefined) return "`--reason` is empty: a comment without a reason suppresses nothing";
  if (written === "unprintable") return "`--reason` has characters that cannot be shown";
  return contradictionIn(flags);
}

function contradictionIn({ fix, diff, watch, staged, updateBaseline, ignores }: AllFlags): string | undefined {
  if (fix) return "`--suppress` does not combine with `--fix`: fix first";
  if (diff) return "`--suppress` writes comments and `--diff` only shows fixes: use one of them";
  if (watch) return "`--watch` writes nothing: leave out `--suppress`";
  if (staged) return "`--staged` reads the index and `--suppress` writes the working tree: use one of them";
  if (updateBaseline) return "`--suppress` does not combine with `--update-baseline`: suppress first";
  if (!ignores) return "`--no-ignores` reports what comments suppress: leave it out";
  return undefined;
}

interface Situation {
  readonly judge:
    | {
        readonly wanted: (result: LintResult) => readonly Diagnostic[];
        readonly fixed: (result: FixResult) => FixResult;
        readonly judged: (result: LintResult) => LintResult;
      }
    | undefined;
  /** Adds the unreadable files. */
  readonly also: (result: LintResult) => LintResult;
  readonly flags: SuppressFlags & ResultFlags;
}

/** Writes the comments; returns the exit code. */
export async function runSuppress(terminal: Terminal, run: Run, { judge, also, flags }: Situation): Promise<number> {
  const { suppress: rule = "", reason = "" } = flags;
  const { result, refused, hasFinding: isFound } = suppressedRun(run, { rule, reason, wanted: judge?.wanted });
  const { fixed, before, after, afterOnly } = result;
  if (before.layers.length === 0) return sayResult(terminal, judge?.judged(also(before)) ?? also(before), flags);
  if (!isFound) await complain(terminal, `there is no finding of ${quote(rule)} to suppress`);
  for (const one of refused) await complain(terminal, sentence(one));
  const whole = {
    ...{ fixed, before: also(before), after: also(after) },
    afterOnly: (layers: FixResult["fixed"]) => also(afterOnly(layers)),
  };
  const code = await writeAll(terminal, judge?.fixed(whole) ?? whole, flags, comments);
  return refused.length === 0 ? code : EXIT.usage;
}

const MOST_LINES = 8;

function sentence({ file, lines, why }: Refused): string {
  const shown = lines.length > MOST_LINES ? lines.slice(0, MOST_LINES - 1) : lines;
  const left = lines.length - shown.length;
  const places = enumerate([...shown.map(String), ...(left === 0 ? [] : [`${left} more`])], "and");
  return `cannot suppress line${lines.length === 1 ? "" : "s"} ${places} of ${printable(file)}: ${why}`;
}

function comments(count: number): string {
  return `${count} ${count === 1 ? "comment" : "comments"} written`;
}
