/** Reports a wrong value at its anchor, and not again at each alias of it. */
import { find } from "../../read/document/node.js";
import type { Layer } from "../../read/layers/layer.js";
import type { Finding } from "../rules/run.js";

/** The findings about a layer, without the repetitions at aliases. */
export function withoutEchoes(findings: readonly Finding[], { document: { root, source } }: Layer): readonly Finding[] {
  if (root === undefined || !source.text.includes("*")) return findings;
  const nodes = new Map(findings.map((finding) => [finding, nodeOf(finding)]));
  const keyOf = ({ rule }: Finding, start: number | undefined): string => `${rule.id} ${start}`;
  const said = new Set(findings.map((finding) => keyOf(finding, nodes.get(finding)?.span.start)));
  return findings.filter((finding) => {
    const origin = nodes.get(finding)?.origin;
    return origin === undefined || !said.has(keyOf(finding, origin.start));
  });

  function nodeOf({ at }: Finding) {
    return root !== undefined && "path" in at && at.part === "value" ? find(root, at.path)?.node : undefined;
  }
}
