/** Marks the diagnostics that a layer that was not read could contradict. */
import type { Redactor } from "../../mean/redaction/redactor.js";
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { Finding } from "../rules/run.js";
import { diagnose } from "./diagnose.js";

/** A diagnostic; `isDoubtful` when a layer that was not read could contradict it. */
export interface Judged {
  readonly diagnostic: Diagnostic;
  readonly isDoubtful: boolean;
}

export function judged(finding: Finding, layers: readonly Layer[], redactor: Redactor): Judged {
  const diagnostic = diagnose(finding, layers, redactor);
  return { diagnostic, isDoubtful: isDoubtful(finding, layerOfScope(layers, "global")) };
}

/** Whether the value that a project seems to lack may stand in a global layer that was not read (S27). */
function isDoubtful({ rule, layer, isSure }: Finding, global: Layer | undefined): boolean {
  return layer.scope === "project" && global?.root === undefined && rule.asksGlobal === true && isSure !== true;
}
