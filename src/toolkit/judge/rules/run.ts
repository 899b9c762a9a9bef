/** Runs all rules on a configuration, and words the facts of the stages; gives each finding its written layer and place. */
import { NONE } from "../../../text/none.js";
import type { Path } from "../../../text/path.js";
import { definitionAt, type Setting } from "../../mean/configuration/setting.js";
import type { Anchor, PathAnchor } from "../../read/diagnostic/anchor.js";
import { isAtLeast, type Severity } from "../../read/diagnostic/diagnostic.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { Fact } from "./fact.js";
import { type AnyRule, rules, wordsFor } from "./index.js";
import type { FactContext, Related, Report, RuleContext, SuggestedFix } from "./rule.js";

/** A rule's finding in a layer. */
export interface Finding {
  readonly rule: AnyRule;
  readonly layer: Layer;
  readonly severity: Severity;
  readonly at: Anchor;
  readonly message: string;
  /** Whether no other layer could change the finding, although the rule depends on the global layer. */
  readonly isSure: true | undefined;
  readonly label: string | undefined;
  readonly notes: readonly string[];
  readonly help: string | undefined;
  readonly related: readonly Related<Anchor>[];
  readonly fixes: readonly SuggestedFix[];
}

/** A finding at a path, and other paths that may cause it. */
export interface RuleFinding extends Finding {
  readonly at: PathAnchor;
  readonly related: readonly Related<PathAnchor>[];
  readonly because: readonly Path[];
  readonly missing: readonly Path[];
}

export function wordFact(fact: Fact, context: FactContext): Finding {
  const { rule, wording } = wordsFor(fact, context);
  const { severity = rule.severity, at = fact.at, message, isSure, label, help } = wording;
  const { notes = NONE, related = NONE, fixes = NONE } = wording;
  return { rule, layer: context.layer, severity, at, message, isSure, label, notes, help, related, fixes };
}

/**
 * The findings of all rules, each in the layer that wrote the place it points at. `least`: the lowest severity to report; rules without
 * findings of that severity do not run.
 */
export function runRules(
  context: RuleContext,
  layers: readonly Layer[],
  settings: Setting,
  least: Severity,
): readonly RuleFinding[] {
  const findings: RuleFinding[] = [];
  const reports: Report[] = [];
  const report = (one: Report): void => {
    reports.push(one);
  };
  for (const rule of rules) {
    if (!isAtLeast(rule.highest ?? rule.severity, least)) continue;
    rule.check?.(context, report);
    if (reports.length === 0) continue;
    for (const one of reports.splice(0)) {
      const finding = placed(rule, one, layers, settings);
      if (finding !== undefined) findings.push(finding);
    }
  }
  return findings;
}

/** The finding at its written place; undefined if no layer wrote it. Drops related places outside the layers, such as the catalog's. */
function placed(rule: AnyRule, report: Report, layers: readonly Layer[], settings: Setting): RuleFinding | undefined {
  const { at, severity = rule.severity, message, isSure, label, help } = report;
  const { notes = NONE, related = NONE, because = NONE, missing = NONE, fixes = NONE } = report;
  const defined = writtenAt(at, layers, settings);
  if (defined === undefined) return undefined;
  const elsewhere = related.flatMap((other) => {
    if (other.policy !== undefined) return [other];
    const place = writtenAt(other.at, layers, settings);
    return place === undefined ? [] : [{ ...other, at: moved(other.at, place.path, place.layer) }];
  });
  const { layer, path } = defined;
  const place = moved(at, path, layer);
  const sentences = { severity, message, isSure, label, notes, help, fixes };
  return { rule, layer, at: place, ...sentences, related: elsewhere, because, missing };
}

/** The place in the layer that an anchor names, or in the layer whose value is in effect. */
function writtenAt(
  { path, layer: scope }: PathAnchor,
  layers: readonly Layer[],
  settings: Setting,
): { readonly layer: Layer; readonly path: Path } | undefined {
  const layer = scope && layerOfScope(layers, scope);
  return layer === undefined ? definitionAt(settings, path) : { layer, path };
}

function moved(at: PathAnchor, path: Path, { scope }: Layer): PathAnchor {
  return { ...at, path, layer: scope };
}
