/** The view of a configuration that rules get, made from its layers. Parts that few rules use are computed on first use. */
import { someEntry } from "../../../text/entries.js";
import { once, oncePerKey } from "../../../text/once.js";
import type { Path } from "../../../text/path.js";
import { literalOf } from "../../../text/scan.js";
import { suggest } from "../../../text/suggest.js";
import { dependentDefault } from "../../mean/configuration/dependent-default.js";
import {
  childrenOf,
  definitionAt,
  type ObjectSetting,
  type Setting,
  type Shadowed,
  settingAt,
  shadowedAt,
  shapeAt,
} from "../../mean/configuration/setting.js";
import { commandsAllowed } from "../../mean/substitution/find.js";
import type { ProjectTrust } from "../../mean/trust/trust.js";
import { withoutPrototypes } from "../../read/document/data.js";
import type { FileKind } from "../../read/host/host.js";
import type { Catalog } from "../../read/layers/catalog.js";
import { type Layer, layerOfScope } from "../../read/layers/layer.js";
import { aliasOf } from "../../read/schema/alias.js";
import { jsonOf, type Place } from "../../read/schema/place.js";
import type { Shape } from "../../read/schema/shape.js";
import type { Policy } from "../policy/policy.js";
import { allPlaces, placesWith } from "./known-places.js";
import type { Config, RuleContext, Section } from "./rule.js";

export interface Subject {
  readonly layers: readonly Layer[];
  /** The tree in effect of each layer. */
  readonly trees: ReadonlyMap<Layer, Place>;
  /** The layers merged, inherited fields filled in; or the loaded configuration, substitutions resolved. */
  readonly settings: Setting;
  readonly isLoaded: boolean;
  readonly cycles: readonly (readonly string[])[];
  readonly catalog: Catalog | undefined;
  readonly policies: readonly Policy[];
  /** The kind of file at a path relative to the project; absent without a project directory. */
  readonly kindOf: ((path: string) => FileKind | "outside" | undefined) | undefined;
  readonly suggest: RuleContext["suggest"];
  readonly trust: ProjectTrust;
}

export function contextOf(subject: Subject): RuleContext {
  const { layers, trees, settings, isLoaded, cycles, policies, kindOf, suggest: close, trust } = subject;
  const catalog = withoutPrototypes(subject.catalog);
  const isWhole = layers.every(({ root }) => root !== undefined);
  const lost = once(() => lostSections(settings));
  const isInert = !commandsAllowed(layerOfScope(layers, "global"));
  const names = namesOf(trees, catalog);
  // A name with white space at its ends has a finding of its own.
  const trimmed = oncePerKey(
    String,
    (section: Section) => new Set([...names(section)].flatMap((one) => [one, one.trim()])),
  );
  const textAt = (path: Path, literal: (text: string) => string | undefined): string | undefined => {
    const setting = settingAt(settings, path);
    if (setting?.kind !== "scalar" || typeof setting.value !== "string") return undefined;
    // The value of an unset variable is unknown, even in a loaded configuration.
    return isLoaded && !setting.unresolved?.includes("unset") ? setting.value : literal(setting.value);
  };
  const rank = (path: Path): number => {
    const definition = definitionAt(settings, path);
    return definition === undefined ? -1 : layers.indexOf(definition.layer);
  };
  return {
    config: bare(settings) as Config,
    layers: layers.map((layer) => {
      const tree = trees.get(layer);
      return { scope: layer.scope, tree, ...(tree === undefined ? NO_PLACES : allPlaces(tree)) };
    }),
    settings,
    trust,
    cycles,
    catalog,
    policies,
    suggest: close,
    text: (path) => textAt(path, literalOf),
    spelling: (path) =>
      textAt(path, (text) => literalOf(text, isInert || definitionAt(settings, path)?.layer.scope === "project")),
    template: (path) => (textAt(path, literalOf) === undefined ? textAt(path, (text) => text) : undefined),
    lacks: (path) => isWhole && settingAt(settings, path) === undefined && !isNearMistake(settings, path, isMeant),
    misses: (path) => isWhole && settingAt(settings, path) === undefined && !isNearMistake(settings, path, isNone),
    unset: (path) => {
      const last = shadowedAt(settings, path).findLast(({ why }) => why === "unset");
      return settingAt(settings, path) === undefined ? last && jsonOf(last.place) : undefined;
    },
    defaultOf: (path) => {
      const shape = shapeAt(settings, path);
      const entry = { name: String(path.at(-2)), entries: childrenOf(settingAt(settings, path.slice(0, -1))) };
      return shape && (shape.schema.default ?? dependentDefault(shape, entry, settings, catalog));
    },
    placesWith: (annotation) => placesWith(settings, annotation),
    names,
    isUnknown: (section, name) => isWhole && !trimmed(section).has(name) && !lost().has(section),
    scope: (path) => definitionAt(settings, path)?.layer.scope,
    newestFirst: (...paths) => paths.toSorted((a, b) => rank(b) - rank(a)),
    kindOf: (path) => (kindOf === undefined ? "unknown" : kindOf(path)),
  };
}

