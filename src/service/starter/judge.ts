/** Checks a starter before it is written: its layer, whether it has the chosen values, and its findings. */
import type { Inputs } from "../../toolkit/judge/analysis/inputs.js";
import { type LintResult, Run } from "../../toolkit/judge/analysis/run.js";
import { surroundingsOf } from "../../toolkit/judge/analysis/surroundings.js";
import { NO_POLICIES } from "../../toolkit/judge/policy/read.js";
import type { Scope } from "../../toolkit/read/diagnostic/diagnostic.js";
import { isObject, type Json, type JsonObject } from "../../toolkit/read/document/data.js";
import { formatOf } from "../../toolkit/read/document/formats.js";
import { toData } from "../../toolkit/read/document/node.js";
import { displayName, type Host } from "../../toolkit/read/host/host.js";
import { type Layer, layerOf } from "../../toolkit/read/layers/layer.js";

export interface Judged {
  readonly layer: Layer;
  readonly result: LintResult;
  /** Whether reading it gives back exactly the intended values. */
  readonly isFaithful: boolean;
}

export function judge(host: Host, file: string, scope: Scope, text: string, wanted: JsonObject): Judged {
  const bytes = new TextEncoder().encode(text);
  const identity = { scope, file, sha256: () => host.sha256(bytes) };
  const layer = layerOf(displayName(host, file), bytes, formatOf(file), identity);
  const inputs: Inputs = {
    groups: [[layer]],
    reported: [layer],
    unreadable: [],
    surroundings: (layers) => surroundingsOf(host, layers, undefined, NO_POLICIES),
    policies: NO_POLICIES,
    policyFaults: () => [],
    ignores: false,
    sha256: host.sha256,
  };
  const { root } = layer.document;
  return { layer, result: new Run(inputs).result, isFaithful: isSame(root && toData(root), wanted) };
}

/** Equality without the order of top-level keys, which differs in a text with comments. */
function isSame(read: Json | undefined, wanted: JsonObject): boolean {
  return isObject(read) && spelled(read) === spelled(wanted);
}

function spelled(data: JsonObject): string {
  return JSON.stringify(Object.entries(data).toSorted(([a], [b]) => (a < b ? -1 : 1)));
}
