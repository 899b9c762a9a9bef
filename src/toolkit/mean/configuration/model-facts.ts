/** Models as they will behave (spec 2.2, 2.4): their settings, the consequences, and the unknown rest. */
import type { Catalog } from "../../read/layers/catalog.js";
import { catalogModels } from "./inherit.js";
import { compactionTokens, parseModelReference } from "./models.js";
import { childrenOf, type Definition, definitionAt, type Setting, settingAt } from "./setting.js";

export interface ModelFact<Value> {
  /** Undefined if it is unknown; `why` gives the reason. */
  readonly value: Value | undefined;
  readonly why?: string;
  /** The place of its text; undefined for a value outside the files. */
  readonly from: Definition | undefined;
}

/** The size of a session at which the agent compacts it. */
export interface CompactionPoint {
  readonly tokens: number;
}

export interface ModelFacts {
  readonly name: string;
  /** Whether a file has an entry for it; if not, only `defaults` names it, or the catalog lists it. */
  readonly isConfigured: boolean;
  /** The definitions of its entry and the keys in it, the entry first; empty for a model without an entry in any file. */
  readonly written: readonly Definition[];
  readonly enabled: boolean;
  /** The slots of `defaults` that it fills, with the effort; `fallback` for a slot that falls back to it. */
  readonly slots: readonly { readonly slot: string; readonly effort?: string; readonly fallback: boolean }[];
  readonly provider: ModelFact<string>;
  readonly class: ModelFact<string>;
  readonly contextWindow: ModelFact<number>;
  readonly outputLimit: ModelFact<number>;
  readonly compactsAt: ModelFact<CompactionPoint>;
  /** Contains `none` if reasoning can be turned off; empty for a model that does not reason. */
  readonly efforts: ModelFact<readonly string[]>;
}

/** The configured models, then those that `defaults` name, then the rest of the catalog. */
export function modelFacts(effective: Setting, catalog?: Catalog): readonly ModelFacts[] {
  const { configured, listed, slots } = modelsIn(effective, catalog);
  const names = new Set([...configured.keys(), ...slots.map(({ model }) => model), ...listed.keys()]);
  return Array.from(names, (name) => factsOf(name, effective, { configured, listed, slots }));
}

/** The facts about one model; undefined for a name that no file and no catalog has. */
export function modelFactsOf(name: string, effective: Setting, catalog?: Catalog): ModelFacts | undefined {
  const all = modelsIn(effective, catalog);
  const isThere = all.configured.has(name) || all.listed.has(name) || all.slots.some(({ model }) => model === name);
  return isThere ? factsOf(name, effective, all) : undefined;
}

interface Models {
  readonly configured: ReadonlyMap<string, Setting>;
  /** The models of the catalog. */
  readonly listed: ReadonlyMap<string, Setting>;
  readonly slots: readonly Slot[];
}

function modelsIn(effective: Setting, catalog: Catalog | undefined): Models {
  const configured = childrenOf(settingAt(effective, ["models"]));
  const listed = catalogModels(catalog);
  const slots = slotsOf(effective, (name) => configured.has(name) || listed.has(name));
  return { configured, listed, slots };
}

function factsOf(name: string, effective: Setting, { configured, listed, slots }: Models): ModelFacts {
  const model = configured.get(name) ?? listed.get(name);
  const look: Look = { effective, name, entries: childrenOf(model), isKnown: model !== undefined };
  const contextWindow = fact(look, "context_window", "not set", numberIn);
  const outputLimit = fact(look, "max_output_tokens_per_turn", "the agent derives it from the window", numberIn);
  return {
    name,
    isConfigured: configured.has(name),
    written: writtenOf(name, effective, configured.get(name)),
    enabled: scalarIn(look.entries.get("enabled")) !== false,
    slots: slots.filter(({ model: used }) => used === name).map(({ model: _, ...slot }) => slot),
    provider: fact(look, "provider", "not set", textIn),
    class: fact(look, "class", "not set", textIn),
    contextWindow,
    outputLimit,
    compactsAt: compaction(look, contextWindow.value, outputLimit.value),
    efforts: fact(look, "reasoning", "not set", effortsIn),
  };
}