const NO_PLACES = { places: [], texts: [], strange: [] };

/** Makes an object without a prototype, smaller than `Object.create(null)` does. */
function Data() {}
Data.prototype = Object.create(null);
const NewData = Data as unknown as new () => Record<string, unknown>;

/** Plain data in such objects. Omits items of a list that are variables: they are unknown until loading. */
function bare(setting: Setting): unknown {
  if (setting.kind === "scalar") return setting.value;
  return setting.kind === "list" ? setting.items.map(bare) : bareObject(setting);
}

function bareObject({ entries }: ObjectSetting): unknown {
  const object = new NewData();
  for (const [key, child] of entries) {
    if (!isUnknownWord(child)) object[key] = bare(child);
  }
  return object;
}

function isUnknownWord(setting: Setting): boolean {
  if (setting.kind !== "scalar" || typeof setting.value !== "string") return false;
  return setting.shape?.values?.includes(setting.value) === false;
}

/** Whether a key stands for another one: `variant` has the names of other tools. */
type Stands = (key: string, last: string, variant: Shape | undefined) => boolean;

const isNone: Stands = () => false;

const isMeant: Stands = (key, last, variant) =>
  key === last || suggest(key, [last]).length > 0 || (variant !== undefined && aliasOf(key, variant)?.key === last);

/**
 * Whether a layer has a value of the wrong form at the path or around it, or one under a key that stands for the last: that mistake has its
 * own finding, so the value does not count as missing.
 */
function isNearMistake(root: Setting, path: Path, stands: Stands): boolean {
  const last = String(path.at(-1));
  let around: Setting | undefined = root;
  for (let depth = 0; depth < path.length - 1; depth += 1) {
    const step = String(path[depth]);
    if (around?.kind !== "object") return false;
    if (around.shadowed.some(isUnfit) || around.absent.get(step)?.some(isUnfit)) return true;
    around = around.entries.get(step);
  }
  return around?.kind === "object" && (around.shadowed.some(isUnfit) || isNearIn(around, last, stands));
}

/** `isNearMistake` of a key in an object. */
function isNearIn({ variant, absent, entries }: ObjectSetting, last: string, stands: Stands): boolean {
  if (absent.size === 0 && !someEntry(entries, hasUnfit)) return false;
  return (
    someEntry(absent, (shadowed, key) => shadowed.some(isUnfit) && stands(key, last, variant)) ||
    someEntry(entries, (child, key) => hasUnfit(child) && stands(key, last, variant))
  );
}

function hasUnfit({ shadowed }: Setting): boolean {
  return shadowed.some(isUnfit);
}

function isUnfit({ why }: Shadowed): boolean {
  return why === "unfit";
}

/** The sections with the wrong form in a layer: their entries are unknown. */
function lostSections(settings: Setting): ReadonlySet<string> {
  if (settings.kind !== "object") return new Set();
  const unfit = Array.from(settings.absent, ([key, shadowed]) => (shadowed.some(isUnfit) ? [key] : []));
  return new Set(unfit.flat());
}

function namesOf(trees: ReadonlyMap<Layer, Place>, catalog: Catalog | undefined): RuleContext["names"] {
  return oncePerKey(String, (section: Section) => {
    const names = new Set(section === "models" ? Object.keys(catalog?.models ?? {}) : []);
    for (const tree of trees.values()) {
      const entries = tree.kind === "object" ? tree.entries.get(section) : undefined;
      if (entries?.kind === "object") for (const name of entries.entries.keys()) names.add(name);
    }
    return names;
  });
}
