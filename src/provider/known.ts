/**
 * The models that a configuration knows by name: its own, those of the catalog, and those that providers list (spec 2.4, P-S105). An entry
 * that a listed model matches is laid over what the list says. Pure.
 */
import type { EffectiveConfig, ModelOverride } from "../generated/effective.js";
import type { ListedModel } from "./listed.js";

/** The models of each provider that has listed them, by their ids, in the order of the configuration. */
export type Listed = ReadonlyMap<string, ReadonlyMap<string, ListedModel>>;

type Entry = Partial<ModelOverride>;

/** The models of a catalog, and those that providers list. */
interface Others {
  readonly catalog?: { readonly models?: Readonly<Record<string, Entry>> } | undefined;
  readonly listed?: Listed;
}

export interface KnownModel {
  /** With what the provider's list says, where the entry says nothing. */
  readonly entry: Entry;
  /** What the provider's list says. */
  readonly listed: ListedModel | undefined;
  /** Whether only a list names its provider. */
  readonly isDiscovered: boolean;
}

/** Why a model that only a list names cannot be asked, and its key that would change that; undefined for any other model. */
export function lackOf({
  entry,
  listed,
  isDiscovered,
}: KnownModel): { readonly why: string; readonly field: string } | undefined {
  if (!isDiscovered) return undefined;
  if (listed?.isForText === false) return { why: NO_TEXT, field: "provider" };
  if (entry.context_window !== undefined) return undefined;
  return { why: "its provider lists it without its context window", field: "context_window" };
}

const NO_TEXT = "its provider lists it as one that does not answer with text";

/** A key of `defaults`. */
export type Slot = "full" | "mini" | "nano";

/**
 * Why a listed model cannot fill a slot (spec 2.4, P-S105), whatever its class: each slot needs answers in text, and `full` tools as well,
 * unless its entry says how they are loaded. What the list does not say prevents nothing.
 */
export function unfitFor(slot: Slot, { entry, listed }: KnownModel): string | undefined {
  if (listed?.isForText === false) return NO_TEXT;
  if (slot === "full" && listed?.usesTools === false && entry.tool_loading === undefined)
    return "its provider lists it without tools; with `tool_loading: no_tools` it works without them";
  return undefined;
}

/** Looks models up by their names. */
export class KnownModels {
  readonly #written: ReadonlyMap<string, Entry>;
  readonly #listed: Listed;
  /** The listed models that an entry is laid over, by provider and id. */
  readonly #taken: ReadonlySet<string>;

  constructor({ models = {} }: Pick<EffectiveConfig, "models">, { catalog, listed = new Map() }: Others) {
    this.#written = new Map<string, Entry>([...Object.entries(catalog?.models ?? {}), ...Object.entries(models)]);
    this.#listed = listed;
    const matches = [...this.#written].flatMap(([name, entry]) => this.#matchesOf(name, entry));
    this.#taken = new Set(matches.map(({ provider, model }) => keyOf(provider, model.id)));
  }

  /** The configured models and those of the catalog, then the rest of the lists. */
  *names(): Generator<string, void, undefined> {
    yield* this.#written.keys();
    for (const [provider, models] of this.#listed)
      for (const { id } of models.values()) {
        const isIts = this.#holderOf(id)?.provider === provider;
        const name = isIts ? id : `${provider}/${id}`;
        if (this.#findListed(name)?.provider === provider) yield name;
      }
  }

  find(name: string): KnownModel | undefined {
    const written = this.#written.get(name);
    if (written === undefined) {
      const found = this.#findListed(name);
      return found && { entry: listedEntry(found.provider, found.model), listed: found.model, isDiscovered: true };
    }
    const matches = this.#matchesOf(name, written);
    const match = matches.length === 1 ? matches[0] : undefined;
    if (match === undefined) return { entry: written, listed: undefined, isDiscovered: false };
    const isDiscovered = written.provider === undefined;
    return { entry: { ...listedEntry(match.provider, match.model), ...written }, listed: match.model, isDiscovered };
  }

  /** The listed models that an entry targets: by the name that is sent, at its provider or at any. */
  #matchesOf(name: string, { provider: named, provider_name: sent }: Entry): readonly Match[] {
    const providers = named === undefined ? [...this.#listed.keys()] : [named];
    return providers.flatMap((provider) => {
      const models = this.#listed.get(provider);
      const model = (sent === undefined ? [name, withoutProvider(name, provider)] : [sent])
        .map((id) => (id === undefined ? undefined : models?.get(id)))
        .find((one) => one !== undefined);
      return model === undefined ? [] : [{ provider, model }];
    });
  }

  /** The model that nothing but a list names. Neither a slot nor a model with an effort is called by it. */
  #findListed(name: string): Match | undefined {
    if (this.#written.has(name) || isReference(name)) return undefined;
    const holder = this.#holderOf(name);
    if (holder !== undefined) return holder;
    return [...this.#listed.keys()]
      .flatMap((provider) => this.#free(provider, withoutProvider(name, provider)))
      .find(() => true);
  }

  /** The one provider that lists a name; of several that do, the name means none. */
  #holderOf(id: string): Match | undefined {
    if (this.#written.has(id)) return undefined;
    const holders = [...this.#listed.keys()].flatMap((provider) => this.#free(provider, id));
    return holders.length === 1 ? holders[0] : undefined;
  }

  #free(provider: string, id: string | undefined): readonly Match[] {
    const model = id === undefined ? undefined : this.#listed.get(provider)?.get(id);
    return model === undefined || this.#taken.has(keyOf(provider, model.id)) ? [] : [{ provider, model }];
  }
}

/** A model in the list of a provider. */
interface Match {
  readonly provider: string;
  readonly model: ListedModel;
}

function keyOf(provider: string, id: string): string {
  return JSON.stringify([provider, id]);
}

/** The id in `<provider>/<id>`. */
function withoutProvider(name: string, provider: string): string | undefined {
  return name.startsWith(`${provider}/`) ? name.slice(provider.length + 1) : undefined;
}

/** Whether a name reads as a slot, or as a model with its effort (spec 2.2). */
function isReference(name: string): boolean {
  return name.startsWith("default_model:") || /\([^()]*\)$/.test(name);
}

/** What a provider's list says of a model, as an entry. How it reasons stays with the configuration: no list says that in a common form. */
export function listedEntry(provider: string, { id, window, ceiling, sees }: ListedModel): Entry {
  return {
    ...{ provider, provider_name: id },
    ...(window === undefined ? {} : { context_window: window }),
    ...(ceiling === undefined ? {} : { max_tokens: ceiling }),
    ...(sees === undefined ? {} : { supports_vision: sees }),
  };
}
