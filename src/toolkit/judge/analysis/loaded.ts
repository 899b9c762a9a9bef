/**
 * A configuration with its substitutions resolved. A project's string that does not fit once resolved is left out alone, so that
 * the value below it is in effect, and the rest is checked again.
 */
import type { Path } from "../../../text/path.js";
import { type Setting, settingAt } from "../../mean/configuration/setting.js";
import { type ResolveOptions, resolve } from "../../mean/substitution/resolve.js";
import type { Finding } from "../rules/run.js";
import { invalidIn } from "./invalid.js";
import { definitionOf, isInTheWay, isProjects, withoutMistakes, withoutProjectValues } from "./left-out.js";
import type { Snapshot } from "./snapshot.js";

export interface Loaded {
  /** The settings in effect, every value as it is loaded; with failures, as it is written. */
  readonly effective: Setting;
  /** The left-out values of the project that are not reported yet, and the texts that stay as written. */
  readonly remarks: readonly Finding[];
  /** With any of these, the settings cannot be used. */
  readonly failures: readonly Finding[];
}

/** Resolves until nothing more is left out. Each round leaves out at least one value of the project. */
export async function loaded(snapshot: Snapshot, given: Omit<ResolveOptions, "standsAlone">): Promise<Loaded> {
  const standsAlone = (path: Path): boolean => settingAt((snapshot.below ?? snapshot).complete, path) !== undefined;
  const surroundings: ResolveOptions = { ...given, standsAlone };
  const leftOut: Finding[] = [];
  for (let current = withoutMistakes(snapshot); ; ) {
    const standing = current.ruleFindings.filter(isInTheWay);
    const options = standing.length > 0 ? ({ ...surroundings, commands: "refused" } as const) : surroundings;
    const resolution = await resolve(current.complete, options);
    const substituted = current.substituted(resolution.settings, true);
    const { invalid, misfits, consequences } = await invalidIn(current, resolution, substituted, options);
    const foreign = [...invalid, ...misfits, ...consequences.map(definitionOf)].filter(isProjects);
    const word = ({ layer, fact }: (typeof misfits)[number] | (typeof resolution.failures)[number]): Finding =>
      current.word(fact, layer);
    if (foreign.length === 0) {
      const { effective } = substituted;
      const shown = standing.map((finding) => current.shown(finding));
      const failures = [...[...resolution.failures, ...misfits].map(word), ...consequences, ...shown];
      return { effective, remarks: [...leftOut, ...resolution.remarks.map(word)], failures };
    }
    leftOut.push(...misfits.filter(isProjects).map(word), ...consequences.filter(isProjects));
    current = withoutMistakes(withoutProjectValues(current, foreign), snapshot);
  }
}
