/** agentcfg as a library, free of command-line and colour packages. `lint` is synchronous and, given texts, pure. */

export type { LintResult, Summary } from "./analysis/run.js";
export {
  type CompactionInput,
  compactionThreshold,
  type ModelReference,
  parseModelReference,
} from "./configuration/models.js";
export type {
  Diagnostic,
  FileEdit,
  Fix,
  Position,
  Range,
  Related,
  Scope,
  Severity,
  TextEdit,
} from "./diagnostic/diagnostic.js";
export type { Format } from "./document/formats.js";
export type { Document } from "./document/parse.js";
export { type FixedLayer, type FixOptions, type FixResult, fix } from "./fix.js";
export { type Findings, type FormatOptions, format } from "./format.js";
export type * from "./generated/config.js";
export type { EffectiveConfig } from "./generated/effective.js";
export type { FileKind, FileRead, Host } from "./host/host.js";
export { nodeHost } from "./host/node.js";
export type { RunOptions, RunResult } from "./host/run.js";
export {
  type CheckResult,
  checkImport,
  type ImportOptions,
  type ImportRemark,
  type ImportResult,
  type ImportVariable,
  importFrom,
} from "./import.js";
export type { Catalog, CatalogProvider } from "./layers/catalog.js";
export type { Layer, Unreadable } from "./layers/layer.js";
export { type LintOptions, type LintText, lint } from "./lint.js";
export {
  type LoadedLayer,
  type LoadOptions,
  type LoadResult,
  load,
  type Origin,
  type UnresolvedText,
  type WithheldValue,
} from "./load.js";
export type { Paint } from "./report/paint.js";
export type { ReportFormat } from "./report/reporters.js";
export { type RuleInfo, ruleInfos as rules } from "./rules/info.js";
export { type SetOptions, type SetRefusal, type SetResult, set } from "./set-value.js";
export { type WatchEvent, type WatchOptions, watch } from "./watch.js";
