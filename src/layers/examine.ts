/** Everything there is to say about the layers of one configuration, each in the light of the others. */
import { toValue } from "../document/node.js";
import { literalOf } from "../document/scan.js";
import type { Finding } from "../finding.js";
import { check } from "../schema/check.js";
import { checkDigits } from "../schema/exact.js";
import { cycleFindings, inherit } from "./inherit.js";
import { type Layer, layerOfScope } from "./layer.js";
import { resolve } from "./resolve.js";
import { scopeFindings } from "./scope.js";
import { commandsAllowed, substitutionFindings } from "./substitutions.js";
import { versionFindings } from "./upgrade.js";

export interface Examined {
  readonly layer: Layer;
  readonly findings: readonly Finding[];
}

/** The findings of each layer, the lowest layer first. */
export function examine(layers: readonly Layer[]): readonly Examined[] {
  const resolved = resolve(layers);
  const global = layerOfScope(layers, "global");
  const cycles = cycleFindings(inherit(resolved.value).cycles, resolved.origin);
  return layers.map((layer) => {
    const { document, root, value } = layer;
    if (root === undefined || value === undefined) return { layer, findings: unusableFindings(layer) };
    const inert = layer.scope === "project" || !commandsAllowed(global?.value);
    const whole = {
      value: resolved.value,
      isProject: layer.scope === "project",
      final: (text: string) => literalOf(text, inert),
      supplies: (path: readonly (string | number)[]) => resolved.origin(path) === layer,
    };
    return {
      layer,
      findings: [
        ...document.problems,
        ...versionFindings(document),
        ...(layer.scope === "project" && document.root
          ? scopeFindings(document.root, global && { root: global.root, file: global.document.source.file })
          : []),
        ...check(value, whole),
        ...checkDigits(root),
        ...substitutionFindings(layer, global),
        ...cycles.filter((cycle) => cycle.layer === layer).map(({ finding }) => finding),
      ],
    };
  });
}

/** A layer that counts for nothing is still checked by itself, as far as it could be read. */
function unusableFindings({ document: { problems, root } }: Layer): readonly Finding[] {
  return root === undefined ? problems : [...problems, ...check(toValue(root)), ...checkDigits(root)];
}
