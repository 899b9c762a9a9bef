/** Everything there is to say about the layers of one configuration, each in the light of the others. */
import type { Severity } from "../diagnostic/diagnostic.js";
import type { Finding } from "../diagnostic/finding.js";
import { toValue } from "../document/node.js";
import type { Host } from "../host/host.js";
import type { Catalog } from "../layers/catalog.js";
import { type Examined, type Layer, layerOfScope } from "../layers/layer.js";
import { projectOf } from "../layers/locate.js";
import { scopeFindings } from "../layers/scope.js";
import { versionFindings } from "../layers/upgrade.js";
import { ruleOf } from "../rules/index.js";
import { judge } from "../rules/judge.js";
import { type Knowledge, type PlacedView, viewOf } from "../rules/view.js";
import { check } from "../schema/check.js";
import { checkDigits } from "../schema/exact.js";
import { commandsAllowed } from "../substitution/find.js";
import { substitutionFindings } from "../substitution/findings.js";
import type { Path } from "../text/path.js";
import { literalOf } from "../text/scan.js";

/** The findings of each layer, the lowest layer first. */
export function examine(layers: readonly Layer[], knowledge: Knowledge = {}): readonly Examined[] {
  const view = viewOf(layers, knowledge);
  const judgements = judge(layers, knowledge, view);
  return layers.map((layer) => ({
    layer,
    findings: [
      ...readingFindings(layer, layers, view),
      ...judgements.filter((judgement) => judgement.layer === layer).map(({ finding }) => finding),
    ],
  }));
}

/** What is known of the machine beside its files: the catalog, and what lies in the project. */
export function knowledgeOf(host: Host, layers: readonly Layer[], catalog: Catalog | undefined): Knowledge {
  const root = projectOf(host, layerOfScope(layers, "project")?.file);
  return { catalog, kindOf: root === undefined ? undefined : (path) => host.kindOf(host.join(root, path)) };
}

/** What a finding is worth. */
export function severityOf({ rule, severity }: Finding): Severity {
  return severity ?? ruleOf(rule).severity;
}

/** What the stages up to the merge have to say about a layer. */
function readingFindings(layer: Layer, layers: readonly Layer[], view: PlacedView): readonly Finding[] {
  const { document, root, value } = layer;
  if (root === undefined || value === undefined) return unusableFindings(layer);
  const global = layerOfScope(layers, "global");
  const inert = layer.scope === "project" || !commandsAllowed(global?.value);
  const whole = {
    value: view.merged,
    isProject: layer.scope === "project",
    final: (text: string) => literalOf(text, inert),
    supplies: (path: Path) => !view.isWritten(path) || view.written(path)?.layer === layer,
  };
  return [
    ...document.problems,
    ...versionFindings(document),
    ...(layer.scope === "project" && document.root
      ? scopeFindings(document.root, global && { root: global.root, file: global.document.source.file })
      : []),
    ...check(value, whole),
    ...checkDigits(root),
    ...substitutionFindings(layer, global),
  ];
}

/** A layer that counts for nothing is still checked by itself, as far as it could be read. */
function unusableFindings({ document: { problems, root } }: Layer): readonly Finding[] {
  return root === undefined ? problems : [...problems, ...check(toValue(root)), ...checkDigits(root)];
}
