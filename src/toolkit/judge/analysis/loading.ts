/**
 * A configuration with its substitutions resolved. A resolved string of a project that does not fit is left out alone: the value below it
 * is in effect, and the rest is checked again.
 */
import { type Path, toPointer } from "../../../text/path.js";
import type { Substitution } from "../../../text/scan.js";
import { type Definition, definitionAt, type Setting, settingAt } from "../../mean/configuration/setting.js";
import { TRUST_STORE, trustStoreProblem } from "../../mean/configuration/trust-store.js";
import { isValidLeaf, type Leaf } from "../../mean/substitution/leaves.js";
import { type Resolution, type ResolveOptions, resolve, withTexts } from "../../mean/substitution/resolve.js";
import { valueAt } from "../../read/diagnostic/anchor.js";
import { layerOfScope } from "../../read/layers/layer.js";
import { fitsText } from "../../read/schema/fits.js";
import { blamed } from "../rules/blame.js";
import type { Fact } from "../rules/fact.js";
import type { Finding, RuleFinding } from "../rules/run.js";
import {
  definitionOf,
  isInTheWay,
  isProjects,
  withoutMistakes,
  withoutMistakesSince,
  withoutProjectValues,
} from "./left-out.js";
import type { Snapshot } from "./snapshot.js";
import type { Substituted } from "./substitution.js";

export interface Loaded {
  /** The settings in effect after loading; with failures, as written. */
  readonly effective: Setting;
  /** The left-out values of the project that are not reported yet, and the texts that stay unresolved. */
  readonly remarks: readonly Finding[];
  /** With any of these, the settings cannot be used. */
  readonly failures: readonly Finding[];
}

/** Resolves until no more values are left out. Each round leaves out at least one value of the project. */
export async function resolveSnapshot(snapshot: Snapshot, given: Omit<ResolveOptions, "standsAlone">): Promise<Loaded> {
  const standsAlone = (path: Path): boolean => settingAt((snapshot.below ?? snapshot).complete, path) !== undefined;
  const surroundings: ResolveOptions = { ...given, standsAlone };
  const leftOut: Finding[] = [];
  for (let current = withoutMistakes(snapshot); ; ) {
    const errors = current.ruleFindings.filter(isInTheWay);
    const options = errors.length > 0 ? ({ ...surroundings, commands: "refused" } as const) : surroundings;
    const resolution = await resolve(current.complete, options);
    const substituted = current.substituted(resolution.settings, true);
    const { invalid, unfitTexts, consequences } = await invalidIn(current, resolution, substituted, options);
    const foreign = [...invalid, ...unfitTexts, ...consequences.map(definitionOf)].filter(isProjects);
    const word = ({ layer, fact }: (typeof unfitTexts)[number] | (typeof resolution.failures)[number]): Finding =>
      current.word(fact, layer);
    if (foreign.length === 0) {
      const { effective } = substituted;
      const shown = errors.map((finding) => current.shown(finding));
      const forbidden = forbiddenIn(current, substituted, resolution);
      const failures = [...[...resolution.failures, ...unfitTexts].map(word), ...consequences, ...shown, ...forbidden];
      return { effective, remarks: [...leftOut, ...resolution.remarks.map(word)], failures };
    }
    leftOut.push(...unfitTexts.filter(isProjects).map(word), ...consequences.filter(isProjects));
    current = withoutMistakesSince(snapshot, withoutProjectValues(current, foreign));
  }
}

/** Violations of a policy that only resolving shows. */
function forbiddenIn(snapshot: Snapshot, substituted: Substituted, { leaves }: Resolution): readonly RuleFinding[] {
  if (snapshot.surroundings.policies.length === 0 || leaves.length === 0) return [];
  const known = new Set(snapshot.ruleFindings.map(findingKey));
  return substituted.ruleFindings.filter(
    (finding) => finding.rule.isOfPolicy === true && !known.has(findingKey(finding)),
  );
}

interface UnfitText extends Definition {
  readonly fact: Fact;
}

interface Invalid {
  /** Texts with a finding already, for their syntax or for their literal text. */
  readonly invalid: readonly Definition[];
  /** Texts that do not fit after a value from outside the files is inserted. */
  readonly unfitTexts: readonly UnfitText[];
  /** Mistakes elsewhere that follow from the names in such texts. */
  readonly consequences: readonly RuleFinding[];
}

