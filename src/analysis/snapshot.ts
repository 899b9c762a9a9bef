/**
 * One configuration, looked at once: its layers, what they come to, and what there is to say of them. Immutable; each part is computed
 * when it is first asked for.
 */
import { complete } from "../configuration/complete.js";
import { effective } from "../configuration/effective.js";
import { type Inherited, inherit } from "../configuration/inherit.js";
import { type Merged, merge } from "../configuration/merge.js";
import { definitionAt, hasOverriddenText, type ObjectSetting, type Setting } from "../configuration/setting.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { FileKind } from "../host/host.js";
import type { Catalog } from "../layers/catalog.js";
import { type Layer, layerOf, layerOfScope } from "../layers/layer.js";
import { ageOf } from "../layers/upgrade.js";
import { type Redactor, redactorFor } from "../redaction/redactor.js";
import { unsearchedWords } from "../redaction/words.js";
import { blamed } from "../rules/blame.js";
import { contextOf, frugal } from "../rules/context.js";
import type { Fact } from "../rules/fact.js";
import { type Finding, type RuleFinding, runRules, wordFact } from "../rules/run.js";
import { check } from "../schema/check.js";
import type { SchemaFact } from "../schema/facts.js";
import { type Place, placeOf } from "../schema/place.js";
import { configShape } from "../schema/shape.js";
import { commandsAllowed, substitutionFacts } from "../substitution/find.js";
import { lazy, once } from "../text/once.js";
import type { Path } from "../text/path.js";
import { literalOf } from "../text/scan.js";
import { suggest as closeNames, suggestWords as namesWithWords } from "../text/suggest.js";
import { type ProjectTrust, trustOf } from "../trust/trust.js";
import { diagnose } from "./diagnose.js";
import { withoutFollowUps } from "./follow-ups.js";

