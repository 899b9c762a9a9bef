/**
 * A configuration with its substitutions resolved. A project's string that turns out not to fit costs that string alone: it is left
 * out, so that what lies below is in effect, and everything is looked at once more.
 */
import type { Definition, Setting } from "../configuration/setting.js";
import { withoutPaths } from "../edit/change.js";
import { type Layer, layerOfScope } from "../layers/layer.js";
import type { Finding } from "../rules/run.js";
import { type ResolveOptions, resolve } from "../substitution/resolve.js";
import { definitionOf, faultsOf, isInTheWay } from "./faults.js";
import type { Snapshot } from "./snapshot.js";

export interface Loaded {
  /** What is in effect, every value as it is loaded. With failures, as it is written. */
  readonly effective: Setting;
  /** What a project wrote that had to be left out, where that has not been said yet, and what stays as it is written. */
  readonly remarks: readonly Finding[];
  /** With any of these the settings are of no use. */
  readonly failures: readonly Finding[];
}

/** Resolves until nothing has to be left out any more. Each round leaves out at least one value of the project. */
export async function loaded(snapshot: Snapshot, surroundings: ResolveOptions): Promise<Loaded> {
  const leftOut: Finding[] = [];
  for (let current = snapshot; ; ) {
    const standing = current.ruleFindings.filter(isInTheWay);
    const mistaken = standing.filter(isProjects);
    if (mistaken.length > 0) {
      // Reported already, or else a consequence of what was.
      current = withoutProjectValues(current, mistaken.map(definitionOf));
      continue;
    }
    const options = standing.length > 0 ? ({ ...surroundings, commands: "refused" } as const) : surroundings;
    const resolution = await resolve(current.sound, options);
    const { unsound, misfits, consequences } = await faultsOf(current, resolution, options);
    const foreign = [...unsound, ...misfits, ...consequences.map(definitionOf)].filter(isProjects);
    const word = ({ layer, fact }: (typeof misfits)[number] | (typeof resolution.failures)[number]): Finding =>
      current.word(fact, layer);
    if (foreign.length === 0) {
      const { effective } = current.substituted(resolution.settings, true);
      const failures = [...[...resolution.failures, ...misfits].map(word), ...consequences, ...standing];
      return { effective, remarks: [...leftOut, ...resolution.remarks.map(word)], failures };
    }
    leftOut.push(...misfits.filter(isProjects).map(word), ...consequences.filter(isProjects));
    current = withoutProjectValues(current, foreign);
  }
}

const isProjects = ({ layer }: { readonly layer: Layer }): boolean => layer.scope === "project";

/** The configuration without some values of its project. */
function withoutProjectValues(snapshot: Snapshot, places: readonly Definition[]): Snapshot {
  const project = layerOfScope(snapshot.layers, "project");
  if (project?.root === undefined) return snapshot;
  const paths = places.map(({ path }) => path);
  const root = withoutPaths(project.root, paths);
  // What cannot be taken out takes the layer with it.
  const entries = root === project.root ? new Map() : root.entries;
  return snapshot.replacing(project, { ...project, root: { ...root, entries } });
}
