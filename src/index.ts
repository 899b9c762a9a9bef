/** agentcfg as a library, free of command-line and colour packages. `lint` is synchronous and, given texts, pure. */

export {
  type CompactionInput,
  compactionThreshold,
  type ModelReference,
  parseModelReference,
} from "./configuration/models.js";
export type { Diagnostic, Edit, Fix, Position, Range, Related, Scope, Severity } from "./diagnostic/diagnostic.js";
export type { Document, Format } from "./document/document.js";
export { type FixedLayer, type FixOptions, type FixResult, fix } from "./fix.js";
export type * from "./generated/config.js";
export type { EffectiveConfig } from "./generated/effective.js";
export { type FileKind, type FileRead, type Host, nodeHost } from "./host/host.js";
export type { RunOptions, RunResult } from "./host/run.js";
export type { Catalog, CatalogProvider } from "./layers/catalog.js";
export type { Layer, Unreadable } from "./layers/layer.js";
export { type LintOptions, type LintResult, type LintText, lint, type Summary } from "./lint.js";
export { type LoadedLayer, type LoadOptions, type LoadResult, load, type Origin } from "./load.js";
export { type RuleInfo, ruleInfos as rules } from "./rules/info.js";
export { type WatchEvent, type WatchOptions, watch } from "./watch.js";
