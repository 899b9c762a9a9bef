/** One configuration as an immutable value: its layers, their merge and the findings about them. Each part is computed on first use. */
import { once, oncePer } from "../../../text/once.js";
import { suggest as closeNames, suggestWords as namesWithWords } from "../../../text/suggest.js";
import { complete } from "../../mean/configuration/complete.js";
import { effective } from "../../mean/configuration/effective.js";
import { type Inherited, inherit } from "../../mean/configuration/inherit.js";
import { type Merged, merge } from "../../mean/configuration/merge.js";
import type { ObjectSetting, Setting } from "../../mean/configuration/setting.js";
import { type Redactor, redactorFor } from "../../mean/redaction/redactor.js";
import { unsearchedWords } from "../../mean/redaction/words.js";
import { substitutionFacts } from "../../mean/substitution/find.js";
import { ProjectTrust } from "../../mean/trust/trust.js";
import { isAtLeast } from "../../read/diagnostic/diagnostic.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import type { SchemaFact } from "../../read/schema/facts.js";
import { blamed } from "../rules/blame.js";
import { contextOf } from "../rules/context.js";
import type { Fact } from "../rules/fact.js";
import { type Finding, type RuleFinding, runRules, wordFact } from "../rules/run.js";
import { type Judged, judged, withoutEchoes } from "./diagnose.js";
import { frugal } from "./frugal.js";
import { type Intent, meantBy, movesOf } from "./intent.js";
import { misspelt, whole, withoutNamedIn } from "./misspelt-keys.js";
import { rewritten } from "./rewrite.js";
import { schemaFactsIn, uncompleted, withoutFollowUps, withoutOthers } from "./schema-facts.js";
import { Substituted } from "./substitution.js";
import type { Surroundings } from "./surroundings.js";

type AsMeant = Intent & { readonly snapshot: Snapshot };

/** Parts of a snapshot that the caller already has. */
interface Known {
  /** The redactor of the run that the snapshot belongs to. */
  readonly redactor?: Redactor | undefined;
  /** The snapshot without the project. */
  readonly below?: Snapshot | undefined;
  /** The layers that were changed to the meaning of their author. */
  readonly mended?: ReadonlySet<Layer>;
}

