/** The models of a configuration together with those that its providers list (P-S105), as they will behave. */
import { listedEntry } from "../../provider/known.js";
import { Snapshot } from "../../toolkit/judge/analysis/snapshot.js";
import { childrenOf, settingAt } from "../../toolkit/mean/configuration/setting.js";
import type { Catalog } from "../../toolkit/read/layers/catalog.js";
import type { Online } from "../online.js";
import { type ShownModel, shownModels } from "./model-columns.js";

interface Discovered {
  readonly models: readonly ShownModel[];
  /** The number of listed models that are left out, as there are too many. */
  readonly more: number;
}

/** Most models that only a list names. */
const MOST = 200;

/** A list adds what neither a file nor the catalog says of a model. */
export function discoveredModels(snapshot: Snapshot, { models }: Online): Discovered {
  const { catalog } = snapshot.surroundings;
  const written = childrenOf(settingAt(snapshot.complete, ["models"]));
  const entries = new Map<string, NonNullable<Catalog["models"]>[string]>();
  let [count, more] = [0, 0];
  for (const name of models.names()) {
    const { entry, listed } = models.find(name) ?? {};
    if (entry?.provider === undefined || listed === undefined) continue;
    const isNew = !written.has(name) && !Object.hasOwn(catalog?.models ?? {}, name);
    if (isNew && listed.isForText === false) continue;
    count += isNew ? 1 : 0;
    if (count > MOST && isNew) more += 1;
    else entries.set(name, { ...listedEntry(entry.provider, listed), ...catalog?.models?.[name] });
  }
  const known = { ...catalog, models: { ...catalog?.models, ...Object.fromEntries(entries) } };
  const next = new Snapshot(snapshot.layers, { ...snapshot.surroundings, catalog: known });
  const isListed = (name: string): boolean => entries.has(name) && !Object.hasOwn(catalog?.models ?? {}, name);
  return { models: shownModels(next, isListed), more };
}
