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

/** What a kind of custom backend speaks, and the protocols that fit it. */
interface Dialect {
  readonly fits: RegExp;
  readonly speaks: string;
}

const DIALECTS: Readonly<Record<string, Dialect>> = {
  custom_alpha_compatible: { fits: /_messages$/, speaks: "a messages dialect" },
  custom_beta_compatible: { fits: /_(chat_completions|responses)$/, speaks: "chat completions or responses" },
  custom_beta_responses: { fits: /_responses$/, speaks: "responses" },
};

export function dialectOf({ kind }: Provider): Dialect | undefined {
  return kind?.type === undefined ? undefined : DIALECTS[kind.type];
}

/** Whether the kind of a provider speaks the protocol that it says. */
export function speaks(provider: Provider): boolean {
  const { protocol } = provider;
  return protocol === undefined || protocol === "test" || dialectOf(provider)?.fits.test(protocol) !== false;
}

/** Undefined while nobody knows: for a built-in provider without its catalog, or one whose own `protocol` is a mistake. */
export function protocolOf(context: RuleContext, name: string, provider: Provider): string | undefined {
  if (provider.protocol !== undefined) return provider.protocol;
  if (!context.lacks(["providers", name, "protocol"]) || provider.kind === undefined) return undefined;
  const { kind } = provider;
  if (kind.type === "catalog") return entryOf(context.catalog?.providers, kind.name)?.protocol;
  return kind.type && DEFAULTS[kind.type];
}
