/** All providers and models of a file. */
import type { Mapping } from "../read/document/node.js";
import { childrenOf, placesAt, type TreePlace } from "../read/other-tools/places.js";
import type { Dialect, Dictionary, ModelKey, ProviderKey } from "./dialects/dialect.js";
import type { Borrowed } from "./dialects/words.js";
import type { Entries } from "./entries.js";
import { fieldsOf, mappingsAt, textOf } from "./fields.js";
import type { Log } from "./log.js";
import { isForConversations, type ModelFields, modelOf } from "./model.js";
import { providerOf } from "./provider.js";

import { translate } from "./reference.js";
import type { Scene } from "./values.js";

type Providers = NonNullable<Dialect["providers"]>;

export function takeProviders(
  root: Mapping,
  providers: Providers,
  borrowed: Pick<Borrowed, "provider" | "model">,
  entries: Entries,
  sceneOf: (section: "providers" | "models", entry: string) => Scene,
): void {
  const { log } = sceneOf("providers", "");
  const known = new Map<string, string>();
  const active = activeIn(root, providers);
  for (const place of mappingsAt(root, providers.at, log)) {
    const isActive = active !== undefined && place.path.at(-1) === active.provider;
    // Where a provider is one model, too, the entry has the keys of both.
    const words = providers.models === undefined ? { ...borrowed.model, ...borrowed.provider } : borrowed.provider;
    const own = fieldsOf<ProviderKey | ModelKey>(place, { own: providers.keys, borrowed: words }, log);
    const fields = isActive ? new Map([...active.fields, ...own]) : own;
    if (fields.size === 0) continue;
    if (!isForConversations(fields)) {
      log.remark(place.keySpan, place.path, "is not for conversations, and is left out", "note");
      continue;
    }
    const named = fields.get("vendor_and_id") ?? fields.get("id");
    if (named !== undefined && isReference(named)) {
      log.remark(named.keySpan, named.path, "names the model by a variable, so its vendor is unknown, and is left out");
      continue;
    }
    const step = place.path.at(-1);
    const { vendor = typeof step === "number" ? `provider-${step + 1}` : String(step) } = identityOf(fields);
    const value = providerOf(place, fields, sceneOf("providers", vendor));
    if (value === undefined) continue;
    const { name, isNew } = nameFor(vendor, JSON.stringify(value), known);
    if (isNew) entries.add("providers", name, value, place);
    takeModels(
      modelsOf(place, fields, providers, borrowed, log).map((model) => ({ ...model, isWhole: model.place === place })),
      { ...(isActive && providers.active?.keys), ...(providers.models ?? providers.keys) },
      entries,
      sceneOf("models", name),
    );
    const id = isActive ? textOf(fields.get("id")?.node) : undefined;
    if (id !== undefined && entries.get("models", `${name}/${id}`) !== undefined)
      entries.add("defaults", "full", `${name}/${id}`, place);
  }
}

interface Active {
  readonly provider: string;
  readonly fields: ReadonlyMap<ModelKey, TreePlace>;
}

/** The provider in use, and the fields of its model that stand in the root. */
function activeIn(root: Mapping, { active }: Providers): Active | undefined {
  const provider = active && textOf(root.entries.get(active.key)?.value);
  if (active === undefined || provider === undefined) return undefined;
  const fields = Object.entries(active.keys).flatMap(([key, meaning]) =>
    placesAt(root, [[key]]).map((place) => [meaning, place] as const),
  );
  return { provider, fields: new Map(fields) };
}

function takeModels(
  models: readonly (ProviderModel & { readonly isWhole: boolean })[],
  keys: Dictionary<ProviderKey | ModelKey>,
  entries: Entries,
  scene: Scene,
): void {
  for (const { place, fields, isWhole } of models) {
    const step = place.path.at(-1);
    const { id = String(step) } = identityOf(fields);
    if (isReference(place) || isReference(fields.get("id") ?? place)) {
      scene.log.remark(place.keySpan, place.path, "is named by a variable, and is left out");
      continue;
    }
    const model = modelOf(place, fields, keys, id, scene);
    const name = textOf(fields.get("name")?.node) ?? (typeof step === "string" && !isWhole ? step : id);
    if (model !== undefined) entries.add("models", `${scene.entry}/${name}`, model, place);
  }
}

/** Whether the text of a place refers to a variable. */
function isReference({ node }: TreePlace): boolean {
  return translate(textOf(node) ?? "", false).references.length > 0;
}

interface Identity {
  readonly vendor?: string;
  readonly id?: string;
}

/** The vendor of a model, and the vendor's name for it, if its entry has them. */
function identityOf(fields: ModelFields): Identity {
  const both = textOf(fields.get("vendor_and_id")?.node);
  const [, first, rest] = /^([^/]+)\/(.+)$/s.exec(both ?? "") ?? [];
  const [vendor, id = both] = [
    textOf(fields.get("vendor")?.node) ?? first ?? FAMILIES.find(([family]) => family.test(both ?? ""))?.[1],
    textOf(fields.get("id")?.node) ?? rest,
  ];
  return { ...(vendor !== undefined && { vendor }), ...(id !== undefined && { id }) };
}

/** Model names that tell their vendor. */
const FAMILIES: readonly (readonly [family: RegExp, vendor: string])[] = [
  [/^(?:gpt-|chatgpt-|o\d)/, "openai"],
  [/^claude-/, "anthropic"],
];

interface ProviderModel {
  readonly place: TreePlace;
  readonly fields: ModelFields;
}

/** The models of a provider, or the one model that the entry itself is. */
function modelsOf(
  place: TreePlace,
  fields: ModelFields,
  { models: keys }: Pick<Providers, "models">,
  borrowed: Pick<Borrowed, "model">,
  log: Log,
): readonly ProviderModel[] {
  if (keys === undefined) return [{ place, fields }];
  const list = fields.get("models");
  return (list === undefined ? [] : childrenOf(list)).map((model) => ({
    place: model,
    fields: fieldsOf<ProviderKey | ModelKey>(model, { own: keys, borrowed: borrowed.model }, log),
  }));
}

/** The name of a provider: that of an equal existing one, or else a free name. */
function nameFor(
  wished: string,
  value: string,
  known: Map<string, string>,
): { readonly name: string; readonly isNew: boolean } {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wished : `${wished}-${number}`;
    const there = known.get(name);
    if (there === value) return { name, isNew: false };
    if (there !== undefined) continue;
    known.set(name, value);
    return { name, isNew: true };
  }
}
