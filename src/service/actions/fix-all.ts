/** All safe fixes of one layer, as `agentcfg lint --fix` applies them to its file. */
import { once } from "../../text/once.js";
import { fixRun } from "../../toolkit/fix.js";
import type { FixChoice } from "../../toolkit/judge/analysis/candidates.js";
import { Run } from "../../toolkit/judge/analysis/run.js";
import type { Layer } from "../../toolkit/read/layers/layer.js";
import type { LayerEdit } from "../layer-edit.js";
import { type Action, layerEdits } from "./action.js";
import { editsBetween } from "./between.js";

/** `wanted`: the findings of a run to fix; all of them by default. */
export function fixAllOf(run: Run, layer: Layer, wanted: FixChoice["wanted"] = allOf): Action {
  const edits = once((): readonly LayerEdit[] => {
    const alone = new Run({ ...run.inputs, reported: [layer] });
    const [fixed] = fixRun(alone, { unsafe: false, wanted }).fixed;
    return fixed === undefined ? [] : layerEdits(layer, editsBetween(layer.document.source.text, fixed.text));
  });
  return { kind: "fix-all", title: "Apply all safe fixes", about: [], edits };
}

const allOf: FixChoice["wanted"] = ({ diagnostics }) => diagnostics;