/** The mistakes that only resolving shows. `substituted`: the snapshot with the resolved texts. */
async function invalidIn(
  snapshot: Snapshot,
  resolution: Resolution,
  substituted: Substituted,
  surroundings: ResolveOptions,
): Promise<Invalid> {
  const { leaves, settings, failures } = resolution;
  const invalid = leaves.filter((leaf) => !isValidLeaf(leaf)).map(leafDefinition);
  if (invalid.length > 0 || failures.length > 0) return { invalid, unfitTexts: [], consequences: [] };
  const foreign = leaves.filter(isForeign);
  const mistakes = foreign.length === 0 ? [] : substituted.ruleFindings.filter(isInTheWay);
  const unfit = foreign.filter((leaf) => !fitsResolved(leaf, settings)).map(leafDefinition);
  const wrong = new Set([...unfit, ...mistakes.map(definitionOf)].map(definitionKey));
  const sourced = foreign
    .filter((leaf) => wrong.has(definitionKey(leafDefinition(leaf))))
    .map((leaf) => ({ ...leafDefinition(leaf), sources: sourcesIn(leaf, surroundings) }));
  const unfitTexts = sourced.flatMap(({ layer, path, sources }): readonly UnfitText[] =>
    sources.length === 0 ? [] : [{ layer, path, fact: { kind: "misfit", at: valueAt(...path), sources } }],
  );
  const all = [...unfitTexts, ...trustStoreMisfit(settings, surroundings)];
  return {
    invalid: sourced.filter(({ sources }) => sources.length === 0),
    // The output of a refused command is unknown.
    unfitTexts: surroundings.commands === "refused" ? all.filter(isProjects) : all,
    consequences: await consequencesOf(snapshot, resolution, surroundings),
  };
}

function leafDefinition({ layer, path }: Leaf): Definition {
  return { layer, path };
}

function definitionKey({ layer, path }: Definition): string {
  return `${layer.scope}${toPointer(path)}`;
}

function isForeign({ scan: { parts } }: Leaf): boolean {
  return parts.some(({ kind }) => kind !== "text");
}

function fitsResolved({ path }: Leaf, settings: Setting): boolean {
  const setting = settingAt(settings, path);
  const { shape } = setting ?? {};
  return setting?.kind !== "scalar" || shape === undefined || fitsText(String(setting.value), shape);
}

/** The substitutions of a text that insert a value from outside the files; a command that does not run stays literal. */
function sourcesIn({ layer, scan: { parts } }: Leaf, { commands }: ResolveOptions): readonly Substitution[] {
  const runs = layer.scope === "global" && commands !== "off";
  return parts.flatMap((part) => (part.kind === "variable" || (runs && part.kind !== "text") ? [part] : []));
}

function trustStoreMisfit(settings: Setting, { host }: ResolveOptions): readonly UnfitText[] {
  const definition = definitionAt(settings, TRUST_STORE);
  const reason = definition && trustStoreProblem(settings, host);
  if (definition === undefined || reason === undefined) return [];
  return [{ ...definition, fact: { kind: "unusable-trust-store", at: valueAt(...definition.path), reason } }];
}

/** Entries that are missing or circular only because of a substituted name, each blamed on the layer that causes it (S31). */
async function consequencesOf(
  snapshot: Snapshot,
  resolution: Resolution,
  surroundings: ResolveOptions,
): Promise<readonly RuleFinding[]> {
  const findings = broughtAbout(snapshot, resolution);
  const project = layerOfScope(snapshot.layers, "project");
  const { below } = snapshot;
  const isNamed = resolution.leaves.some((leaf) => isForeign(leaf) && isName(leaf));
  if (project === undefined || below === undefined || !isNamed) return findings;
  const commands = surroundings.commands === "run" ? "known" : surroundings.commands;
  return blamed(findings, project, broughtAbout(below, await resolve(below.complete, { ...surroundings, commands })));
}

/** Checked with only the names substituted, so that messages can quote no other text from outside the files. */
function broughtAbout(snapshot: Snapshot, { leaves, texts }: Resolution): readonly RuleFinding[] {
  const named = new Set(leaves.filter((leaf) => isForeign(leaf) && isName(leaf)).map(({ setting }) => setting));
  if (named.size === 0) return [];
  const written = withTexts(snapshot.complete, new Map([...texts].filter(([setting]) => named.has(setting))));
  const known = new Set(snapshot.ruleFindings.map(findingKey));
  const substituted = new Set(leaves.map(leafDefinition).map(definitionKey));
  return snapshot
    .substituted(written, false)
    .ruleFindings.filter(
      (finding) =>
        isInTheWay(finding) &&
        !known.has(findingKey(finding)) &&
        !substituted.has(definitionKey(definitionOf(finding))),
    );
}

function findingKey({ rule, layer, at }: RuleFinding): string {
  return `${rule.id} ${definitionKey({ layer, path: at.path })}`;
}

/** Whether a text names a model or a provider, which decides which other keys are required. */
function isName({ setting: { shape }, path }: Leaf): boolean {
  const names = shape?.schema["x-ref"];
  return names === "models" || names === "providers" || path.slice(2).join(".") === "kind.name";
}
