/** The diagnostics of policies that cannot be used, in the words of the rules for configurations. */
import { lacksSpace } from "../../../text/colon.js";
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import type { Host } from "../../read/host/host.js";
import type { Layer } from "../../read/layers/layer.js";
import { NO_POLICIES, type Policies, type UnusablePolicy } from "../policy/read.js";
import type { Finding } from "../rules/run.js";
import { isSuggestion } from "../rules/suggestion.js";
import { diagnose } from "./diagnose.js";
import { Snapshot } from "./snapshot.js";
import { surroundingsOf } from "./surroundings.js";

export function policyFaults(host: Host, { unusable }: Policies): readonly Diagnostic[] {
  return unusable.flatMap((one) => faultsOf(host, one));
}

function faultsOf(host: Host, { document, mistakes, reason }: UnusablePolicy): readonly Diagnostic[] {
  // A document outside of the layers is worded like one of them.
  const layer: Layer = {
    ...{ scope: "global", document, file: undefined, sha256: undefined },
    ...{ root: undefined, removed: [], facts: [] },
  };
  const snapshot = new Snapshot([layer], surroundingsOf(host, [layer], undefined, NO_POLICIES));
  const diagnosed = (finding: Finding): Diagnostic => diagnose(finding, [layer], snapshot.redactor);
  if (reason !== undefined) {
    const at = { span: { start: 0, end: 0 } };
    return [diagnosed(snapshot.word({ kind: "unusable-policy", at, mistake: reason, label: undefined }, layer))];
  }
  return mistakes.map((fact) => {
    const { at, message, label, help } = snapshot.word(fact, layer);
    // The help of the rule for policies takes the place of this one.
    const words = isSuggestion(label) || help === undefined ? message : `${message}; ${help}`;
    const isText = fact.kind === "not-a-mapping" && !lacksSpace(fact.text);
    const mistake = isText ? "a policy is a mapping with keys such as `allow` and `require`" : words;
    return diagnosed(snapshot.word({ kind: "unusable-policy", at, mistake, label }, layer));
  });
}
