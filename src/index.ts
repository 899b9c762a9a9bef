/** agentcfg as a library, without command-line and colour packages. `lint` is synchronous and, for texts, reads no file but the machine's policy. */

export type * from "./generated/config.js";
export type { EffectiveConfig } from "./generated/effective.js";
export type { AgentPermissions } from "./generated/permissions.js";
export type { Effect, PlacedRule, Rule as PermissionRule } from "./permissions/rule.js";
export {
  type AddPermissionOptions,
  type AddPermissionRefusal,
  type AddPermissionResult,
  addPermission,
} from "./toolkit/add-permission.js";
export { type CheckResult, checkImport } from "./toolkit/check-import.js";
export { type ConfigCredential, type ConfigCredentials, credentialsOf } from "./toolkit/credentials.js";
export { type FixedLayer, type FixOptions, type FixResult, fix } from "./toolkit/fix.js";
export { type Findings, type FormatOptions, format } from "./toolkit/format.js";
export {
  type ImportOptions,
  type ImportRemark,
  type ImportResult,
  type ImportVariable,
  importFrom,
} from "./toolkit/import-from.js";
export type { LintResult, Summary } from "./toolkit/judge/analysis/run.js";
export type { Paint } from "./toolkit/judge/report/paint.js";
export type { ReportFormat } from "./toolkit/judge/report/reporters.js";
export { type RuleInfo, ruleInfos as rules } from "./toolkit/judge/rules/info.js";
export { type LintOptions, type LintText, lint } from "./toolkit/lint.js";
export { type LintChoice, type LintSettings, lintSettings } from "./toolkit/lint-settings.js";
export {
  type LoadedLayer,
  type LoadOptions,
  type LoadResult,
  load,
  type Origin,
  type WithheldValue,
} from "./toolkit/load.js";
export {
  type CompactingModel,
  type CompactionInput,
  compactionThreshold,
  compactionTokens,
  type ModelReference,
  parseModelReference,
} from "./toolkit/mean/configuration/models.js";
export type { UnresolvedText } from "./toolkit/mean/substitution/unresolved.js";
export type { Standing } from "./toolkit/mean/trust/standing.js";
export { type LoadedPermissions, loadPermissions, type PermissionOptions } from "./toolkit/permissions.js";
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
} from "./toolkit/read/diagnostic/diagnostic.js";
export type { Format } from "./toolkit/read/document/formats.js";
export type { Document } from "./toolkit/read/document/parse.js";
export type { FileKind, FileRead, Host, WritingHost } from "./toolkit/read/host/host.js";
export type { RunOptions, RunResult } from "./toolkit/read/host/run.js";
export { nodeHost } from "./toolkit/read/host/writing.js";
export type { Catalog, CatalogProvider } from "./toolkit/read/layers/catalog.js";
export type { Layer, Unreadable } from "./toolkit/read/layers/layer.js";
export { type SetOptions, type SetRefusal, type SetResult, set } from "./toolkit/set-value.js";
export { type WatchEvent, type WatchOptions, watch } from "./toolkit/watch.js";
