/**
 * A configuration with its substitutions resolved. A project's string that turns out not to fit costs that string alone: it is left
 * out, so that what lies below is in effect, and everything is looked at once more.
 */
import { type Definition, definitionAt, type Setting, settingAt } from "../configuration/setting.js";
import { TRUST_STORE, trustStoreProblem } from "../configuration/trust-store.js";
import { valueAt } from "../diagnostic/anchor.js";
import type { Fact } from "../rules/fact.js";
import type { Finding } from "../rules/run.js";
import { fitsText } from "../schema/fits.js";
import { type Leaf, type Resolution, type ResolveOptions, resolve } from "../substitution/resolve.js";
import { toPointer } from "../text/path.js";
import type { Substitution } from "../text/scan.js";
import { definitionOf, isInTheWay, isProjects, withoutMistakes, withoutProjectValues } from "./left-out.js";
import type { Snapshot } from "./snapshot.js";

export interface Loaded {
  /** What is in effect, before anything is substituted. */
  readonly effective: Setting;
  readonly resolution: Resolution;
  /** What a project wrote that had to be left out, where that has not been said yet. */
  readonly leftOut: readonly Finding[];
  /** With any of these the settings are of no use. */
  readonly failures: readonly Finding[];
}

/** Resolves until nothing has to be left out any more. Each round leaves out at least one value of the project. */
export async function loaded(snapshot: Snapshot, surroundings: ResolveOptions): Promise<Loaded> {
  const leftOut: Finding[] = [];
  for (let current = withoutMistakes(snapshot); ; ) {
    const standing = current.ruleFindings.filter(isInTheWay);
    const commands = standing.length > 0 ? "refused" : surroundings.commands;
    const resolution = await resolve(current.effective, { ...surroundings, commands });
    const { unsound, misfits } = faults(current, resolution, { ...surroundings, commands });
    const foreign = [...unsound, ...misfits].filter(isProjects);
    if (foreign.length === 0) {
      const failed = resolution.failures.map(({ layer, fact }) => current.word(fact, layer));
      const unfit = misfits.map(({ layer, fact }) => current.word(fact, layer));
      return { effective: current.effective, resolution, leftOut, failures: [...failed, ...unfit, ...standing] };
    }
    for (const { layer, fact } of misfits.filter(isProjects)) leftOut.push(current.word(fact, layer));
    current = withoutMistakes(withoutProjectValues(current, foreign));
  }
}

interface Misfit extends Definition {
  readonly fact: Fact;
}

interface Faults {
  /** Has been reported by its syntax, or as the literal text that it stays. */
  readonly unsound: readonly Definition[];
  readonly misfits: readonly Misfit[];
}

/** What of the texts with something in them from outside the files does not fit. */
function faults(snapshot: Snapshot, { leaves, settings, failures }: Resolution, surroundings: ResolveOptions): Faults {
  const unsound = leaves.filter(({ scan: { problems } }) => problems.length > 0).map(leafDefinition);
  if (unsound.length > 0 || failures.length > 0) return { unsound, misfits: [] };
  const foreign = leaves.filter(({ scan: { parts } }) => parts.some(({ kind }) => kind !== "text"));
  const found = foreign.length === 0 ? [] : snapshot.judgeLoaded(settings).filter(isInTheWay).map(definitionOf);
  const wrong = new Set(
    [...foreign.filter((leaf) => !fitsResolved(leaf, settings)).map(leafDefinition), ...found].map(definitionKey),
  );
  const distinct = new Map(
    foreign
      .filter((leaf) => wrong.has(definitionKey(leafDefinition(leaf))))
      .map((leaf) => [definitionKey(leafDefinition(leaf)), leaf]),
  );
  const sourced = [...distinct.values()].map((leaf) => ({
    ...leafDefinition(leaf),
    sources: sourcesIn(leaf, surroundings),
  }));
  const misfits = sourced.flatMap(({ layer, path, sources }): readonly Misfit[] =>
    sources.length === 0 ? [] : [{ layer, path, fact: { kind: "misfit", at: valueAt(...path), sources } }],
  );
  const all = [...misfits, ...trustStoreMisfit(snapshot, settings, surroundings)];
  return {
    unsound: sourced.filter(({ sources }) => sources.length === 0),
    // What a refused command would have printed, nobody knows.
    misfits: surroundings.commands === "refused" ? all.filter(isProjects) : all,
  };
}

function leafDefinition({ layer, definedAt }: Leaf): Definition {
  return { layer, path: definedAt };
}

function definitionKey({ layer, path }: Definition): string {
  return `${layer.scope}${toPointer(path)}`;
}

function fitsResolved({ path }: Leaf, settings: Setting): boolean {
  const setting = settingAt(settings, path);
  const { shape } = setting ?? {};
  return setting?.kind !== "scalar" || shape === undefined || fitsText(String(setting.value), shape);
}

/** What stands in a text for something from outside the files; a command that does not run stands for itself. */
function sourcesIn({ layer, scan: { parts } }: Leaf, { commands }: ResolveOptions): readonly Substitution[] {
  const runs = layer.scope === "global" && commands !== "off";
  return parts.flatMap((part) => (part.kind === "variable" || (runs && part.kind !== "text") ? [part] : []));
}

function trustStoreMisfit({ effective }: Snapshot, settings: Setting, { host }: ResolveOptions): readonly Misfit[] {
  const definition = definitionAt(effective, TRUST_STORE);
  const reason = definition && trustStoreProblem(settings, host);
  if (definition === undefined || reason === undefined) return [];
  return [{ ...definition, fact: { kind: "unusable-trust-store", at: valueAt(...definition.path), reason } }];
}
