/** From a name to a model that can be asked, by the configuration; or the error that prevents it. */
import type { EffectiveConfig, ModelOverride, ModelReasoning, ProviderInstance } from "../../../generated/effective.js";
import { limits } from "../../../generated/protocol/tables.js";
import { type Catalog, compactionTokens } from "../../../index.js";
import { endpointUrl } from "../../../provider/endpoint.js";
import type { Address } from "../../../provider/hide.js";
import { lackOf } from "../../../provider/known.js";
import { baseOf, reachOf } from "../../../provider/reach.js";
import type { Path } from "../../../text/path.js";
import { quote } from "../../../text/quote.js";
import { LONGEST_TIMER } from "../../machine/interfaces/clock.js";
import type { Beside } from "./beside.js";
import { type Dialect, dialectOf } from "./dialects.js";
import { noModel, unsupported } from "./failure.js";
import { type Found, modelNamed, own } from "./reference.js";
import { Secret } from "./secret.js";
import type { ModelTarget } from "./target.js";
import { toolUseOf } from "./tool-use.js";

/**
 * The model of `name`: the key of a model, `<model>(<effort>)`, or `default_model:<class>`; without a name that of `defaults.full` (spec 2.2).
 * An error is `no_model` or `provider_unsupported`, and names the key to change.
 */
export function resolveModel(config: EffectiveConfig, name?: string, beside: Beside = {}): Found<ModelTarget> {
  const named = modelNamed(config, beside, name);
  if ("error" in named) return named;
  const { model, effort: wanted, entry } = named.found;
  const at = (field: string): Path => ["models", model, field];

  const chosen = effortFor(entry.reasoning, wanted);
  if (chosen === "unknown")
    return { error: noModel(`the model ${quote(model)} has no effort ${quote(wanted ?? "")}`, at("reasoning")) };
  if (entry.provider === undefined)
    return { error: noModel(`nothing says which provider the model ${quote(model)} runs on`, at("provider")) };
  const lack = lackOf(named.found);
  if (lack !== undefined)
    return { error: noModel(`the model ${quote(model)} cannot be asked: ${lack.why}`, at(lack.field)) };
  const provider = own(config.providers, entry.provider);
  if (provider === undefined)
    return { error: noModel(`there is no provider ${quote(entry.provider)}`, at("provider")) };
  const reached = reach(entry.provider, provider, beside);
  if ("error" in reached) return reached;

  const { retry, provider_stream_idle_timeout_secs } = config.daemon;
  const idle = provider_stream_idle_timeout_secs ?? 0;
  return {
    found: {
      model,
      provider: entry.provider,
      dialect: reached.found.dialect.name,
      providerName: entry.provider_name ?? model,
      variant: entry.variant ?? "other",
      reasoning: entry.reasoning?.type,
      effort: chosen.effort,
      outputLimit: entry.max_output_tokens_per_turn,
      answerLimit: entry.max_output_tokens_per_turn ?? answerLimit(entry),
      window: entry.context_window,
      // A model that needs no network takes every conversation.
      threshold: reached.found.address === undefined ? undefined : thresholdOf(entry),
      tools: toolUseOf(entry),
      sees: entry.supports_vision === true,
      stopSequences: entry.stop_sequences ?? [],
      marksCache: marksCache(provider, beside.catalog),
      options: entry.request_option_defaults ?? {},
      idleTimeout: idle === 0 ? limits.providerIdle : Math.min(idle * 1000, LONGEST_TIMER),
      lifetime: lifetimeIn(config.daemon),
      retry: {
        retries: retry.max_retries,
        baseDelay: retry.base_delay_ms,
        mostComputed: retry.max_computed_delay_ms,
      },
      address: reached.found.address,
      certificates: beside.certificates,
    },
  };
}

