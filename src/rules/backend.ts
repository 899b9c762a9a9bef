/** What a provider is. */
import type { Config } from "./rule.js";

type Provider = NonNullable<NonNullable<Config["providers"]>[string]>;

/** Whether the configuration says all there is to know of a provider. */
export function isCustom({ kind }: Provider): boolean {
  return kind?.type?.startsWith("custom_") === true;
}
