/** The providers for a starter: kinds, of which a new one is a line here, and the vendors that `import` knows. */
import { VENDORS, type Vendor } from "../../toolkit/import/dialects/vendors.js";
import type { JsonObject } from "../../toolkit/read/document/data.js";

interface ProviderKind {
  /** The provider's name in the starter. */
  readonly name: string;
  readonly kind: JsonObject & { readonly type: string };
  /** The protocol, unless the kind implies it. */
  readonly protocol?: string;
  /** The default variable for its key; undefined for a kind without a key. */
  readonly keyVariable: string | undefined;
  /** The source of its address: the user; the catalog, or else the user; or none. */
  readonly address: "user" | "catalog" | "none";
  /** The address unless the user has another one; of a kind that is never called, the only one. */
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

type KindName = keyof typeof KINDS;

/** Other spellings of vendors, for files of other tools. */
const SPELLINGS: ReadonlySet<string> = new Set([
  ...["hosted_vllm", "llamacpp", "lm_studio", "lm-studio", "ollama_chat"],
  ...["fireworks_ai", "fireworks-ai", "moonshotai", "nvidia_nim", "together_ai", "togetherai"],
]);

function ofVendor(name: string, { kind, url, variable }: Vendor): ProviderKind {
  return { name, kind: { type: kind }, keyVariable: variable, address: "user", ...(url !== undefined && { url }) };
}

const OF_VENDORS: Readonly<Record<string, ProviderKind>> = Object.fromEntries(
  Object.entries(VENDORS).flatMap(([name, vendor]) =>
    SPELLINGS.has(name) ? [] : [[name, ofVendor(name, vendor)] as const],
  ),
);

export const VENDOR_NAMES = Object.keys(OF_VENDORS);

export const PROVIDERS: Readonly<Record<KindName, ProviderKind>> & Readonly<Record<string, ProviderKind | undefined>> =
  { ...OF_VENDORS, ...KINDS };

/** A key of `PROVIDERS`. */
export type ProviderName = string;

export const KIND_NAMES = Object.keys(KINDS);

export const PROVIDER_NAMES: readonly ProviderName[] = [...KIND_NAMES, ...VENDOR_NAMES];

/** The provider of that name, which the options or a question accepted. */
export function providerNamed(name: ProviderName): ProviderKind {
  return PROVIDERS[name] ?? KINDS.beta;
}

/** What the manual of a vendor shows, and the kind for it. */
export const KIND_BY_MANUAL: readonly (readonly [string, KindName])[] = [
  ["POST …/v1/chat/completions, or `OpenAI-compatible`", "custom_beta_compatible"],
  ["POST …/v1/responses", "custom_beta_responses"],
  ["POST …/v1/messages, or `Anthropic-compatible`", "custom_alpha_compatible"],
];
