/** The kinds of provider for a starter. A new one is a line here. */
import { protocolOfKind, spokenProtocols } from "../../generated/protocols.js";
import type { JsonObject } from "../../toolkit/read/document/data.js";

interface ProviderKind {
  /** The provider's name in the starter. */
  readonly name: string;
  readonly kind: JsonObject;
  /** The protocol, unless the kind implies it. */
  readonly protocol?: string;
  /** The default variable for its key; undefined for a kind without a key. */
  readonly keyVariable: string | undefined;
  /** The source of its address: the user; the catalog, or else the user; or none. */
  readonly address: "user" | "catalog" | "none";
  /** The address of a kind that is never called. */
  readonly url?: string;
  /** The only model that it has. */
  readonly model?: string;
}

function ofCatalog(name: string, protocol: string): ProviderKind {
  const keyVariable = `${name.toUpperCase()}_API_KEY`;
  return { name, kind: { type: "catalog", name }, protocol, keyVariable, address: "catalog" };
}

function ofUser(type: string): ProviderKind {
  return { name: "custom", kind: { type }, keyVariable: "CUSTOM_API_KEY", address: "user" };
}

const KINDS = {
  alpha: ofCatalog("alpha", "alpha_messages"),
  beta: ofCatalog("beta", "beta_chat_completions"),
  custom_alpha_compatible: ofUser("custom_alpha_compatible"),
  custom_beta_compatible: ofUser("custom_beta_compatible"),
  custom_beta_responses: ofUser("custom_beta_responses"),
  echo: {
    ...{ name: "echo", kind: { type: "custom_beta_compatible" }, protocol: "test", keyVariable: undefined },
    // Every custom provider needs an address.
    ...{ address: "none", url: "http://127.0.0.1/v1", model: "echo" },
  },
} as const satisfies Readonly<Record<string, ProviderKind>>;

export type ProviderName = keyof typeof KINDS;

export const PROVIDERS: Readonly<Record<ProviderName, ProviderKind>> = KINDS;

export const PROVIDER_NAMES = Object.keys(KINDS) as readonly ProviderName[];

/** The protocol of a kind, if `agent` does not speak it yet. */
export function unspokenProtocol(provider: ProviderName): string | undefined {
  const protocol = PROVIDERS[provider].protocol ?? protocolOfKind[provider];
  return spokenProtocols.some((one) => one === protocol) ? undefined : protocol;
}
