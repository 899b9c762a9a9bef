/** Which dialect a provider speaks: what it says, or what its kind defaults to (spec 2.3). */
import { type Config, entryOf, type RuleContext } from "../rule.js";

export type Provider = NonNullable<NonNullable<Config["providers"]>[string]>;

/** Undefined while nobody knows: for a built-in provider without its catalog, or one whose own `protocol` is a mistake. */
export function protocolOf(context: RuleContext, name: string, provider: Provider): string | undefined {
  if (provider.protocol !== undefined) return provider.protocol;
  const { kind } = provider;
  const path = ["providers", name, "protocol"];
  if (!context.lacks(path) || kind === undefined) return undefined;
  if (kind.type === "catalog") return entryOf(context.catalog?.providers, kind.name)?.protocol;
  const standing = context.defaultOf(path);
  return typeof standing === "string" ? standing : undefined;
}

/** Whether the configuration says all there is to know of a provider. */
export function isCustom({ kind }: Provider): boolean {
  return kind?.type?.startsWith("custom_") === true;
}
