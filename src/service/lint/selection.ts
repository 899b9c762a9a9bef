/**
 * Which findings a user wants to hear of, and what each is worth to them. A rule that is named decides over its family, and leaving out
 * over taking. What says that a file cannot be read is always said, as severe as it is: without it, silence would pass for soundness.
 */
import { quote } from "../../text/quote.js";
import { type LintResult, summaryOf } from "../../toolkit/judge/analysis/run.js";
import { rules } from "../../toolkit/judge/rules/index.js";
import { suppressionsIn } from "../../toolkit/judge/suppression/comments.js";
import type { Diagnostic, Severity } from "../../toolkit/read/diagnostic/diagnostic.js";
import { familyOf } from "./rule-choice.js";

/** Names of rules and families. */
export interface Selection {
  /** Only these; none for all. */
  readonly select: readonly string[];
  readonly ignore: readonly string[];
  /** By rule or family; of several, the first that knows a rule decides. */
  readonly severities: readonly ReadonlyMap<string, Severity>[];
}

export interface Selected {
  readonly result: LintResult;
  /** How many findings were not wanted and are there all the same. */
  readonly kept: number;
}

/** Whether findings of a rule are wanted. */
export function selects({ select, ignore }: Selection): (rule: string) => boolean {
  const [taken, left] = [new Set(select), new Set(ignore)];
  return (rule) => {
    if (left.has(rule)) return false;
    if (taken.has(rule)) return true;
    return !left.has(familyOf(rule)) && (taken.size === 0 || taken.has(familyOf(rule)));
  };
}

/** Whether nobody may leave a finding out: it says that its file cannot be read, or used. */
function lastingIn({ layers }: LintResult): (diagnostic: Diagnostic) => boolean {
  const unusable = new Set(layers.filter(({ root }) => root === undefined).map(keyOf));
  return ({ rule, severity, layer, file }) =>
    unusable.has(`${layer} ${file}`) || (severity === "error" && familyOf(rule) === "syntax");
}

/** The findings that are wanted, with their severities. */
export function selected(result: LintResult, selection: Selection): Selected {
  const isWanted = selects(selection);
  const isLasting = lastingIn(result);
  const isBeside = besidesIn(result, isWanted);
  let kept = 0;
  const diagnostics = result.diagnostics.flatMap((diagnostic) => {
    if (isLasting(diagnostic)) {
      if (!isWanted(diagnostic.rule)) kept += 1;
      return [diagnostic];
    }
    if (!isWanted(diagnostic.rule) || isBeside(diagnostic)) return [];
    return [weighed(diagnostic, selection)];
  });
  return { result: { ...result, diagnostics, summary: summaryOf(diagnostics) }, kept };
}

function weighed(diagnostic: Diagnostic, { severities }: Selection): Diagnostic {
  const { rule } = diagnostic;
  const [severity] = severities.flatMap((by) => by.get(rule) ?? by.get(familyOf(rule)) ?? []);
  return severity === undefined ? diagnostic : { ...diagnostic, severity };
}

/** Of a comment that suppresses nothing, its rules are what is spoken of: where none of these is wanted, nothing is. */
function besidesIn({ layers }: LintResult, isWanted: (rule: string) => boolean): (diagnostic: Diagnostic) => boolean {
  const unused = rules.find(({ words }) => words?.["unused-suppression"] !== undefined)?.id;
  const comments = new Map<string, readonly string[]>(
    layers.flatMap((layer) =>
      suppressionsIn(layer.document).map(({ span, rules: named }) => [`${keyOf(layer)} ${span.start}`, named] as const),
    ),
  );
  return ({ rule, layer, file, range, message }) => {
    if (rule !== unused) return false;
    const named = comments.get(`${layer} ${file} ${range.start.offset}`) ?? [];
    const spoken = named.filter((name) => message.includes(quote(name)));
    return spoken.length > 0 && !spoken.some(isWanted);
  };
}

function keyOf({ scope, document }: LintResult["layers"][number]): string {
  return `${scope} ${document.source.file}`;
}
