/** The kinds of provider that a starter can begin with. A new one is a line here. */
import type { JsonObject } from "../../document/data.js";

interface ProviderKind {
  /** The provider's name in the starter. */
  readonly name: string;
  readonly kind: JsonObject;
  /** The variable that its key is in, unless somebody says otherwise. */
  readonly keyVariable: string;
  /** Whether nobody knows its address but its user. */
  readonly needsUrl: boolean;
}

function ofCatalog(name: string): ProviderKind {
  return { name, kind: { type: "catalog", name }, keyVariable: `${name.toUpperCase()}_API_KEY`, needsUrl: false };
}

function ofUser(type: string): ProviderKind {
  return { name: "custom", kind: { type }, keyVariable: "CUSTOM_API_KEY", needsUrl: true };
}

export const PROVIDERS = {
  alpha: ofCatalog("alpha"),
  beta: ofCatalog("beta"),
  custom_alpha_compatible: ofUser("custom_alpha_compatible"),
  custom_beta_compatible: ofUser("custom_beta_compatible"),
  custom_beta_responses: ofUser("custom_beta_responses"),
} as const satisfies Readonly<Record<string, ProviderKind>>;

export type ProviderName = keyof typeof PROVIDERS;

export const PROVIDER_NAMES = Object.keys(PROVIDERS) as readonly ProviderName[];
