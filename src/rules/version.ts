/** The rules about the version of the format (S10, spec 9). */
import type { RuleInfo } from "./rule.js";

export const versionRules: readonly RuleInfo[] = [
  { id: "version/missing", severity: "info", summary: "a file without `version`, read as an older one", fixable: true },
  { id: "version/outdated", severity: "info", summary: "a file of an older version", fixable: true },
  { id: "version/newer", severity: "error", summary: "a file of a version that is not known yet", fixable: false },
];
