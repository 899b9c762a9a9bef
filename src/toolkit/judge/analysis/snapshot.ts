/**
 * One configuration, looked at once: its layers, what they come to, and what there is to say of them. Immutable; each part is computed
 * when it is first asked for.
 */
import { lazy, once } from "../../../text/once.js";
import { literalOf } from "../../../text/scan.js";
import { suggest as closeNames, suggestWords as namesWithWords } from "../../../text/suggest.js";
import { complete } from "../../mean/configuration/complete.js";
import { effective } from "../../mean/configuration/effective.js";
import { type Inherited, inherit } from "../../mean/configuration/inherit.js";
import { type Merged, merge } from "../../mean/configuration/merge.js";
import type { ObjectSetting, Setting } from "../../mean/configuration/setting.js";
import { type Redactor, redactorFor } from "../../mean/redaction/redactor.js";
import { unsearchedWords } from "../../mean/redaction/words.js";
import { commandsAllowed, substitutionFacts } from "../../mean/substitution/find.js";
import { type ProjectTrust, trustOf } from "../../mean/trust/trust.js";
import type { Diagnostic } from "../../read/diagnostic/diagnostic.js";
import type { FileKind } from "../../read/host/host.js";
import type { Catalog } from "../../read/layers/catalog.js";
import { type Layer, layerOf, layerOfScope } from "../../read/layers/layer.js";
import { ageOf } from "../../read/layers/upgrade.js";
import { check } from "../../read/schema/check.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import { type Place, placeOf } from "../../read/schema/place.js";
import { configShape } from "../../read/schema/shape.js";
import { blamed } from "../rules/blame.js";
import { contextOf, frugal } from "../rules/context.js";
import type { Fact } from "../rules/fact.js";
import { type Finding, type RuleFinding, runRules, wordFact } from "../rules/run.js";
import { diagnose } from "./diagnose.js";
import { withoutEchoes } from "./echoes.js";
import { uncompleted, withoutFollowUps, withoutOthers } from "./follow-ups.js";
import { meantBy, movesOf } from "./meant.js";

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
  /** What there is without the project; itself where there is none. The file of its user is judged as it is judged there (S43). */
  readonly below: Snapshot;
  /** What the project does to its user. */
  readonly trust: ProjectTrust;
  /** Everything there is to say, layer by layer. */
  readonly findings: readonly Finding[];
  /** Those of them that rules found by themselves. */
  readonly ruleFindings: readonly RuleFinding[];
  readonly redactor: Redactor;
  /** The findings about some of the layers as they are reported, in the order of `findings`. */
  diagnosticsOf(layers: ReadonlySet<Layer>): readonly Judged[];
  /** Everything there is to say of one of the layers. */
  findingsOf(layer: Layer): readonly Finding[];
  /** What there is to say of a fact about one of the layers. */
  word(fact: Fact, layer: Layer): Finding;
  /** The same configuration with other texts in `sound`. `isLoaded`: whether these are texts that stand for nothing else. */
  substituted(sound: ObjectSetting, isLoaded: boolean): Substituted;
  /** The same configuration with another text in one layer, which alone is read anew. */
  with(layer: Layer, text: string): Snapshot;
  /** The same configuration with another layer in the place of one. */
  replacing(layer: Layer, other: Layer): Snapshot;
}

/** What somebody has who asks for a snapshot. */
interface Known {
  /** Of a run that several snapshots belong to. */
  readonly redactor?: Redactor | undefined;
  /** What there is without the project. */
  readonly below?: Snapshot | undefined;
  /** The layers with slips that are mended in them. */
  readonly mended?: ReadonlySet<Layer>;
}

