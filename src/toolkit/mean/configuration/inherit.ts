/** `models.<name>.inherits` (S14, spec 2.4): copies fields of one model to another, after the merge. */
import { someEntry } from "../../../text/entries.js";
import type { Path } from "../../../text/path.js";
import type { Json } from "../../read/document/data.js";
import { fromData } from "../../read/document/node.js";
import type { Catalog } from "../../read/layers/catalog.js";
import { configShape, type Shape } from "../../read/schema/shape.js";
import { childrenOf, type ObjectSetting, type Setting, settingOf } from "./setting.js";

/** Provider identity, class and context window: the child's own value wins. Request options merge by name. */
const INHERITED = ["provider", "provider_name", "class", "context_window"] as const;
const OPTIONS = "request_option_defaults";

type Entries = ReadonlyMap<string, Setting>;

export interface Inherited {
  readonly settings: ObjectSetting;
  /** Chains of names that lead back to their start, each once. */
  readonly cycles: readonly (readonly string[])[];
}

/**
 * The configuration with inherited fields filled in. A model in a cycle, or with an unknown parent, keeps its own fields. A model of the
 * catalog adds its fields to the entry of the same name, and can be a parent (S16).
 */
export function inherit(settings: ObjectSetting, catalog: Catalog | undefined): Inherited {
  const models = settings.entries.get("models");
  if (models?.kind !== "object") return { settings, cycles: [] };
  const known = catalogModels(catalog);
  if (known.size === 0 && !someEntry(models.entries, (model) => parentOf(model) !== undefined))
    return { settings, cycles: [] };
  const cycles: (readonly string[])[] = [];
  // Models that only the catalog has inherit nothing.
  const done = new Map([...known].filter(([name]) => !models.entries.has(name)));

  for (const name of models.entries.keys()) {
    const { chain, cycle } = chainOf(models.entries, name, done);
    if (cycle !== undefined) cycles.push(cycle);
    // The top of the chain is complete, so each model below it inherits from a complete one.
    for (const [child, model] of chain.toReversed()) {
      const own = extended(model, known.get(child));
      const parent = cycle === undefined ? parentOf(own) : undefined;
      const complete = parent === undefined ? undefined : done.get(parent);
      done.set(
        child,
        parent === undefined || complete === undefined ? own : takeOver(own, complete, ["models", parent]),
      );
    }
  }
  const order = Array.from(models.entries, ([name, model]) => [name, done.get(name) ?? model] as const);
  const entries = new Map(settings.entries).set("models", { ...models, entries: new Map(order) });
  return { settings: { ...settings, entries }, cycles };
}

/** The models of the catalog as settings. */
export function catalogModels(catalog: Catalog | undefined): Entries {
  const listed = fromData((catalog?.models ?? {}) as Json);
  const models = settingOf(listed, configShape.properties.get("models"), "catalog");
  return childrenOf(models);
}

/** A model; the catalog supplies the fields that it does not set. */
function extended(model: Setting, listed: Setting | undefined): Setting {
  if (model.kind !== "object" || listed === undefined) return model;
  return { ...model, entries: new Map([...childrenOf(listed), ...model.entries]) };
}

interface Chain {
  readonly chain: readonly (readonly [string, Setting])[];
  /** The part of the chain that forms a cycle. */
  readonly cycle?: readonly string[];
}

/** The models from `start` up to the first one that is complete, inherits nothing or repeats. */
function chainOf(models: Entries, start: string, done: Entries): Chain {
  const chain = new Map<string, Setting>();
  let name: string | undefined = start;
  for (let model = models.get(start); model !== undefined && name !== undefined && !done.has(name); ) {
    if (chain.has(name)) return { chain: [...chain], cycle: [...chain.keys()].slice([...chain.keys()].indexOf(name)) };
    chain.set(name, model);
    name = parentOf(model);
    model = name === undefined ? undefined : models.get(name);
  }
  return { chain: [...chain] };
}

function parentOf(model: Setting): string | undefined {
  const parent = childrenOf(model).get("inherits");
  return parent?.kind === "scalar" && typeof parent.value === "string" ? parent.value : undefined;
}

function takeOver(own: Setting, parent: Setting, at: Path): Setting {
  if (own.kind !== "object") return own;
  const entries = new Map(own.entries);
  for (const field of INHERITED) {
    const inherited = childrenOf(parent).get(field);
    if (inherited !== undefined && !entries.has(field)) entries.set(field, from(inherited, [...at, field]));
  }
  if (!entries.has("provider_name")) entries.set("provider_name", keyOf(parent, at, own.variant));
  const options = childrenOf(parent).get(OPTIONS);
  if (options !== undefined) {
    const path = [...at, OPTIONS];
    const all = Array.from(childrenOf(options), ([name, option]) => [name, from(option, [...path, name])] as const);
    const base = entries.get(OPTIONS) ?? from(options, path);
    if (base.kind === "object")
      entries.set(OPTIONS, { ...base, entries: new Map([...all, ...childrenOf(entries.get(OPTIONS))]) });
  }
  return { ...own, entries };
}

/** The provider's name for a model that does not set one: the key of the model (S33). */
function keyOf(model: Setting, at: Path, shape: Shape | undefined): Setting {
  const [, key = ""] = at;
  const name = settingOf(fromData(key), shape?.properties.get("provider_name"), model.source);
  return { ...name, inheritedFrom: model.inheritedFrom ?? at };
}

/** A setting inherited from another place. If that place inherited it too, the definition is the original place. */
function from(setting: Setting, path: Path): Setting {
  return { ...setting, inheritedFrom: setting.inheritedFrom ?? path, shadowed: [] };
}