/** What is known beside the layers. */
export interface Surroundings {
  readonly catalog: Catalog | undefined;
  /** What lies at a path relative to the project; undefined when there is no place to look at. */
  readonly kindOf: ((path: string) => FileKind | "outside" | undefined) | undefined;
  /** SHA-256 in hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string;
}

/** A diagnostic, and whether nobody can tell if it holds. */
interface Judged {
  readonly diagnostic: Diagnostic;
  readonly isDoubtful: boolean;
}

/** A configuration with other texts in it. */
interface Substituted {
  /** What is in effect: with what models inherit, and with defaults. */
  readonly effective: Setting;
  readonly ruleFindings: readonly RuleFinding[];
}

export interface Snapshot {
  /** The lowest first; unusable ones included. */
  readonly layers: readonly Layer[];
  readonly surroundings: Surroundings;
  /** Each layer that counts by itself. */
  readonly trees: ReadonlyMap<Layer, Place>;
  /** What the layers come to: merged, inherited fields filled in; no defaults. */
  readonly settings: ObjectSetting;
  /** What the layers come to: merged, complete objects only; nothing is inherited yet. */
  readonly sound: ObjectSetting;
  /** What is in effect: complete objects only, with defaults; nothing is substituted. */
  readonly effective: Setting;
  /** What the project does to its user. */
  readonly trust: ProjectTrust;
  /** Everything there is to say, layer by layer. */
  readonly findings: readonly Finding[];
  /** Those of them that rules found by themselves. */
  readonly ruleFindings: readonly RuleFinding[];
  readonly redactor: Redactor;
  /** The findings about some of the layers as they are reported, in the order of `findings`. */
  diagnosticsOf(layers: ReadonlySet<Layer>): readonly Judged[];
  /** What there is to say of a fact about one of the layers. */
  word(fact: Fact, layer: Layer): Finding;
  /** The same configuration with other texts in `sound`. `isLoaded`: whether these are texts that stand for nothing else. */
  substituted(sound: ObjectSetting, isLoaded: boolean): Substituted;
  /** The same configuration with another text in one layer, which alone is read anew. */
  with(layer: Layer, text: string): Snapshot;
  /** The same configuration with another layer in the place of one. */
  replacing(layer: Layer, other: Layer): Snapshot;
}

/** `redactor`: of a run that several snapshots belong to. */
export function snapshotOf(layers: readonly Layer[], surroundings: Surroundings, redactor?: Redactor): Snapshot {
  const { catalog, kindOf } = surroundings;
  const [global, project] = [layerOfScope(layers, "global"), layerOfScope(layers, "project")];
  const suggest = frugal(closeNames);
  const suggestWords = frugal(namesWithWords);
  const merged = once(() => merge(layers));
  const inherited = once(() => inherit(merged().settings, catalog));
  const below = once(() => snapshotOf(withoutLayer(layers, project), surroundings));

  const settingsBelow = once(() => inherit(merge(withoutLayer(layers, project)).settings, catalog).settings);

  const trustIn = (settings: Setting): ProjectTrust => trustOf(settings, layers, merged().places, settingsBelow);
  const judge = ({ settings, cycles }: Inherited, isLoaded: boolean): readonly RuleFinding[] => {
    const trust = settings === inherited().settings ? snapshot.trust : trustIn(settings);
    const about = { layers, trees: merged().places, settings, cycles, catalog, kindOf, suggest, trust, isLoaded };
    return runRules(contextOf(about), layers, settings);
  };
  const findingsOfRules = (): readonly RuleFinding[] => {
    const findings = judge(inherited(), false);
    if (project === undefined) return findings;
    const findingsBelow = (): readonly RuleFinding[] => below().ruleFindings;
    const outdone = hasOverriddenText(merged().settings)
      ? findingsBelow().filter(({ rule, layer, at }) => rule.judgesValues && !isDefinedIn(layer, at.path))
      : [];
    return [...outdone, ...blamed(findings, project, findingsBelow)];
  };
  const wordedFacts = (layer: Layer): readonly Finding[] => {
    const mistakes = mistakesIn(layer, global, merged());
    const tree = merged().places.get(layer);
    const substitutions = tree === undefined ? [] : substitutionFacts(tree, layer, global);
    const words = unsearchedWords(layer.document);
    const facts = [...layer.facts, ...words, ...withoutFollowUps(mistakes, layer), ...substitutions];
    return facts.map((fact) => word(fact, layer, mistakes.length > 0));
  };
  const isDefinedIn = (layer: Layer, path: Path): boolean => definitionAt(inherited().settings, path)?.layer === layer;
  const word = (fact: Fact, layer: Layer, isMistaken = false): Finding =>
    wordFact(fact, { layer, global, settings: inherited().settings, suggest, suggestWords, isMistaken });
  const findingsOf = (layer: Layer): readonly Finding[] => [
    ...wordedFacts(layer),
    ...snapshot.ruleFindings.filter((finding) => finding.layer === layer),
  ];
  const replacing = (layer: Layer, other: Layer): Snapshot =>
    snapshotOf(
      layers.map((one) => (one === layer ? other : one)),
      surroundings,
    );
  const snapshot: Snapshot = lazy(
    {
      layers,
      surroundings,
      diagnosticsOf: (wanted: ReadonlySet<Layer>) =>
        layers
          .filter((layer) => wanted.has(layer))
          .flatMap(findingsOf)
          .map((finding) => ({
            diagnostic: diagnose(finding, layers, snapshot.redactor),
            isDoubtful: isDoubtful(finding, global),
          })),
      word,
      substituted: (settings: ObjectSetting, isLoaded: boolean) => {
        const view = inherit(settings, catalog);
        return lazy({ effective: effective(view.settings, catalog) }, { ruleFindings: () => judge(view, isLoaded) });
      },
      with: (layer: Layer, text: string) => replacing(layer, rewritten(layer, text, surroundings.sha256)),
      replacing,
    },
    {
      trees: () => merged().places,
      settings: () => inherited().settings,
      sound: () => complete(merged().settings),
      effective: () => effective(inherit(snapshot.sound, catalog).settings, catalog),
      trust: () => trustIn(inherited().settings),
      ruleFindings: findingsOfRules,
      findings: () => layers.flatMap(findingsOf),
      redactor: () => redactor ?? redactorFor(layers.map(({ document }) => document)),
    },
  );
  return snapshot;
}

function withoutLayer(layers: readonly Layer[], layer: Layer | undefined): readonly Layer[] {
  return layers.filter((one) => one !== layer);
}

/** Whether what a project seems to lack may stand in a global layer that was not read (S27). */
function isDoubtful({ rule, layer, isSure }: Finding, global: Layer | undefined): boolean {
  return layer.scope === "project" && global?.root === undefined && rule.asksGlobal === true && isSure !== true;
}

/** The layer that another text would be. */
export function rewritten(
  { scope, file, document }: Layer,
  text: string,
  sha256: (bytes: Uint8Array) => string,
): Layer {
  const bytes = new TextEncoder().encode(text);
  return layerOf(document.source.file, bytes, document.format, { scope, file, sha256: once(() => sha256(bytes)) });
}

/**
 * What of a layer does not fit the schema, in the light of all of them. One that counts for nothing is checked, too, as far as it could be
 * read: a project over what the others come to. Of a newer version nobody knows what it may say (S30), and what another tool's file says
 * has nothing to do with this schema.
 */
function mistakesIn(layer: Layer, global: Layer | undefined, { settings, places }: Merged): readonly SchemaFact[] {
  const { document, scope } = layer;
  if (ageOf(document) === "newer" || layer.facts.some(({ kind }) => kind === "other-tool")) return [];
  const isProject = scope === "project";
  const counting = places.get(layer);
  const tree =
    counting ?? (document.root && placeOf(document.root, configShape, { below: isProject ? settings : undefined }));
  if (tree === undefined) return [];
  if (counting === undefined && !isProject) return check(tree);
  const isInert = isProject || !commandsAllowed(global);
  return check(tree, {
    whole: settings,
    isMine: (place: object) => "source" in place && place.source === layer,
    literal: (text: string) => literalOf(text, isInert),
    isProject,
  });
}
