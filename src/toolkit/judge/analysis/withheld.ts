/** Withholds the risky values of a project that its user does not vouch for; benign and stricter ones stay. */
import { type Path, toPointer } from "../../../text/path.js";
import { parseModelReference } from "../../mean/configuration/models.js";
import { type Setting, settingAt } from "../../mean/configuration/setting.js";
import type { Change } from "../../mean/trust/changes.js";
import { isWeakened, united } from "../../mean/trust/guard.js";
import { modelsSpokenTo } from "../../mean/trust/spoken.js";
import type { Json } from "../../read/document/data.js";
import { fromData } from "../../read/document/node.js";
import { mapEntry } from "../../read/edit/change.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import { writtenPart } from "../rules/blame.js";
import { withoutProjectValues } from "./left-out.js";
import type { Snapshot } from "./snapshot.js";

/** A value of a project's that is not in effect, because nobody vouches for the project. */
export interface Withheld {
  readonly path: Path;
  /** What setting it can do; `environment`: it would read a variable of the user's. */
  readonly why: Change["capability"] | "environment";
  /** A list that guards: what is in effect of it, and all that its user has. */
  readonly instead?: readonly Json[] | undefined;
}

interface Reserved {
  readonly snapshot: Snapshot;
  readonly withheld: readonly Withheld[];
}

export function withheldFrom(snapshot: Snapshot): Reserved {
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
    // An entry that is the project's alone is of no use without a part of it.
    return entry?.isOwn ? { path: entry.path, why } : { path, why, instead: united(change) };
  });
  return [...held, ...takeovers(settings, below)];
}

/** Models of the project's that are called like a model of the user's with its effort, benign as each part of them may be. */
function takeovers(settings: Setting, below: Setting): readonly Withheld[] {
  const isNew = (path: Path): boolean =>
    settingAt(settings, path) !== undefined && settingAt(below, path) === undefined;
  const withEffort = [...modelsSpokenTo(below)].filter((name) => parseModelReference(name).model !== name);
  const paths = withEffort.map((name) => ["models", name]);
  return paths.filter(isNew).map((path) => ({ path, why: "model" }));
}

/** The configuration with lists of its project that hold what its user has in them, too. */
function tightened(snapshot: Snapshot, project: Layer, withheld: readonly Withheld[]): Snapshot {
  let { root } = project;
  for (const { path, instead } of withheld)
    if (instead !== undefined && root !== undefined)
      root = mapEntry(root, path, (key, entry) => [key, { ...entry, value: fromData(instead) }]);
  return root === project.root ? snapshot : snapshot.replacing(project, { ...project, root });
}

/** What a project says is read as it stands, and nothing is put into it. A list is taken whole. */
function fromEnvironment({ trust: { variables } }: Snapshot): readonly Withheld[] {
  const put = variables.filter(({ within }) => within !== undefined);
  return put.map(({ path }) => {
    const item = path.findIndex((step) => typeof step === "number");
    return { path: item === -1 ? path : path.slice(0, item), why: "environment" };
  });
}
