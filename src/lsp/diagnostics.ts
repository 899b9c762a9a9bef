/** Findings as the diagnostics of the protocol. */

import type { Policy } from "../toolkit/judge/policy/policy.js";
import { withSuggestion } from "../toolkit/judge/report/advice.js";
import { isForReview } from "../toolkit/judge/report/for-review.js";
import type { Diagnostic as Finding, Severity } from "../toolkit/read/diagnostic/diagnostic.js";
import type { Source } from "../toolkit/read/document/source.js";
import type { LayerText } from "./configuration/state.js";
import type { Workspace } from "./configuration/workspace.js";
import type { Options } from "./options.js";
import type { PolicyText } from "./policies.js";
import { rangeIn } from "./positions.js";
import type { Diagnostic, DiagnosticSeverity, DiagnosticTag, Range } from "./protocol.js";
import type { Text } from "./text.js";

const SEVERITY: Readonly<Record<Severity, DiagnosticSeverity>> = { error: 1, warning: 2, info: 3 };

const UNNECESSARY: DiagnosticTag = 1;

/** Rules about values without effect, which editors show faintly. Other rules of `effect` are about values in effect. */
const WITHOUT_EFFECT: ReadonlySet<string> = new Set(
  [
    ...["budget-in-repository", "delay-without-retries", "directory-without-login", "inert", "reserved"],
    ...["tool-of-another-server", "tool-setting-without-tools", "unused-classifier", "variable-set-anyway"],
  ].map((name) => `effect/${name}`),
);

/** Whether the options select a finding that is for editors. */
export function isShown(finding: Finding, { diagnostics }: Options): boolean {
  const { rule } = finding;
  if (isForReview(finding)) return false;
  if (diagnostics === "beyond-schema") return !/^(?:schema|syntax)\//.test(rule);
  return diagnostics === "all";
}

/** The findings about a policy that the options select. Its mistakes are those of syntax and schema. */
export function findingsIn({ findings, unusable }: PolicyText, { diagnostics }: Options): readonly Finding[] {
  const isBeyondSchema = unusable?.reason !== undefined;
  return diagnostics === "all" || (diagnostics === "beyond-schema" && isBeyondSchema) ? findings : [];
}

export function rangeOf(source: Source, { range }: Finding): Range {
  return rangeIn(source, spanOf(range));
}

/** The texts with places that a finding may name. */
interface Places {
  readonly others: readonly LayerText[];
  readonly policies: readonly Policy[];
}

export const NO_PLACES: Places = { others: [], policies: [] };

export function diagnosticOf(
  finding: Finding,
  text: Text,
  { others, policies }: Places,
  workspace: Workspace,
): Diagnostic {
  const { rule, severity, help, notes, related } = finding;
  const { source } = text.document;
  const places = related.flatMap((one) => {
    const policy = policies.find(({ document }) => document.source.file === one.file);
    if (policy !== undefined) {
      const range = rangeIn(policy.document.source, spanOf(one.range));
      return [{ location: { uri: workspace.machine.uriOf(policy.file), range }, message: one.message }];
    }
    const layer = others.find(({ document }) => document.source.file === one.file)?.layer;
    const uri = layer && workspace.uriOf(layer);
    if (layer === undefined || uri === undefined) return [];
    return [{ location: { uri, range: rangeIn(layer.document.source, spanOf(one.range)) }, message: one.message }];
  });
  return {
    range: rangeOf(source, finding),
    severity: SEVERITY[severity],
    code: rule,
    source: "agentcfg",
    message: [withSuggestion(finding), ...notes, ...(help === undefined ? [] : [help])].join("\n"),
    ...(WITHOUT_EFFECT.has(rule) && { tags: [UNNECESSARY] }),
    ...(places.length > 0 && { relatedInformation: places }),
  };
}

function spanOf({ start, end }: Finding["range"]): { readonly start: number; readonly end: number } {
  return { start: start.offset, end: end.offset };
}
