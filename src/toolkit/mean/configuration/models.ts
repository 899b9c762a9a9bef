/** Small calculations that the specification defines for models. */
import type { Path } from "../../../text/path.js";
import type { Catalog } from "../../read/layers/catalog.js";

export interface CompactionInput {
  /** Tokens. */
  readonly contextWindow: number;
  /** Tokens reserved for compaction in the model's tier. The specification does not give the numbers, so the caller supplies them. */
  readonly reserve: number;
  /** Tokens; if set, the reserve grows to fit it. */
  readonly maxOutputTokensPerTurn?: number;
}

/**
 * The share of the context window at which compaction triggers if `compaction_threshold` is omitted ([spec
 * 2.4](../../../../docs/specification.md#24-models-modeloverride)): the part of the window outside the reserve, rounded down to two
 * decimals. Undefined if the reserve fills the window.
 */
export function compactionThreshold({
  contextWindow,
  reserve,
  maxOutputTokensPerTurn = 0,
}: CompactionInput): number | undefined {
  const free = contextWindow - Math.max(reserve, maxOutputTokensPerTurn);
  // Multiplied first, to avoid floating-point error: 0.29 * 100 is not 29.
  const hundredths = Math.floor((free * 100) / contextWindow);
  return hundredths > 0 ? Math.min(hundredths, 100) / 100 : undefined;
}

/** Tokens that a model keeps free beside a conversation (P-S85): at most a quarter of its window. A model without a class is a large one. */
function compactionReserve(sizeClass: string | undefined, contextWindow: number): number {
  const wanted = sizeClass === "mini" || sizeClass === "nano" ? 10_000 : 20_000;
  return Math.min(wanted, Math.floor(contextWindow / 4));
}

export interface CompactingModel {
  /** Tokens. */
  readonly contextWindow: number;
  /** A share of the window. */
  readonly threshold?: number | undefined;
  readonly sizeClass?: string | undefined;
  /** Tokens. */
  readonly maxOutputTokensPerTurn?: number | undefined;
}

/** The tokens at which a session is compacted, by the share that is configured or the computed one; undefined if the output fills the window. */
export function compactionTokens(model: CompactingModel): number | undefined {
  const { contextWindow, threshold, sizeClass, maxOutputTokensPerTurn = 0 } = model;
  const reserve = compactionReserve(sizeClass, contextWindow);
  const share = threshold ?? compactionThreshold({ contextWindow, reserve, maxOutputTokensPerTurn });
  // Rounds away floating-point error: 100 * 0.29 is a little less than 29.
  return share === undefined ? undefined : Math.floor(Number((contextWindow * share).toPrecision(12)));
}

/** A reference to a model in `defaults`. */
export interface ModelReference {
  readonly model: string;
  readonly effort?: string;
}

/**
 * Reads `<model>(<effort>)` ([spec 2.2](../../../../docs/specification.md#22-defaults-modelclassdefaults)).
 * One trailing parenthesis is the effort, unless the whole text is a model's own name.
 */
export function parseModelReference(text: string, isModel: (name: string) => boolean = () => false): ModelReference {
  const match = isModel(text) ? null : /^(.+)\(([^()]*)\)$/s.exec(text);
  if (match === null) return { model: text };
  const [, model = "", effort = ""] = match;
  return { model, effort };
}

/** Whether a reference to a model takes an effort: `inherits` looks a model up by its exact key (spec 2.4). */
export function mayHaveEffort(path: Path): boolean {
  return path.at(-1) !== "inherits";
}

/** A model's name with this ending reads as a name with an effort. */
export const EFFORT_AT_END = /.\([^()]*\)$/s;

/** A text that means the model in a default slot (spec 2.2), unless a model has that name. */
export const MODEL_SLOT = /^default_model:(full|mini|nano)$/;

/** Whether a provider of this kind is custom, so that only the configuration describes it. */
export function isCustomKind(kind: string | undefined): boolean {
  return kind?.startsWith("custom_") === true;
}

/**
 * Whether a model matches no entry of the catalog (spec 2.4). `kind`: the type of its provider's kind, if that is configured. Without a
 * catalog, models of custom providers are custom (S16).
 */
export function isCustomModel(name: string, kind: string | undefined, catalog: Catalog | undefined): boolean {
  if (catalog === undefined) return isCustomKind(kind);
  return kind !== undefined && !Object.hasOwn(catalog.models ?? {}, name);
}
