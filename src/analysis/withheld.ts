/** The configuration without what a project that nobody vouches for may not decide: all that is more than benign, unless it is stricter. */
import { settingAt } from "../configuration/setting.js";
import { type Layer, layerOfScope } from "../layers/layer.js";
import { writtenPart } from "../rules/blame.js";
import type { Place } from "../schema/place.js";
import type { Capability } from "../schema/shape.js";
import { type Path, toPointer } from "../text/path.js";
import { scan } from "../text/scan.js";
import { changesOf, entryOf } from "../trust/changes.js";
import { isWeakened } from "../trust/guard.js";
import { withoutProjectValues } from "./left-out.js";
import type { Snapshot } from "./snapshot.js";

/** A value of a project's that is not in effect, because nobody vouches for the project. */
interface Withheld {
  readonly path: Path;
  /** What setting it can do; `environment`: it would read a variable of the user's. */
  readonly why: Exclude<Capability, "benign"> | "environment";
}

export interface Reserved {
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
  return changesOf(settings, project).flatMap((change): readonly Withheld[] => {
    const { path, capability, shape } = change;
    if (capability === "benign" || (capability === "guard" && !isWeakened(change, shape.schema.default))) return [];
    // An entry that is the project's alone is of no use without a part of it.
    const entry = entryOf(settings, path);
    const isOwn = entry !== undefined && settingAt(settings, entry)?.source === project;
    return [{ path: isOwn ? entry : path, why: capability }];
  });
}

/** What a project says is read as it stands, and nothing is put into it. */
function fromEnvironment({ trees }: Snapshot, project: Layer): readonly Withheld[] {
  const found: Withheld[] = [];
  const visit = (place: Place, path: Path): void => {
    if (place.kind === "list") for (const [index, item] of place.items.entries()) visit(item, [...path, index]);
    else if (place.kind === "object") for (const [key, child] of place.entries) visit(child, [...path, key]);
    else if (typeof place.value === "string" && scan(place.value).parts.some(({ kind }) => kind === "variable"))
      found.push({ path: path.filter((step) => typeof step === "string"), why: "environment" });
  };
  const tree = trees.get(project);
  if (tree !== undefined) visit(tree, []);
  return found;
}
