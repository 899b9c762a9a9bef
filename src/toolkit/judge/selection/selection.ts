/**
 * The findings that a user selects, and their severities. A named rule wins over its family, and `ignore` wins over `select`. Findings
 * about unreadable files and about policies are always reported with their own severity.
 */
import { quote } from "../../../text/quote.js";
import type { Diagnostic, Severity } from "../../read/diagnostic/diagnostic.js";
import { type LintResult, summaryOf } from "../analysis/run.js";
import { ruleOf, rules } from "../rules/index.js";
import { suppressionsIn } from "../suppression/comments.js";
import { familyOf } from "./rule-choice.js";

export interface Selection {
  /** Only these; undefined for all. */
  readonly select: readonly string[];
  readonly ignore: readonly string[];
  /** By rule or family; the first map that has the rule wins. */
  readonly severities: readonly ReadonlyMap<string, Severity>[];
}

export interface Selected {
  readonly result: LintResult;
  /** The number of findings that are not selected and reported all the same. */
  readonly unselected: number;
}

export function selects({ select, ignore }: Selection): (rule: string) => boolean {
  const [taken, left] = [new Set(select), new Set(ignore)];
  return (rule) => {
    if (left.has(rule)) return false;
    if (taken.has(rule)) return true;
    return !left.has(familyOf(rule)) && (taken.size === 0 || taken.has(familyOf(rule)));
  };
}

/** Whether a finding is always reported: its file cannot be read or used, or a policy forbids the value. */
function lastingIn({ layers }: LintResult): (diagnostic: Diagnostic) => boolean {
  const unusable = new Set(layers.filter(({ root }) => root === undefined).map(keyOf));
  return ({ rule, severity, layer, file }) =>
    unusable.has(`${layer} ${file}`) ||
    ruleOf(rule).isOfPolicy === true ||
    (severity === "error" && familyOf(rule) === "syntax");
}

/** The selected findings, with their severities. */
export function selected(result: LintResult, selection: Selection): Selected {
  const isWanted = selects(selection);
  const isLasting = lastingIn(result);
  const isBeside = besidesIn(result, isWanted);
  let unselected = 0;
  const diagnostics = result.diagnostics.flatMap((diagnostic) => {
    if (isLasting(diagnostic)) {
      if (!isWanted(diagnostic.rule)) unselected += 1;
      return [diagnostic];
    }
    if (!isWanted(diagnostic.rule) || isBeside(diagnostic)) return [];
    return [weighed(diagnostic, selection)];
  });
  return { result: { ...result, diagnostics, summary: summaryOf(diagnostics) }, unselected: unselected };
}

function weighed(diagnostic: Diagnostic, { severities }: Selection): Diagnostic {
  const { rule } = diagnostic;
  const [severity] = severities.flatMap((by) => by.get(rule) ?? by.get(familyOf(rule)) ?? []);
  return severity === undefined ? diagnostic : { ...diagnostic, severity };
}

/** A comment that suppresses nothing is reported only if one of its rules is selected. */
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
    const mentions = named.filter((name) => message.includes(quote(name)));
    return mentions.length > 0 && !mentions.some(isWanted);
  };
}

function keyOf({ scope, document }: LintResult["layers"][number]): string {
  return `${scope} ${document.source.file}`;
}
