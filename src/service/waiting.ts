/** The values of a project that are not in effect until its user vouches for the project (S56). */
import type { Path } from "../text/path.js";
import { withoutMistakes } from "../toolkit/judge/analysis/left-out.js";
import type { Snapshot } from "../toolkit/judge/analysis/snapshot.js";
import { vouchableOf } from "../toolkit/judge/analysis/vouchable.js";
import type { Reserved, Withheld } from "../toolkit/judge/analysis/withheld.js";
import { type Definition, definitionAt } from "../toolkit/mean/configuration/setting.js";
import { isListed } from "../toolkit/mean/trust/grants.js";
import { find } from "../toolkit/read/document/node.js";
import type { Host } from "../toolkit/read/host/host.js";
import type { Choice } from "../toolkit/read/layers/choice.js";
import { layerOfScope } from "../toolkit/read/layers/layer.js";

/** The one sentence about such a value, in every command and in editors. */
export const ONCE_VOUCHED = "in effect once you vouch for the project (`agentcfg trust`)";

/** Whether the user vouches for the present configuration. Other files of the project are read only if the user's list has the project. */
export function isVouchedFor(snapshot: Snapshot, host: Host, choice: Choice): boolean {
  const file = layerOfScope(snapshot.layers, "project")?.file;
  if (file === undefined || !isListed(host, file)) return false;
  return vouchableOf(snapshot, host, choice).standing({ projectTrust: "granted" }).prompts !== undefined;
}

export interface WaitingValue {
  readonly path: Path;
  readonly definition: Definition;
  readonly why: Withheld["why"];
}

/** The values that wait at a path, around it and in it, each cut to the path. Mistakes stay out of effect for good. */
export function waitingAt(snapshot: Snapshot, { withheld }: Reserved, path: Path): readonly WaitingValue[] {
  const here = withheld.filter(({ path: at }) => isWithin(path, at) || isWithin(at, path));
  if (here.length === 0) return [];
  const { complete, layers } = withoutMistakes(snapshot);
  const project = layerOfScope(layers, "project");
  return here.flatMap(({ path: whole, why }) => {
    const at = isWithin(path, whole) ? path : whole;
    const definition = definitionAt(complete, at);
    if (definition?.layer.scope === "project") return [{ path: at, definition, why }];
    // A null erases a value of the user's, with all its parts.
    const node = project?.root && find(project.root, whole)?.node;
    const isErased = node?.kind === "scalar" && node.value === null;
    return project !== undefined && isErased ? [{ path: whole, definition: { layer: project, path: whole }, why }] : [];
  });
}

function isWithin(path: Path, outer: Path): boolean {
  return outer.every((step, index) => path[index] === step);
}
