/** `models.<name>.inherits` (S14, spec 2.4): what a model takes over from another one, after the merge. */
import { type Json, type JsonObject, valueAt } from "../document/node.js";
import type { Catalog } from "../layers/catalog.js";
import { type Path, toPointer } from "../text/path.js";

/** Provider identity, class and context window: the child's own value wins. Request options merge by name. */
const INHERITED = ["provider", "provider_name", "class", "context_window"] as const;
const OPTIONS = "request_option_defaults";

export interface Inherited {
  readonly value: Json;
  /** For each field that a model took over, where it is written. */
  readonly from: readonly { readonly path: Path; readonly source: Path }[];
  /** Chains of names that lead back to their start, each once. */
  readonly cycles: readonly (readonly string[])[];
}

/**
 * The configuration with inherited fields filled in. A model in a cycle, or with an unknown parent, keeps what it has.
 * A model of the catalog lends all its fields to the entry of the same name, and can be a parent (S16).
 */
export function inherit(value: Json, known?: Catalog): Inherited {
  const catalog = (known?.models ?? {}) as { readonly [name: string]: JsonObject };
  const models = objectAt(value, "models");
  if (models === undefined) return { value, from: [], cycles: [] };
  const sources: Sources = new Map();
  const cycles: (readonly string[])[] = [];
  const done = new Map<string, JsonObject>();
  for (const [name, model] of Object.entries(catalog)) if (!Object.hasOwn(models, name)) done.set(name, model);

  for (const name of Object.keys(models)) {
    const { chain, cycle } = chainOf(models, name, done);
    if (cycle !== undefined) cycles.push(cycle);
    // The top of the chain is complete, so each model below it takes over from a complete one.
    for (const child of chain.toReversed()) {
      const listed = Object.hasOwn(catalog, child) ? catalog[child] : undefined;
      const own = { ...listed, ...objectAt(models, child) };
      const parent = textAt(own, "inherits");
      const complete = parent === undefined || cycle !== undefined ? undefined : done.get(parent);
      done.set(
        child,
        complete === undefined || parent === undefined ? own : takeOver(own, complete, child, parent, sources),
      );
    }
  }
  const order = Object.keys(models).map((name): [string, Json] => [name, done.get(name) ?? models[name] ?? null]);
  return {
    value: { ...(value as JsonObject), models: Object.fromEntries(order) },
    from: [...sources.values()],
    cycles,
  };
}

interface Chain {
  readonly chain: readonly string[];
  /** The part of it that goes round. */
  readonly cycle?: readonly string[];
}

/** The names from a model up to the first that is complete, inherits nothing or was met before. */
function chainOf(models: JsonObject, start: string, done: ReadonlyMap<string, JsonObject>): Chain {
  const chain = new Set<string>();
  let name: string | undefined = start;
  while (name !== undefined && Object.hasOwn(models, name) && !done.has(name)) {
    if (chain.has(name)) return { chain: [...chain], cycle: [...chain].slice([...chain].indexOf(name)) };
    chain.add(name);
    name = textAt(objectAt(models, name) ?? {}, "inherits");
  }
  return { chain: [...chain] };
}

type Sources = Map<string, { readonly path: Path; readonly source: Path }>;

/** Notes where a field is written: a parent that inherited it knows from where. */
function inheritFrom(path: Path, parent: Path, sources: Sources): void {
  sources.set(toPointer(path), { path, source: sources.get(toPointer(parent))?.source ?? parent });
}

function takeOver(
  own: JsonObject,
  parent: JsonObject,
  child: string,
  parentName: string,
  sources: Sources,
): JsonObject {
  const result = new Map<string, Json>(Object.entries(own));
  for (const field of INHERITED) {
    const inherited = valueAt(parent, [field]);
    if (inherited === undefined || result.has(field)) continue;
    result.set(field, inherited);
    inheritFrom(["models", child, field], ["models", parentName, field], sources);
  }
  const options = objectAt(parent, OPTIONS);
  if (options !== undefined) {
    const ownOptions = objectAt(own, OPTIONS) ?? {};
    result.set(OPTIONS, { ...options, ...ownOptions });
    for (const option of Object.keys(options)) {
      if (!Object.hasOwn(ownOptions, option)) {
        inheritFrom(["models", child, OPTIONS, option], ["models", parentName, OPTIONS, option], sources);
      }
    }
  }
  return Object.fromEntries(result);
}

function objectAt(value: Json, key: string): JsonObject | undefined {
  const child = valueAt(value, [key]);
  return typeof child === "object" && child !== null && !Array.isArray(child) ? (child as JsonObject) : undefined;
}

function textAt(value: Json, key: string): string | undefined {
  const child = valueAt(value, [key]);
  return typeof child === "string" ? child : undefined;
}
