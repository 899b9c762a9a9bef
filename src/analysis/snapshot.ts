/**
 * One configuration, looked at once: its layers, what they come to, and what there is to say of them. Immutable; each part is computed
 * when it is first asked for.
 */
import { effective } from "../configuration/effective.js";
import { inherit } from "../configuration/inherit.js";
import { merge } from "../configuration/merge.js";
import type { ObjectSetting, Setting } from "../configuration/setting.js";
import type { Diagnostic } from "../diagnostic/diagnostic.js";
import type { FileKind } from "../host/host.js";
import type { Catalog } from "../layers/catalog.js";
import { type Layer, layerOf, layerOfScope } from "../layers/layer.js";
import { type Redactor, redactorFor } from "../redaction/redactor.js";
import { unsearchedWords } from "../redaction/words.js";
import { blamed } from "../rules/blame.js";
import { contextOf, frugal } from "../rules/context.js";
import type { Fact } from "../rules/fact.js";
import { type Finding, type RuleFinding, runRules, wordFact } from "../rules/run.js";
import { check } from "../schema/check.js";
import { type Place, placeOf } from "../schema/place.js";
import { configShape } from "../schema/shape.js";
import { commandsAllowed, substitutionFacts } from "../substitution/find.js";
import { once } from "../text/once.js";
import { literalOf } from "../text/scan.js";
import { diagnose } from "./diagnose.js";

/** What is known beside the layers. */
export interface Surroundings {
  readonly catalog: Catalog | undefined;
  /** What lies at a path relative to the project; undefined when there is no place to look at. */
  readonly kindOf: ((path: string) => FileKind | undefined) | undefined;
  /** SHA-256 in hexadecimal. */
  readonly sha256: (bytes: Uint8Array) => string;
}

export interface Snapshot {
  /** The lowest first; unusable ones included. */
  readonly layers: readonly Layer[];
  readonly surroundings: Surroundings;
  /** Each layer that counts by itself. */
  readonly trees: ReadonlyMap<Layer, Place>;
  /** What the layers come to: merged, inherited fields filled in; no defaults. */
  readonly settings: ObjectSetting;
  /** What is in effect: complete objects only, with defaults; nothing is substituted. */
  readonly effective: Setting;
  /** Everything there is to say, layer by layer. */
  readonly findings: readonly Finding[];
  /** Those of them that rules found by themselves. */
  readonly ruleFindings: readonly RuleFinding[];
  readonly redactor: Redactor;
  /** The findings about some of the layers as they are reported, in the order of `findings`. */
  diagnosticsOf(layers: ReadonlySet<Layer>): readonly Diagnostic[];
  /** What there is to say of a fact about one of the layers. */
  word(fact: Fact, layer: Layer): Finding;
  /** What the rules find once substitutions are resolved: the same configuration with other texts. */
  judgeLoaded(settings: Setting): readonly RuleFinding[];
  /** The same configuration with another text in one layer, which alone is read anew. */
  with(layer: Layer, text: string): Snapshot;
  /** The same configuration with another layer in the place of one. */
  replacing(layer: Layer, other: Layer): Snapshot;
}

/** `redactor`: of a run that several snapshots belong to. */
export function snapshotOf(layers: readonly Layer[], surroundings: Surroundings, redactor?: Redactor): Snapshot {
  const { catalog, kindOf } = surroundings;
  const global = layerOfScope(layers, "global");
  const suggest = frugal();
  const merged = once(() => merge(layers));
  const inherited = once(() => inherit(merged().settings, catalog));
  const inEffect = once(() => effective(inherited().settings));
  const ownRedactor = once(() => redactor ?? redactorFor(layers.map(({ document }) => document)));

  const judge = (settings: Setting, isLoaded: boolean): readonly RuleFinding[] => {
    const { cycles } = inherited();
    const { places: trees } = merged();
    const context = contextOf({ layers, trees, settings, isLoaded, cycles, catalog, kindOf, suggest });
    return runRules(context, layers, settings);
  };
  const ruleFindings = once(() => {
    const project = layerOfScope(layers, "project");
    const findings = judge(inherited().settings, false);
    if (project === undefined) return findings;
    const below = (): readonly RuleFinding[] =>
      snapshotOf(
        layers.filter((layer) => layer !== project),
        surroundings,
      ).ruleFindings;
    return blamed(findings, project, below);
  });
  const word = (fact: Fact, layer: Layer): Finding =>
    wordFact(fact, { layer, global, settings: inherited().settings, suggest });
  const findings = once(() =>
    layers.flatMap((layer) => [
      ...factsOf(layer, global, merged()).map((fact) => word(fact, layer)),
      ...ruleFindings().filter((finding) => finding.layer === layer),
    ]),
  );

  const replacing = (layer: Layer, other: Layer): Snapshot =>
    snapshotOf(
      layers.map((one) => (one === layer ? other : one)),
      surroundings,
    );
  return {
    layers,
    surroundings,
    get trees() {
      return merged().places;
    },
    get settings() {
      return inherited().settings;
    },
    get effective() {
      return inEffect();
    },
    get findings() {
      return findings();
    },
    get ruleFindings() {
      return ruleFindings();
    },
    get redactor() {
      return ownRedactor();
    },
    diagnosticsOf: (wanted) =>
      findings()
        .filter(({ layer }) => wanted.has(layer))
        .map((finding) => diagnose(finding, layers, ownRedactor())),
    word,
    judgeLoaded: (settings) => judge(settings, true),
    with: (layer, text) => replacing(layer, rewritten(layer, text, surroundings.sha256)),
    replacing,
  };
}

/** The layer that another text would be. */
export function rewritten(
  { scope, file, document }: Layer,
  text: string,
  sha256: (bytes: Uint8Array) => string,
): Layer {
  const bytes = new TextEncoder().encode(text);
  return layerOf(document.source.file, bytes, document.format, { scope, file, sha256: sha256(bytes) });
}

/** What the stages bring to light of a layer. One that counts for nothing is still checked by itself, as far as it could be read. */
function factsOf(
  layer: Layer,
  global: Layer | undefined,
  { settings, places }: ReturnType<typeof merge>,
): readonly Fact[] {
  const { document } = layer;
  const facts = [...layer.facts, ...unsearchedWords(document)];
  const tree = places.get(layer);
  if (tree === undefined)
    return document.root === undefined ? facts : [...facts, ...check(placeOf(document.root, configShape))];
  const isProject = layer.scope === "project";
  const isInert = isProject || !commandsAllowed(global);
  const whole = {
    whole: settings,
    isMine: (place: object) => "source" in place && place.source === layer,
    literal: (text: string) => literalOf(text, isInert),
    isProject,
  };
  return [...facts, ...check(tree, whole), ...substitutionFacts(tree, layer, global)];
}
