/** What a provider is. */
import { isCustomKind } from "../../mean/configuration/models.js";
import type { Config } from "./rule.js";

type Provider = NonNullable<NonNullable<Config["providers"]>[string]>;

/** Whether the configuration says all there is to know of a provider. */
export function isCustom({ kind }: Provider): boolean {
  return isCustomKind(kind?.type);
}