function writtenOf(name: string, effective: Setting, entry: Setting | undefined): readonly Definition[] {
  const own = ["models", name];
  const paths = entry === undefined ? [] : [own, ...Array.from(childrenOf(entry).keys(), (key) => [...own, key])];
  const definitions = paths.flatMap((path) => definitionAt(effective, path) ?? []);
  return definitions.filter(({ path }) => path[1] === name);
}

/** The model in question and its surroundings. */
interface Look {
  readonly effective: Setting;
  readonly name: string;
  readonly entries: ReadonlyMap<string, Setting>;
  readonly isKnown: boolean;
}

/** The reason for a model without an entry in any file or catalog. */
const BUILT_IN = "unknown without the agent's catalog; name it with `--catalog`";

function fact<Value>(
  { effective, name, entries, isKnown }: Look,
  field: string,
  why: string,
  read: (setting: Setting | undefined) => Value | undefined,
): ModelFact<Value> {
  const value = read(entries.get(field));
  if (value === undefined) return { value, why: isKnown ? why : BUILT_IN, from: undefined };
  return { value, from: definitionAt(effective, ["models", name, field]) };
}

function scalarIn(setting: Setting | undefined): unknown {
  return setting?.kind === "scalar" ? setting.value : undefined;
}

function textIn(setting: Setting | undefined): string | undefined {
  const value = scalarIn(setting);
  return typeof value === "string" ? value : undefined;
}

function numberIn(setting: Setting | undefined): number | undefined {
  const value = scalarIn(setting);
  return typeof value === "number" ? value : undefined;
}

function compaction(
  look: Look,
  contextWindow: number | undefined,
  output: number | undefined,
): ModelFact<CompactionPoint> {
  if (contextWindow === undefined) return { value: undefined, why: "the context window is not known", from: undefined };
  const { value: threshold, from } = fact(look, "compaction_threshold", "not set", numberIn);
  const sizeClass = textIn(look.entries.get("class"));
  const tokens = compactionTokens({ contextWindow, threshold, sizeClass, maxOutputTokensPerTurn: output });
  if (tokens === undefined) return { value: undefined, why: "the output fills the window", from: undefined };
  return threshold === undefined
    ? { value: { tokens }, why: "computed from window, class and output", from }
    : { value: { tokens }, from };
}

/** The efforts that a model accepts; undefined if no setting describes its reasoning. */
export function effortsIn(reasoning: Setting | undefined): readonly string[] | undefined {
  if (reasoning?.kind !== "object") return undefined;
  const entries = childrenOf(reasoning);
  const levels = entries.get("levels");
  const thinking = textIn(entries.get("type")) === "thinking" ? ["thinking"] : [];
  const named = levels?.kind === "list" ? levels.items.map((item) => String(scalarIn(item))) : thinking;
  return [...named, ...(scalarIn(entries.get("can_disable")) === true ? ["none"] : [])];
}

interface Slot {
  readonly slot: string;
  readonly model: string;
  readonly effort?: string;
  readonly fallback: boolean;
}

/** `mini` falls back to `full`, and `nano` to `mini` (spec 2.2). */
function slotsOf(effective: Setting, isModel: (name: string) => boolean): readonly Slot[] {
  let last: Omit<Slot, "slot" | "fallback"> | undefined;
  return ["full", "mini", "nano"].flatMap((slot): readonly Slot[] => {
    const text = textIn(settingAt(effective, ["defaults", slot]));
    const own = text === undefined ? undefined : parseModelReference(text, isModel);
    last = own ?? last;
    return last === undefined ? [] : [{ slot, ...last, fallback: own === undefined }];
  });
}
