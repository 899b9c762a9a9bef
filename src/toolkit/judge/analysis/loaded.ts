/**
 * A configuration with its substitutions resolved. A project's string that turns out not to fit costs that string alone: it is left
 * out, so that what lies below is in effect, and everything is looked at once more.
 */
import type { Path } from "../../../text/path.js";
import { type Setting, settingAt } from "../../mean/configuration/setting.js";
import { type ResolveOptions, resolve } from "../../mean/substitution/resolve.js";
import type { Finding } from "../rules/run.js";
import { invalidIn } from "./invalid.js";
import { definitionOf, isInTheWay, isProjects, withoutMistakes, withoutProjectValues } from "./left-out.js";
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
export async function loaded(snapshot: Snapshot, given: Omit<ResolveOptions, "standsAlone">): Promise<Loaded> {
  const standsAlone = (path: Path): boolean => settingAt((snapshot.below ?? snapshot).complete, path) !== undefined;
  const surroundings: ResolveOptions = { ...given, standsAlone };
  const leftOut: Finding[] = [];
  for (let current = withoutMistakes(snapshot); ; ) {
    const standing = current.ruleFindings.filter(isInTheWay);
    const options = standing.length > 0 ? ({ ...surroundings, commands: "refused" } as const) : surroundings;
    const resolution = await resolve(current.complete, options);
    const { invalid, misfits, consequences } = await invalidIn(current, resolution, options);
    const foreign = [...invalid, ...misfits, ...consequences.map(definitionOf)].filter(isProjects);
    const word = ({ layer, fact }: (typeof misfits)[number] | (typeof resolution.failures)[number]): Finding =>
      current.word(fact, layer);
    if (foreign.length === 0) {
      const { effective } = current.substituted(resolution.settings, true);
      const failures = [...[...resolution.failures, ...misfits].map(word), ...consequences, ...standing];
      return { effective, remarks: [...leftOut, ...resolution.remarks.map(word)], failures };
    }
    leftOut.push(...misfits.filter(isProjects).map(word), ...consequences.filter(isProjects));
    current = withoutMistakes(withoutProjectValues(current, foreign), snapshot);
  }
}
