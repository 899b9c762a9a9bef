/** The configuration without what a project that nobody vouches for may not decide: all that is more than benign, unless it is stricter. */
import { type Layer, layerOfScope } from "../layers/layer.js";
import { writtenPart } from "../rules/blame.js";
import { type Path, toPointer } from "../text/path.js";
import { type Change, changesOf } from "../trust/changes.js";
import { isWeakened } from "../trust/guard.js";
import { variablesIn } from "../trust/variables.js";
import { withoutProjectValues } from "./left-out.js";
import type { Snapshot } from "./snapshot.js";

/** A value of a project's that is not in effect, because nobody vouches for the project. */
export interface Withheld {
  readonly path: Path;
  /** What setting it can do; `environment`: it would read a variable of the user's. */
  readonly why: Change["capability"] | "environment";
}

interface Reserved {
  readonly snapshot: Snapshot;
  readonly withheld: readonly Withheld[];
}

export function withheldFrom(snapshot: Snapshot): Reserved {
  const project = layerOfScope(snapshot.layers, "project");
  if (project?.root === undefined) return { snapshot, withheld: [] };
  const byPath = new Map<string, Withheld>();
  for (const one of [...changed(snapshot, project), ...fromEnvironment(snapshot, project)]) {
    const path = writtenPart(project, one.path);
    const key = toPointer(path);
    if (path.length > 0 && !byPath.has(key)) byPath.set(key, { ...one, path });
  }
  const isPart = ({ path }: Withheld): boolean => path.some((_, index) => byPath.has(toPointer(path.slice(0, index))));
  const withheld = [...byPath.values()].filter((one) => !isPart(one));
  if (withheld.length === 0) return { snapshot, withheld };
  const places = withheld.map(({ path }) => ({ layer: project, path }));
  const next = withheldFrom(withoutProjectValues(snapshot, places));
  return { snapshot: next.snapshot, withheld: [...withheld, ...next.withheld] };
}

function changed({ settings }: Snapshot, project: Layer): readonly Withheld[] {
  const counting = changesOf(settings, project).filter((one) => one.capability !== "guard" || isWeakened(one));
  // An entry that is the project's alone is of no use without a part of it.
  return counting.map(({ path, capability, entry }) => ({ path: entry?.isOwn ? entry.path : path, why: capability }));
}

/** What a project says is read as it stands, and nothing is put into it. A list is taken whole. */
function fromEnvironment({ trees }: Snapshot, project: Layer): readonly Withheld[] {
  const tree = trees.get(project);
  const put = tree === undefined ? [] : variablesIn(tree).filter(({ within }) => within !== undefined);
  return put.map(({ path }) => {
    const item = path.findIndex((step) => typeof step === "number");
    return { path: item === -1 ? path : path.slice(0, item), why: "environment" };
  });
}
