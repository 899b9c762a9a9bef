/** Withholds the risky values of a project that its user does not vouch for; benign and stricter ones stay. */
import { oncePer } from "../../../text/once.js";
import { type Path, toPointer } from "../../../text/path.js";
import { parseModelReference } from "../../mean/configuration/models.js";
import { type Setting, settingAt } from "../../mean/configuration/setting.js";
import type { Change } from "../../mean/trust/changes.js";
import { isWeakened, united } from "../../mean/trust/guard.js";
import { promptedModels } from "../../mean/trust/prompted-models.js";
import type { Json } from "../../read/document/data.js";
import { fromData } from "../../read/document/node.js";
import { mapEntry } from "../../read/edit/change.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import { writtenPart } from "../rules/blame.js";
import { withoutProjectValues } from "./left-out.js";
import type { Snapshot } from "./snapshot.js";

/** A project's value that is not in effect, because the user does not vouch for the project. */
export interface Withheld {
  readonly path: Path;
  /** The capability of the setting; `environment`: it would read a variable of the user's. */
  readonly why: Change["capability"] | "environment";
  /** For a list that is a guard: the items in effect, together with all items of the user's. */
  readonly instead?: readonly Json[] | undefined;
}

/** The configuration in effect, and the withheld values. */
export interface Reserved {
  readonly snapshot: Snapshot;
  readonly withheld: readonly Withheld[];
}

export const withheldFrom = oncePer(reservedIn);

function reservedIn(snapshot: Snapshot): Reserved {
  const project = layerOfScope(snapshot.layers, "project");
  if (project?.root === undefined) return { snapshot, withheld: [] };
  const byPath = new Map<string, Withheld>();
  for (const one of [...changed(snapshot), ...fromEnvironment(snapshot)]) {
    const path = writtenPart(project, one.path);
    const key = toPointer(path);
    const instead = path.length === one.path.length ? one.instead : undefined;
    if (path.length > 0 && !byPath.has(key)) byPath.set(key, { why: one.why, path, instead });
  }
  const isPart = ({ path }: Withheld): boolean => path.some((_, index) => byPath.has(toPointer(path.slice(0, index))));
  const withheld = [...byPath.values()].filter((one) => !isPart(one));
  if (withheld.length === 0) return { snapshot, withheld };
  const places = withheld.filter(({ instead }) => instead === undefined).map(({ path }) => ({ layer: project, path }));
  const next = withheldFrom(withoutProjectValues(tightened(snapshot, project, withheld), places));
  return { snapshot: next.snapshot, withheld: [...withheld, ...next.withheld] };
}

function changed({ settings, trust: { changes, below } }: Snapshot): readonly Withheld[] {
  const counting = changes.filter((one) => one.capability !== "guard" || isWeakened(one));
  const held = counting.map((change): Withheld => {
    const { path, capability: why, entry } = change;
    // An entry that only the project has is withheld whole.
    return entry?.isOwn ? { path: entry.path, why } : { path, why, instead: united(change) };
  });
  return [...held, ...takeovers(settings, below)];
}

/** Models of the project with the name of a user's model with its effort; withheld even if all their parts are benign. */
function takeovers(settings: Setting, below: Setting): readonly Withheld[] {
  const isNew = (path: Path): boolean =>
    settingAt(settings, path) !== undefined && settingAt(below, path) === undefined;
  const withEffort = [...promptedModels(below)].filter((name) => parseModelReference(name).model !== name);
  const paths = withEffort.map((name) => ["models", name]);
  return paths.filter(isNew).map((path) => ({ path, why: "model" }));
}

/** The configuration with the user's items added to lists of its project. */
function tightened(snapshot: Snapshot, project: Layer, withheld: readonly Withheld[]): Snapshot {
  let { root } = project;
  for (const { path, instead } of withheld)
    if (instead !== undefined && root !== undefined)
      root = mapEntry(root, path, (key, entry) => [key, { ...entry, value: fromData(instead) }]);
  return root === project.root ? snapshot : snapshot.replacing(project, { ...project, root });
}

/** Values of the project with a variable, which is not substituted in them. A list is withheld whole. */
function fromEnvironment({ trust: { variables } }: Snapshot): readonly Withheld[] {
  const put = variables.filter(({ within }) => within !== undefined);
  return put.map(({ path }) => {
    const item = path.findIndex((step) => typeof step === "number");
    return { path: item === -1 ? path : path.slice(0, item), why: "environment" };
  });
}
