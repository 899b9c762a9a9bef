/** What loading would do with the substitution under the pointer, as a line of a hover. */
import { type Step, stepsOf } from "../../../service/explain/steps.js";
import type { Snapshot } from "../../../toolkit/judge/analysis/snapshot.js";
import type { Layer } from "../../../toolkit/read/layers/layer.js";
import { type Line, type Piece, sentence } from "../../prose.js";

const VERBS: Readonly<Record<Step["action"], string>> = {
  read: "loading reads ",
  run: "loading runs ",
  "maybe-run": "loading reads ",
  nothing: "loading leaves ",
};

export function substitutionLines(snapshot: Snapshot, layer: Layer, offset: number): readonly Line[] {
  const here = stepsOf(layer, snapshot).filter(
    ({ range: { start, end } }) => start.offset <= offset && offset <= end.offset,
  );
  return here.map(({ step }) => lineOf(step));
}

function lineOf({ action, variable, command, why }: Step): Line {
  const names: readonly Piece[] = [
    ...(variable === undefined ? [] : [{ code: `\${${variable}}` }]),
    ...(command === undefined
      ? []
      : [...(variable === undefined ? [] : [", and while it is unset or empty runs "]), { code: command }]),
  ];
  return [VERBS[action], ...names, ...(why === undefined ? [] : [" as it is, because ", ...sentence(why)])];
}
