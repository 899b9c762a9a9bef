/** The configured models as they will behave (spec 2.2, 2.4): what is set, what follows from it, and what nobody can know from here. */
import { isObject, type Json, type JsonObject, own, valueAt } from "../document/node.js";
import type { Path } from "../text/path.js";
import type { Effective, Written } from "./effective.js";
import { compactionThreshold, parseModelReference } from "./models.js";

/** One thing about a model. */
export interface Fact<Value> {
  /** Undefined when it is not known; `why` says why not. */
  readonly value: Value | undefined;
  readonly why?: string;
  /** Where it is written; undefined for what is not in a file. */
  readonly from: Written | undefined;
}

/** Tokens at which a session is compacted: exactly, or no later than that. */
export interface CompactionPoint {
  readonly tokens: number;
  readonly isLimit: boolean;
}

export interface ModelFacts {
  readonly name: string;
  readonly enabled: boolean;
  /** The slots of `defaults` that it fills, with the effort; a slot that falls back to it has `falls back`. */
  readonly slots: readonly { readonly slot: string; readonly effort?: string; readonly fallback: boolean }[];
  readonly provider: Fact<string>;
  readonly class: Fact<string>;
  readonly contextWindow: Fact<number>;
  readonly outputLimit: Fact<number>;
  readonly compactsAt: Fact<CompactionPoint>;
  /** `none` where reasoning can be turned off; empty for a model that does not reason. */
  readonly efforts: Fact<readonly string[]>;
}

export function modelFacts(effective: Effective): readonly ModelFacts[] {
  const models = valueAt(effective.complete, ["models"]);
  const slots = slotsOf(effective.complete);
  return Object.entries(isObject(models) ? models : {}).map(([name, model]) => {
    const entry = isObject(model) ? model : {};
    const fact = <Value>(field: string, type: string, why: string): Fact<Value> =>
      factOf<Value>(
        effective,
        ["models", name, field],
        typeof own(entry, field) === type ? own(entry, field) : undefined,
        why,
      );
    const contextWindow = fact<number>("context_window", "number", "not set");
    const outputLimit = fact<number>("max_output_tokens_per_turn", "number", "the agent derives it from the window");
    return {
      name,
      enabled: own(entry, "enabled") !== false,
      slots: slots.filter(({ model: used }) => used === name).map(({ model: _, ...slot }) => slot),
      provider: fact("provider", "string", "not set"),
      class: fact("class", "string", "not set"),
      contextWindow,
      outputLimit,
      compactsAt: compaction(effective, name, entry, contextWindow.value, outputLimit.value),
      efforts: factOf(effective, ["models", name, "reasoning"], effortsOf(own(entry, "reasoning")), "not set"),
    };
  });
}

function factOf<Value>(effective: Effective, path: Path, value: unknown, why: string): Fact<Value> {
  return value === undefined
    ? { value: undefined, why, from: undefined }
    : { value: value as Value, from: effective.written(path) };
}

/** The share is of the window; without one, the agent keeps a reserve whose size the specification does not show. */
function compaction(
  effective: Effective,
  name: string,
  entry: JsonObject,
  window: number | undefined,
  output: number | undefined,
): Fact<CompactionPoint> {
  const share = own(entry, "compaction_threshold");
  if (window === undefined) return { value: undefined, why: "the context window is not known", from: undefined };
  if (typeof share === "number") {
    const from = effective.written(["models", name, "compaction_threshold"]);
    return { value: { tokens: wholeTokens(window * share), isLimit: false }, from };
  }
  const most = compactionThreshold({ contextWindow: window, reserve: 0, maxOutputTokensPerTurn: output ?? 0 });
  const why = "the agent keeps a reserve of its own";
  if (output === undefined || most === undefined) return { value: undefined, why, from: undefined };
  return { value: { tokens: wholeTokens(window * most), isLimit: true }, why, from: undefined };
}

/** 100 * 0.29 is a little less than 29. */
function wholeTokens(product: number): number {
  return Math.floor(Number(product.toPrecision(12)));
}

function effortsOf(reasoning: Json | undefined): readonly string[] | undefined {
  if (!isObject(reasoning)) return undefined;
  const levels = own(reasoning, "levels");
  const named = Array.isArray(levels) ? levels.map(String) : reasoning["type"] === "thinking" ? ["thinking"] : [];
  return [...named, ...(own(reasoning, "can_disable") === true ? ["none"] : [])];
}

interface Slot {
  readonly slot: string;
  readonly model: string;
  readonly effort?: string;
  readonly fallback: boolean;
}

/** `mini` falls back to `full`, and `nano` to `mini` (spec 2.2). */
function slotsOf(config: Json): readonly Slot[] {
  const models = valueAt(config, ["models"]);
  const isModel = (name: string): boolean => isObject(models) && Object.hasOwn(models, name);
  let last: Omit<Slot, "slot" | "fallback"> | undefined;
  return ["full", "mini", "nano"].flatMap((slot): readonly Slot[] => {
    const text = valueAt(config, ["defaults", slot]);
    const own = typeof text === "string" ? parseModelReference(text, isModel) : undefined;
    last = own ?? last;
    return last === undefined ? [] : [{ slot, ...last, fallback: own === undefined }];
  });
}
