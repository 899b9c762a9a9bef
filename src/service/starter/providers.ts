/** The kinds of provider that a starter can begin with. A new one is a line here. */
import type { JsonObject } from "../../toolkit/read/document/data.js";

interface ProviderKind {
  /** The provider's name in the starter. */
  readonly name: string;
  readonly kind: JsonObject;
  /** Where the kind alone does not say it to everybody. */
  readonly protocol?: string;
  /** The variable that its key is in, unless somebody says otherwise; undefined for one that wants no key. */
  readonly keyVariable: string | undefined;
  /** Who knows its address: its user alone, its user where no catalog does, or nobody needs to. */
  readonly address: "user" | "catalog" | "none";
  /** The address of one that nobody asks. */
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
    // Every provider of one's own has one.
    ...{ address: "none", url: "http://127.0.0.1/v1", model: "echo" },
  },
} as const satisfies Readonly<Record<string, ProviderKind>>;

export type ProviderName = keyof typeof KINDS;

export const PROVIDERS: Readonly<Record<ProviderName, ProviderKind>> = KINDS;

export const PROVIDER_NAMES = Object.keys(KINDS) as readonly ProviderName[];
