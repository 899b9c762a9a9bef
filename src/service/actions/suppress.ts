/** Comments that suppress findings, as an editor offers them: without a reason, so that each finding stays until its comment has one. */
import { grouped } from "../../text/grouped.js";
import { quote } from "../../text/quote.js";
import type { Run } from "../../toolkit/judge/analysis/run.js";
import { placesIn, refusalOf, suppressing, type Wanted } from "../../toolkit/judge/suppression/write.js";
import type { Diagnostic } from "../../toolkit/read/diagnostic/diagnostic.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import { type Action, layerEdits } from "./action.js";
import { isOf } from "./of-layer.js";

/** The comments for findings of a layer: one for each rule on each line, and then one for each rule in the file. */
export function suppressionsOf(run: Run, layer: Layer, here: readonly Diagnostic[]): readonly Action[] {
  // The severities that a user chose do not count here.
  const own = run.result.diagnostics.filter((one) => isOf(layer, one));
  const [byPlace, byRule] = [
    grouped(own.map((one) => [placeOf(one), one])),
    grouped(own.map((one) => [one.rule, one])),
  ];
  const hasPlace = placesIn(layer.document);
  const places = new Map(here.map((one) => [placeOf(one), one]));
  const onLines = [...places].flatMap(([place, { rule, range }]) => {
    const { line } = range.start;
    return hasPlace(line) ? suppression(layer, rule, line, byPlace.get(place) ?? []) : [];
  });
  const rules = new Set(here.map(({ rule }) => rule));
  return [...onLines, ...[...rules].flatMap((rule) => suppression(layer, rule, undefined, byRule.get(rule) ?? []))];
}

function placeOf({ rule, range }: Diagnostic): string {
  return `${range.start.line} ${rule}`;
}

/** `line`: undefined for the file; `same`: the findings that the comment would suppress. */
function suppression(
  layer: Layer,
  rule: string,
  line: number | undefined,
  same: readonly Diagnostic[],
): readonly Action[] {
  const { document, scope } = layer;
  const severity = same.some((one) => one.severity === "error") ? "error" : "warning";
  const wanted: Wanted = { rule, scope, severity, where: line === undefined ? "file" : [line], reason: undefined };
  if (refusalOf(document, wanted) !== undefined) return [];
  const edits: Action["edits"] = () => {
    const written = suppressing(document, wanted);
    return "refusal" in written ? [] : layerEdits(layer, written.edits);
  };
  const [kind, place] =
    line === undefined ? (["suppress-file", "in this file"] as const) : (["suppress-line", `on line ${line}`] as const);
  return [{ kind, title: `Suppress ${quote(rule)} ${place}`, about: same, edits }];
}