export class Snapshot {
  /** Ordered from the lowest; unusable layers are included. */
  readonly layers: readonly Layer[];
  readonly surroundings: Surroundings;
  readonly #known: Known;
  readonly #global: Layer | undefined;
  readonly #project: Layer | undefined;
  readonly #suggest = frugal(closeNames);
  readonly #suggestWords = frugal(namesWithWords);
  readonly #merge = once((): Merged => merge(this.layers));
  readonly #inherit = once((): Inherited => inherit(this.#merge().settings, this.surroundings.catalog));
  /** The parts of each layer that do not fit the schema. */
  readonly #schemaFactsOf = oncePer((layer: Layer): readonly SchemaFact[] =>
    withoutFollowUps(this.#schemaFactsWithout(layer), layer),
  );
  readonly #diagnosticsIn = oncePer((layer: Layer): readonly Judged[] =>
    withoutEchoes(this.findingsOf(layer), layer)
      .filter(({ severity }) => isAtLeast(severity, this.surroundings.least))
      .map((finding) => judged(finding, this.layers, this.redactor)),
  );
  #below: Snapshot | undefined;
  #complete: ObjectSetting | undefined;
  #effective: Setting | undefined;
  #trust: ProjectTrust | undefined;
  #ruleFindings: readonly RuleFinding[] | undefined;
  #findings: readonly Finding[] | undefined;
  #redactor: Redactor | undefined;
  /** The facts about misspelt keys with missing values. */
  readonly #misspelt = once(() => misspelt(this.ruleFindings, this.layers, (layer) => this.#schemaFactsOf(layer)));
  /** Undefined for most configurations: no value has to move. */
  readonly #meant = once((): AsMeant | undefined => this.#asMeant());

  constructor(layers: readonly Layer[], surroundings: Surroundings, known: Known = {}) {
    this.layers = layers;
    this.surroundings = surroundings;
    this.#known = known;
    this.#global = layerOfScope(layers, "global");
    this.#project = layerOfScope(layers, "project");
    this.#redactor = known.redactor;
    this.#below = known.below;
  }

  /** The snapshot without the project; undefined without a project. Findings about the global file come from it (S43). */
  get below(): Snapshot | undefined {
    if (this.#project === undefined) return undefined;
    this.#below ??= belowOf(this.layers, this.surroundings, this.#known.mended);
    return this.#below;
  }

  /** The tree in effect of each layer. */
  get trees(): ReadonlyMap<Layer, Setting> {
    return this.#merge().places;
  }

  /** The merged settings, with inherited fields and without defaults. */
  get settings(): ObjectSetting {
    return this.#inherit().settings;
  }

  /** The merged settings with complete objects only, before inheritance. */
  get complete(): ObjectSetting {
    this.#complete ??= complete(this.#merge().settings);
    return this.#complete;
  }

  /** The settings in effect: complete objects only, with defaults, before substitution. */
  get effective(): Setting {
    this.#effective ??= this.substituted(this.complete, false).effective;
    return this.#effective;
  }

  /** The project's changes to its user's agent. */
  get trust(): ProjectTrust {
    this.#trust ??= this.#trustIn(this.settings);
    return this.#trust;
  }

  /** All findings, layer by layer. */
  get findings(): readonly Finding[] {
    this.#findings ??= this.layers.flatMap((layer) => this.findingsOf(layer));
    return this.#findings;
  }

  /** The findings of the rules' own checks. */
  get ruleFindings(): readonly RuleFinding[] {
    this.#ruleFindings ??= this.#judged();
    return this.#ruleFindings;
  }

  get redactor(): Redactor {
    this.#redactor ??= redactorFor(this.layers);
    return this.#redactor;
  }

  /** The diagnostics of some of the layers, in the order of `findings`. */
  diagnosticsOf(wanted: ReadonlySet<Layer>): readonly Judged[] {
    return this.layers.filter((layer) => wanted.has(layer)).flatMap((layer) => this.#diagnosticsIn(layer));
  }

  /** All findings about one of the layers. */
  findingsOf(layer: Layer): readonly Finding[] {
    const as = this.#meant();
    if (as === undefined) {
      const { instead } = this.#misspelt();
      const own = this.ruleFindings.filter((finding) => finding.layer === layer && !instead.has(finding));
      return [...this.#factFindings(layer), ...own];
    }
    const slips = this.#schemaFactsOf(layer).filter((fact) => movesOf([fact]).length > 0);
    const other = as.layers[this.layers.indexOf(layer)] ?? layer;
    return [...slips.map((fact) => this.word(fact, layer, true)), ...as.written(as.snapshot.findingsOf(other), layer)];
  }

  /** The finding for its user: if a misspelt key is the cause, it is about that key. */
  shown(finding: RuleFinding): Finding {
    const cause = this.#misspelt().instead.get(finding);
    return cause === undefined ? finding : this.word(cause.fact, cause.layer);
  }

  /** The finding for a fact about one of the layers. `isMistaken`: other facts about the layer may be its cause. */
  word(fact: Fact, layer: Layer, isMistaken = this.#isMended(layer)): Finding {
    const { settings } = layer === this.#project ? this : (this.below ?? this);
    const names = { suggest: this.#suggest, suggestWords: this.#suggestWords };
    return wordFact(whole(fact, this.#misspelt), { layer, global: this.#global, settings, ...names, isMistaken });
  }

  /** The configuration with other texts in `complete`. `isLoaded`: whether these texts are final, without substitutions. */
  substituted(texts: ObjectSetting, isLoaded: boolean): Substituted {
    const { catalog } = this.surroundings;
    const view = once(() => inherit(texts, catalog));
    const judge = (): readonly RuleFinding[] => this.#judge(view(), isLoaded);
    return new Substituted(() => effective(view().settings, catalog), judge);
  }

  /** The configuration with another text in one layer; reads only that layer again. */
  with(layer: Layer, text: string): Snapshot {
    return this.replacing(layer, rewritten(layer, text, this.surroundings.sha256));
  }

  /** The configuration with one layer replaced. */
  replacing(layer: Layer, other: Layer): Snapshot {
    const layers = this.layers.map((one) => (one === layer ? other : one));
    return new Snapshot(layers, this.surroundings, { below: layer === this.#project ? this.below : undefined });
  }

  #trustIn(settings: Setting): ProjectTrust {
    return new ProjectTrust(settings, this.layers, this.trees, () => (this.below ?? this).settings);
  }

  #judged(): readonly RuleFinding[] {
    // No layers: the user of a project has no global file.
    if (this.layers.length === 0) return [];
    const findings = this.#judge(this.#inherit(), false);
    if (this.#project === undefined) return findings;
    const all = blamed(findings, this.#project, this.below?.ruleFindings ?? []);
    const below = this.#global;
    return below === undefined ? all : withoutNamedIn(below, all, () => this.#schemaFactsOf(below));
  }

  #judge({ settings, cycles }: Inherited, isLoaded: boolean): readonly RuleFinding[] {
    const { layers, trees, surroundings } = this;
    const trust = settings === this.settings ? this.trust : this.#trustIn(settings);
    const about = { ...surroundings, layers, trees, settings, cycles, suggest: this.#suggest, trust, isLoaded };
    return runRules(contextOf(about), layers, settings, surroundings.least);
  }

  #isMended(layer: Layer): boolean {
    return this.#known.mended?.has(layer) === true;
  }

  /** The global file is checked without the project; keys that the project supplies are not missing in it. */
  #schemaFactsWithout(layer: Layer): readonly SchemaFact[] {
    const { below } = this;
    if (below === undefined) return schemaFactsIn(layer, this.#global, this.#merge());
    return layer === this.#project
      ? withoutOthers(schemaFactsIn(layer, this.#global, this.#merge()), this.#global, below.#merge())
      : uncompleted(below.#schemaFactsOf(layer), this.#merge());
  }

  #factFindings(layer: Layer): readonly Finding[] {
    const mistakes = this.#schemaFactsOf(layer);
    const tree = this.trees.get(layer);
    const substitutions = tree === undefined ? [] : substitutionFacts(tree, layer, this.#global);
    const facts = [...layer.facts, ...unsearchedWords(layer.document), ...mistakes, ...substitutions];
    return facts.map((fact) => this.word(fact, layer, this.#isMended(layer) || mistakes.length > 0));
  }

  #asMeant(): AsMeant | undefined {
    const { layers, surroundings } = this;
    const as = meantBy(layers, (layer) => movesOf(this.#schemaFactsOf(layer)));
    if (as === undefined) return undefined;
    const isBelowMeant = layerOfScope(as.layers, "global") !== this.#global;
    const mended = new Set(as.layers.filter((layer) => !layers.includes(layer)));
    const known = { redactor: this.#known.redactor, below: isBelowMeant ? undefined : this.below, mended };
    return { ...as, snapshot: new Snapshot(as.layers, surroundings, known) };
  }
}

/** A snapshot of the layers without the project, and without the project's files. */
export function belowOf(layers: readonly Layer[], surroundings: Surroundings, mended?: ReadonlySet<Layer>): Snapshot {
  const others = layers.filter(({ scope }) => scope !== "project");
  return new Snapshot(others, { ...surroundings, kindOf: undefined }, mended === undefined ? {} : { mended });
}