export function snapshotOf(layers: readonly Layer[], surroundings: Surroundings, known: Known = {}): Snapshot {
  const { redactor, mended } = known;
  const { catalog, kindOf } = surroundings;
  const [global, project] = [layerOfScope(layers, "global"), layerOfScope(layers, "project")];
  const suggest = frugal(closeNames);
  const suggestWords = frugal(namesWithWords);
  const merged = once(() => merge(layers));
  const mistakes = new Map<Layer, readonly SchemaFact[]>();
  const inherited = once(() => inherit(merged().settings, catalog));
  const others = layers.filter((layer) => layer !== project);
  const mergedBelow = once(() => merge(others));
  const trustIn = (settings: Setting): ProjectTrust =>
    trustOf(settings, layers, merged().places, () => snapshot.below.settings);
  const judge = ({ settings, cycles }: Inherited, isLoaded: boolean): readonly RuleFinding[] => {
    const trust = settings === inherited().settings ? snapshot.trust : trustIn(settings);
    const about = { layers, trees: merged().places, settings, cycles, catalog, kindOf, suggest, trust, isLoaded };
    return runRules(contextOf(about), layers, settings);
  };
  const findingsOfRules = (): readonly RuleFinding[] => {
    const findings = judge(inherited(), false);
    return project === undefined ? findings : blamed(findings, project, snapshot.below.ruleFindings);
  };
  const mistakesOf = (layer: Layer): readonly SchemaFact[] => {
    const found = mistakes.get(layer) ?? withoutFollowUps(mistakesBeside(layer), layer);
    mistakes.set(layer, found);
    return found;
  };
  const mistakesBeside = (layer: Layer): readonly SchemaFact[] =>
    layer === project
      ? withoutOthers(mistakesIn(layer, global, merged()), global, mergedBelow())
      : uncompleted(mistakesIn(layer, global, mergedBelow()), merged());
  const wordedFacts = (layer: Layer): readonly Finding[] => {
    const own = mistakesOf(layer);
    const tree = merged().places.get(layer);
    const substitutions = tree === undefined ? [] : substitutionFacts(tree, layer, global);
    const words = unsearchedWords(layer.document);
    const facts = [...layer.facts, ...words, ...own, ...substitutions];
    return facts.map((fact) => word(fact, layer, isMended(layer) || own.length > 0));
  };
  const isMended = (layer: Layer): boolean => mended?.has(layer) === true;
  const word = (fact: Fact, layer: Layer, isMistaken = isMended(layer)): Finding => {
    const { settings } = layer === project ? snapshot : snapshot.below;
    return wordFact(fact, { layer, global, settings, suggest, suggestWords, isMistaken });
  };
  const meant = once(() => {
    const as = meantBy(layers, (layer) => movesOf(mistakesOf(layer)));
    if (as === undefined) return undefined;
    const [before, now] = [layers, as.layers].map((some) => layerOfScope(some, "global"));
    const below = before === now ? snapshot.below : undefined;
    const slipped = new Set(as.layers.filter((layer) => !layers.includes(layer)));
    return { ...as, snapshot: snapshotOf(as.layers, surroundings, { redactor, below, mended: slipped }) };
  });
  const findingsOf = (layer: Layer): readonly Finding[] => {
    const as = meant();
    if (as === undefined)
      return [...wordedFacts(layer), ...snapshot.ruleFindings.filter((finding) => finding.layer === layer)];
    const slips = mistakesOf(layer).filter((fact) => movesOf([fact]).length > 0);
    const other = as.layers[layers.indexOf(layer)] ?? layer;
    return [...slips.map((fact) => word(fact, layer, true)), ...as.written(as.snapshot.findingsOf(other), layer)];
  };
  const replacing = (layer: Layer, other: Layer): Snapshot =>
    snapshotOf(
      layers.map((one) => (one === layer ? other : one)),
      surroundings,
      { below: layer === project ? snapshot.below : undefined },
    );
  const snapshot: Snapshot = lazy(
    {
      layers,
      surroundings,
      diagnosticsOf: (wanted: ReadonlySet<Layer>) =>
        layers
          .filter((layer) => wanted.has(layer))
          .flatMap((layer) => withoutEchoes(findingsOf(layer), layer))
          .map((finding) => ({
            diagnostic: diagnose(finding, layers, snapshot.redactor),
            isDoubtful: isDoubtful(finding, global),
          })),
      findingsOf,
      word,
      substituted: (settings: ObjectSetting, isLoaded: boolean) => {
        const view = inherit(settings, catalog);
        return lazy({ effective: effective(view.settings, catalog) }, { ruleFindings: () => judge(view, isLoaded) });
      },
      with: (layer: Layer, text: string) => replacing(layer, rewritten(layer, text, surroundings.sha256)),
      replacing,
    },
    {
      below: () =>
        project === undefined
          ? snapshot
          : (known.below ?? snapshotOf(others, surroundings, { ...(mended && { mended }) })),
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
