/** The models that this daemon can ask: those that `resolveModel` finds by their own names (P-S36). Each provider is judged once for all of its models. */
import type { EffectiveConfig, ModelOverride } from "../../../generated/effective.js";
import type { Protocol } from "./protocol.js";
import { type Beside, reach } from "./resolve.js";

export interface UsableModel {
  /** The model's key in the configuration, or in the catalog. */
  readonly name: string;
  /** The provider's key in the configuration. */
  readonly provider: string;
  readonly protocol: Protocol;
  readonly entry: Partial<ModelOverride>;
}

export function usableModels(config: EffectiveConfig, beside: Beside = {}): readonly UsableModel[] {
  const protocols = new Map<string, Protocol | undefined>();
  for (const [name, provider] of Object.entries(config.providers ?? {})) {
    const reached = reach(name, provider, beside);
    protocols.set(name, "found" in reached ? reached.found.dialect.name : undefined);
  }
  const entries = new Map<string, Partial<ModelOverride>>(Object.entries(beside.catalog?.models ?? {}));
  for (const [name, entry] of Object.entries(config.models ?? {})) entries.set(name, entry);
  return [...entries].flatMap(([name, entry]) => {
    const { provider, enabled } = entry;
    const protocol = provider === undefined ? undefined : protocols.get(provider);
    if (provider === undefined || protocol === undefined || enabled === false) return [];
    return [{ name, provider, protocol, entry }];
  });
}
