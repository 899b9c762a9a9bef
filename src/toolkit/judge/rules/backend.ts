/** Recognises custom providers, which the configuration has to describe in full. */
import { isCustomKind } from "../../mean/configuration/models.js";
import type { Config } from "./rule.js";

type Provider = NonNullable<NonNullable<Config["providers"]>[string]>;

/** Whether the provider is custom: the configuration alone describes it, not the catalog. */
export function isCustom({ kind }: Provider): boolean {
  return isCustomKind(kind?.type);
}
