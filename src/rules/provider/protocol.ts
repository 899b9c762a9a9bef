/** Which dialect a provider speaks: what it says, or what its kind defaults to (spec 2.3). */
import { type Config, entryOf, type RuleContext } from "../rule.js";

export type Provider = NonNullable<NonNullable<Config["providers"]>[string]>;
type KindType = NonNullable<NonNullable<Provider["kind"]>["type"]>;

/** What the kinds of custom backends speak when `protocol` is not set. */
const DEFAULTS: Readonly<Partial<Record<KindType, string>>> = {
  custom_alpha_compatible: "alpha_messages",
  custom_beta_compatible: "beta_chat_completions",
  custom_beta_responses: "beta_responses",
};

/** Undefined while nobody knows: for a built-in provider without its catalog, or one whose own `protocol` is a mistake. */
export function protocolOf(context: RuleContext, name: string, provider: Provider): string | undefined {
  if (provider.protocol !== undefined) return provider.protocol;
  if (!context.lacks(["providers", name, "protocol"]) || provider.kind === undefined) return undefined;
  const { kind } = provider;
  if (kind.type === "catalog") return entryOf(context.catalog?.providers, kind.name)?.protocol;
  return kind.type && DEFAULTS[kind.type];
}

/** Whether the configuration says all there is to know of a provider. */
export function isCustom({ kind }: Provider): boolean {
  return kind?.type?.startsWith("custom_") === true;
}
