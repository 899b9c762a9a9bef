/**
 * Models that a tool names outside of its providers: in the root of its file, or in profiles of it. The first one is the tool's default.
 */
import type { Mapping } from "../read/document/node.js";
import { childrenOf, placesAt, type TreePlace } from "../read/other-tools/places.js";
import type { Dialect, Dictionary, ModelKey } from "./dialects/dialect.js";
import type { Entries } from "./entries.js";
import { textOf, withoutCounterpart } from "./fields.js";
import { type ModelFields, modelOf } from "./model.js";
import { providerOf } from "./provider.js";
import type { Scene } from "./values.js";

type RootModels = NonNullable<Dialect["models"]>;

export function takeRootModels(
  root: Mapping,
  { at, keys, provider: usual, urls = {} }: RootModels,
  entries: Entries,
  sceneOf: (section: "providers" | "models", entry: string) => Scene,
): void {
  let fallback = usual;
  for (const place of placesAt(root, at)) {
    const fields = new Map<ModelKey, TreePlace>();
    let provider = fallback;
    for (const child of childrenOf(place)) {
      const meaning = keys[String(child.path.at(-1))];
      if (meaning === "provider") provider = textOf(child.node) ?? fallback;
      else if (meaning !== undefined) fields.set(meaning, child);
      // One remark covers all other keys of the root.
      else if (place.path.length > 0) withoutCounterpart(child, sceneOf("models", "").log);
    }
    // A profile without a provider has that of the root.
    if (place.path.length === 0) fallback = provider;
    const named = fields.get("id");
    const id = textOf(named?.node);
    if (named === undefined || id === undefined) continue;
    const scene = sceneOf("models", provider);
    const model = modelOf(named, fields, keys, id, scene);
    if (model === undefined) continue;
    if (entries.get("providers", provider) === undefined) {
      const value = providerOf(named, urlFor(provider, root, urls), sceneOf("providers", provider));
      if (value === undefined) continue;
      entries.add("providers", provider, value, named);
    }
    const name = `${provider}/${id}`;
    if (entries.get("models", name) === undefined) entries.add("models", name, model, named);
    if (entries.get("defaults", "full") === undefined) entries.add("defaults", "full", name, named);
  }
}

/** The address of a provider, if the root has it. */
function urlFor(provider: string, root: Mapping, urls: Dictionary<string>): ModelFields {
  const place = Object.keys(urls).flatMap((key) => (urls[key] === provider ? placesAt(root, [[key]]) : []))[0];
  return new Map(place === undefined ? [] : [["url", place]]);
}
