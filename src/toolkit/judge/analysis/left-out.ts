/** The configuration without its project's mistakes (S5), and a count of them. */
import { toPointer } from "../../../text/path.js";
import { type Definition, definitionAt } from "../../mean/configuration/setting.js";
import { withoutPaths } from "../../read/edit/change.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { Finding, RuleFinding } from "../rules/run.js";
import { danglingIn } from "./dangling.js";
import type { Snapshot } from "./snapshot.js";

/** Whether a finding prevents the configuration from being used. */
export function isInTheWay({ rule, severity }: RuleFinding): boolean {
  return severity === "error" && !rule.isHarmless;
}

export const isProjects = ({ layer }: { readonly layer: Layer }): boolean => layer.scope === "project";

export function definitionOf({ layer, at: { path } }: RuleFinding): Definition {
  return { layer, path };
}

/**
 * The configuration without the values of its project that rules forbid, and without references to them. Each round leaves out at least one
 * value. `first`: the configuration before anything was left out.
 */
export function withoutMistakes(snapshot: Snapshot, first = snapshot): Snapshot {
  // Dangling references go first, a whole chain at once: a rule would find one link per round.
  const dangling = danglingIn(first, snapshot);
  const leftOut = dangling.length > 0 ? dangling : mistakesOf(snapshot);
  return leftOut.length === 0 ? snapshot : withoutMistakes(withoutProjectValues(snapshot, leftOut), first);
}

function mistakesOf({ ruleFindings }: Snapshot): readonly Definition[] {
  return ruleFindings.filter(isInTheWay).filter(isProjects).map(definitionOf);
}

/** The configuration without some values of its project. */
export function withoutProjectValues(snapshot: Snapshot, places: readonly Definition[]): Snapshot {
  const project = layerOfScope(snapshot.layers, "project");
  if (project?.root === undefined || places.length === 0) return snapshot;
  const paths = places.map(({ path }) => path);
  const root = withoutPaths(project.root, paths);
  // If a value cannot be removed, the whole layer is emptied.
  const entries = root === project.root ? new Map() : root.entries;
  return snapshot.replacing(project, { ...project, root: { ...root, entries } });
}

/** The outcome of loading a configuration, as far as it is known before resolving. */
export interface Verdict {
  /** Errors of the global layer: with any, nothing is loaded. */
  readonly errors: number;
  /** Values of the project that are mistakes and therefore not in effect. */
  readonly leftOut: number;
}

/** `left`: the same configuration without the mistakes of its project. */
export function verdictOf({ findings }: Snapshot, left: Snapshot): Verdict {
  const wrong = findings.filter(({ severity }) => severity === "error");
  const mistakes = wrong.filter(isProjects).flatMap(({ at }: Finding) => {
    const isLeftOut = "path" in at && definitionAt(left.effective, at.path)?.layer.scope !== "project";
    return isLeftOut ? [toPointer(at.path)] : [];
  });
  return { errors: wrong.filter((one) => !isProjects(one)).length, leftOut: new Set(mistakes).size };
}