function thresholdOf(entry: Partial<ModelOverride>): number | undefined {
  const { context_window: contextWindow, compaction_threshold: threshold, class: sizeClass } = entry;
  if (contextWindow === undefined) return undefined;
  return compactionTokens({
    contextWindow,
    threshold,
    sizeClass,
    maxOutputTokensPerTurn: entry.max_output_tokens_per_turn,
  });
}

/** The fewest tokens of a computed limit, and the limit of a model of which neither window nor ceiling is known. */
const [LEAST_ANSWER, USUAL_ANSWER] = [1024, 4096];

/** The limit of an answer where the configuration has none: the ceiling, or a quarter of the window if that is less (P-S77). */
function answerLimit({ max_tokens: ceiling, context_window: window }: Partial<ModelOverride>): number {
  const known = [ceiling, window === undefined ? undefined : Math.floor(window / 4)].filter((one) => one !== undefined);
  return known.length === 0 ? USUAL_ANSWER : Math.max(Math.min(...known), LEAST_ANSWER);
}

/** The first-party provider of alpha keeps what requests mark (spec 2.3): it is at the host of the catalog's entry `alpha` (P-S104). */
function marksCache(provider: ProviderInstance, catalog: Catalog | undefined): boolean {
  if (provider.cache_control_strategy !== undefined) return provider.cache_control_strategy === "alpha_breakpoints";
  const [first, base] = [own(catalog?.providers, "alpha")?.url, baseOf(provider, catalog)];
  return first !== undefined && base !== undefined && hostOf(first) === hostOf(base);
}

function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/** Milliseconds that one stream may last; undefined for any time (spec 2.11). */
function lifetimeIn({ provider_stream_max_lifetime_secs: seconds }: EffectiveConfig["daemon"]): number | undefined {
  if (seconds === 0) return undefined;
  const milliseconds = typeof seconds === "number" ? seconds * 1000 : limits.providerLifetime;
  return milliseconds > LONGEST_TIMER ? undefined : milliseconds;
}

/** How a provider is asked. */
export interface Reached {
  readonly dialect: Dialect;
  readonly address: Secret<Address> | undefined;
}

/** How the provider `name` is asked, or the error that prevents it. */
export function reach(name: string, provider: ProviderInstance, beside: Beside): Found<Reached> {
  const reached = reachOf(name, provider, beside);
  if ("problem" in reached) {
    const message = `the provider ${quote(name)} cannot be asked: ${reached.problem}`;
    return { error: unsupported(name, message, ["providers", name, ...reached.path]) };
  }
  const { found } = reached;
  const dialect = dialectOf(found.protocol);
  if (found.protocol === "test" || dialect.endpoint === undefined) return { found: { dialect, address: undefined } };
  const url = endpointUrl(dialect.endpoint, found.base) ?? found.base;
  return { found: { dialect, address: new Secret({ url, headers: found.headers }) } };
}

/** The effort that turns reasoning off, for models that allow it. */
const OFF = "none";
/** The effort that stands for the default of a thinking model. */
const ON = "thinking";

/** The effort to ask for (spec 2.2, 2.4), or `unknown` for one that the model does not have. `wanted` is the effort in the reference to the model. */
function effortFor(
  reasoning: ModelReasoning | undefined,
  wanted: string | undefined,
): { readonly effort: string | undefined } | "unknown" {
  if (wanted === "") return "unknown";
  switch (reasoning?.type) {
    case "effort": {
      if (wanted === undefined) return { effort: reasoning.default_level };
      const isKnown = reasoning.levels.includes(wanted) || (wanted === OFF && reasoning.can_disable);
      return isKnown ? { effort: wanted } : "unknown";
    }
    case "thinking":
      if (wanted === OFF && !reasoning.can_disable) return "unknown";
      return { effort: wanted === ON ? undefined : wanted };
    case "no_reasoning":
      return wanted === undefined || wanted === OFF ? { effort: undefined } : "unknown";
    default:
      return { effort: wanted };
  }
}
