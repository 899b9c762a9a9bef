// @ts-nocheck
/** Made from schema/protocol by `npm run gen`; not edited by hand. Each guard says whether a client can read the data: words may be new. */
import type * as types from "./types.js";

function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

const isInteger = Number.isInteger;

function isString(data) {
  return typeof data === "string";
}

function isBoolean(data) {
  return typeof data === "boolean";
}

function isAbsentOr(guard, data) {
  return data === undefined || guard(data);
}

function isNullOr(guard, data) {
  return data === null || guard(data);
}

function isListOf(guard, data) {
  return Array.isArray(data) && data.every(guard);
}

export function isActionAvailability(data: unknown): data is types.ActionAvailability {
  return isObject(data) && isBoolean(data.available) && isAbsentOr(isString, data.reason);
}

export function isAttachmentChunk(data: unknown): data is types.AttachmentChunk {
  return isObject(data) && isString(data.artifact_id) && isString(data.media_type) && isInteger(data.total_length) && isInteger(data.offset) && isString(data.data_base64);
}

export function isCancelAccepted(data: unknown): data is types.CancelAccepted {
  return isObject(data) && isString(data.status) && isString(data.prompt_id);
}

export function isClientOperationResultV1(data: unknown): data is types.ClientOperationResultV1 {
  return isObject(data) && isString(data.daemon_epoch) && isString(data.window_id) && isString(data.operation) && isString(data.status) && isAbsentOr(isString, data.committed_cursor) && isAbsentOr((data) => (isString(data) || isObject(data) && isString(data.prompt_id) && isAbsentOr(isInteger, data.generation) && isAbsentOr(isString, data.turn) && isAbsentOr(isString, data.queue_revision) || isObject(data) && isString(data.interrogative_id) && isString(data.resolution)), data.outcome) && isAbsentOr(isTurnError, data.error);
}

export function isDaemonCredential(data: unknown): data is types.DaemonCredential {
  return isObject(data) && isInteger(data.version) && isString(data.kind) && isString(data.token);
}

export function isDaemonState(data: unknown): data is types.DaemonState {
  return isObject(data) && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.catalog_revision) && isListOf((data) => isObject(data) && isString(data.name) && isString(data.description) && isNullOr(isString, data.model) && isListOf(isString, data.policies) && isObject(data.color) && isString(data.color.light) && isString(data.color.dark), data.facets) && isListOf((data) => isObject(data) && isString(data.name) && isString(data.label) && isNullOr(isString, data.provider) && isNullOr(isString, data.protocol) && isNullOr(isString, data.class) && isObject(data.reasoning) && isString(data.reasoning.type) && isAbsentOr(isBoolean, data.reasoning.can_disable) && isAbsentOr((data) => isListOf(isString, data), data.reasoning.levels) && isAbsentOr((data) => isNullOr(isString, data), data.reasoning.default_level) && isObject(data.capabilities) && isNullOr(isInteger, data.capabilities.context_window) && isNullOr(isInteger, data.capabilities.output_limit) && isBoolean(data.capabilities.vision) && isNullOr(isString, data.capabilities.edit_format) && isString(data.capabilities.tool_loading) && isInteger(data.capabilities.max_tool_batch_size) && isBoolean(data.capabilities.forced_tool_choice) && isObject(data.request_options) && isListOf(isString, data.request_options.declared) && isObject(data.request_options.defaults), data.models) && isListOf((data) => isObject(data) && isString(data.name) && isString(data.description) && isListOf(isString, data.tags) && isString(data.origin), data.subagents) && isListOf((data) => isObject(data) && isString(data.name) && isString(data.description) && isListOf(isString, data.tags) && isString(data.origin) && isBoolean(data.user_invocable) && isBoolean(data.model_invocable), data.skills) && isListOf((data) => isObject(data) && isString(data.name) && isString(data.description) && isListOf(isString, data.tags) && isString(data.origin) && isObject(data.input_schema) && isBoolean(data.strict), data.tools) && isListOf((data) => isObject(data) && isString(data.name) && isString(data.transport) && isString(data.state) && isInteger(data.tool_count) && isListOf(isString, data.tools), data.mcp_servers) && isListOf((data) => isObject(data) && isString(data.name), data.extensions) && isObject(data.diagnostics) && isInteger(data.diagnostics.rejected);
}

export function isDequeueResult(data: unknown): data is types.DequeueResult {
  return isObject(data) && isString(data.status) && isAbsentOr(isString, data.prompt_id) && isString(data.queue_revision);
}

export function isElided(data: unknown): data is types.Elided {
  return isObject(data) && isInteger(data.bytes) && isString(data.sha256) && isAbsentOr(isString, data.artifact_id);
}

export function isFleetCatalog(data: unknown): data is types.FleetCatalog {
  return isObject(data) && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isListOf(isString, data.features) && isString(data.snapshot) && isListOf(isFleetProject, data.projects) && isListOf(isSessionRow, data.sessions) && isObject(data.page) && isNullOr(isString, data.page.next_page) && isInteger(data.page.total);
}

export function isFleetEventV1(data: unknown): data is types.FleetEventV1 {
  if (!(isObject(data) && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at))) return false;
  switch (data.kind) {
    case "project_upserted":
      return isFleetProject(data.project);
    case "project_removed":
      return isString(data.project_id);
    case "session_upserted":
    case "session_stopped":
    case "history_finalized":
      return isSessionRow(data.session);
    case "session_removed":
      return isString(data.session_id);
    case "session_observed":
      return isString(data.session_id) && isBoolean(data.fresh) && isNullOr(isString, data.observed_at);
    default:
      return isString(data.kind);
  }
}

export function isFleetMessage(data: unknown): data is types.FleetMessage {
  if (!(isObject(data) && isInteger(data.version))) return false;
  switch (data.event) {
    case "frame":
      return isString(data.fleet_epoch) && isString(data.cursor) && isBoolean(data.caught_up) && isListOf(isFleetEventV1, data.records);
    case "heartbeat":
      return isString(data.fleet_epoch) && isString(data.cursor) && isInteger(data.interval_seconds);
    case "reset":
      return isString(data.code);
    default:
      return isString(data.event);
  }
}

export function isFleetProject(data: unknown): data is types.FleetProject {
  return isObject(data) && isString(data.project_id) && isString(data.name) && isInteger(data.session_count);
}

export function isHealth(data: unknown): data is types.Health {
  return isObject(data) && isString(data.status) && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.session_id);
}

export function isHistoryItem(data: unknown): data is types.HistoryItem {
  return isObject(data) && isString(data.item_id) && isInteger(data.index) && isString(data.kind) && isString(data.at) && isObject(data.attribution) && isString(data.secret_coverage) && isAbsentOr(isString, data.prompt_id) && isAbsentOr(isString, data.text) && isAbsentOr(isBoolean, data.partial) && isAbsentOr(isBoolean, data.echo) && isAbsentOr((data) => isObject(data) && isString(data.name) && isString(data.call_id) && isAbsentOr(isBoolean, data.is_error), data.tool) && isAbsentOr((data) => isListOf(isItemAttachment, data), data.attachments) && isAbsentOr(isElided, data.elided);
}

export function isHistoryPage(data: unknown): data is types.HistoryPage {
  return isObject(data) && isInteger(data.version) && isString(data.session_id) && isNullOr(isString, data.title) && isString(data.checkpoint) && isInteger(data.total_items) && isListOf(isHistoryItem, data.items) && isNullOr(isString, data.next_page);
}

export function isInputAccepted(data: unknown): data is types.InputAccepted {
  return isObject(data) && isString(data.status) && isString(data.prompt_id) && isInteger(data.generation) && isString(data.queue_revision);
}

export function isInputList(data: unknown): data is types.InputList {
  return isObject(data) && isInteger(data.version) && isString(data.queue_revision) && isListOf(isQueuedInput, data.items);
}

export function isInterrogative(data: unknown): data is types.Interrogative {
  return isObject(data) && isString(data.id) && isString(data.kind) && isString(data.text) && isAbsentOr((data) => isListOf(isString, data), data.choices) && isAbsentOr(isString, data.tool);
}

export function isItemAttachment(data: unknown): data is types.ItemAttachment {
  return isObject(data);
}

export function isLoginFinished(data: unknown): data is types.LoginFinished {
  return isObject(data) && isString(data.status);
}

export function isLoginStarted(data: unknown): data is types.LoginStarted {
  return isObject(data) && isString(data.status) && isString(data.url);
}

export function isMcpAccepted(data: unknown): data is types.McpAccepted {
  return isObject(data) && isString(data.status) && isString(data.state);
}

export function isOperationKey(data: unknown): data is types.OperationKey {
  return isObject(data) && isString(data.window_id) && isString(data.operation);
}

export function isPromptAccepted(data: unknown): data is types.PromptAccepted {
  return isObject(data) && isString(data.status) && isString(data.prompt_id) && isInteger(data.generation);
}

export function isProtocolError(data: unknown): data is types.ProtocolError {
  return isObject(data) && isString(data.code) && isString(data.message) && isInteger(data.status) && isString(data.request_id) && isAbsentOr(isInteger, data.retry_after_seconds) && isAbsentOr((data) => isObject(data) && isAbsentOr(isString, data.mistake) && isAbsentOr(isString, data.field) && isAbsentOr(isString, data.expected) && isAbsentOr((data) => isListOf((data) => isObject(data) && isString(data.rule) && isString(data.message) && isInteger(data.line) && isInteger(data.column), data), data.errors), data.details);
}

export function isQueuedInput(data: unknown): data is types.QueuedInput {
  return isObject(data) && isString(data.prompt_id) && isInteger(data.generation) && isAbsentOr(isString, data.text) && isAbsentOr(isElided, data.elided) && isAbsentOr((data) => isListOf(isItemAttachment, data), data.attachments);
}

export function isReloadResult(data: unknown): data is types.ReloadResult {
  return isObject(data) && isString(data.status) && isString(data.catalog_revision);
}

export function isRespondResult(data: unknown): data is types.RespondResult {
  return isObject(data) && isString(data.status) && isString(data.id) && isString(data.resolution);
}

export function isSessionRow(data: unknown): data is types.SessionRow {
  return isObject(data) && isInteger(data.version) && isString(data.session_id) && isString(data.project_id) && isString(data.project) && isString(data.state) && isBoolean(data.busy) && isBoolean(data.attention) && isBoolean(data.running) && isBoolean(data.finalized) && isBoolean(data.fresh) && isNullOr(isString, data.observed_at) && isNullOr(isString, data.daemon_epoch) && isNullOr(isString, data.cursor) && isNullOr(isString, data.catalog_revision) && isNullOr(isInteger, data.history_total_items) && isNullOr(isString, data.title) && isNullOr(isString, data.model) && isNullOr(isString, data.facet) && isInteger(data.queue_length) && isString(data.updated_at);
}

export function isStartup(data: unknown): data is types.Startup {
  return isObject(data) && isInteger(data.version) && isString(data.state) && isInteger(data.pid) && isAbsentOr(isString, data.url) && isString(data.session_id) && isString(data.daemon_epoch) && isString(data.started_at) && isAbsentOr(isString, data.code) && isAbsentOr(isString, data.message);
}

export function isSwitchResult(data: unknown): data is types.SwitchResult {
  return isObject(data) && isString(data.status);
}

export function isSyncMessage(data: unknown): data is types.SyncMessage {
  if (!(isObject(data) && isInteger(data.version))) return false;
  switch (data.event) {
    case "frame":
      return isString(data.daemon_epoch) && isString(data.cursor) && isBoolean(data.caught_up) && isListOf(isSyncRecordV1, data.records);
    case "heartbeat":
      return isString(data.daemon_epoch) && isString(data.cursor) && isInteger(data.interval_seconds);
    case "reset":
      return isString(data.code);
    default:
      return isString(data.event);
  }
}

export function isSyncRecordV1(data: unknown): data is types.SyncRecordV1 {
  if (!(isObject(data) && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && isAbsentOr(isOperationKey, data.operation))) return false;
  switch (data.kind) {
    case "turn_started":
      return isString(data.prompt_id) && isInteger(data.generation) && isNullOr(isString, data.model) && isNullOr(isString, data.facet);
    case "turn_waiting":
      return isString(data.prompt_id) && isString(data.until) && isTurnError(data.error);
    case "turn_finished":
      return isString(data.prompt_id) && isString(data.outcome) && isAbsentOr(isString, data.finish) && isAbsentOr(isUsage, data.usage) && isAbsentOr(isTurnError, data.error);
    case "item_started":
      return isString(data.item_id) && isString(data.item_kind) && isString(data.prompt_id);
    case "item_delta":
      return isString(data.item_id) && isInteger(data.offset) && isString(data.text);
    case "item_finished":
      return isHistoryItem(data.item);
    case "input_queued":
      return isString(data.queue_revision) && isQueuedInput(data.input);
    case "input_dequeued":
      return isString(data.queue_revision) && isString(data.prompt_id);
    case "interrogative_opened":
      return isInterrogative(data.interrogative);
    case "interrogative_resolved":
      return isString(data.id) && isString(data.resolution);
    case "operation_updated":
      return isClientOperationResultV1(data.result);
    case "session_changed":
      return isAbsentOr((data) => isNullOr(isString, data), data.title) && isAbsentOr((data) => isNullOr(isString, data), data.model) && isAbsentOr((data) => isNullOr(isString, data), data.facet) && isAbsentOr(isString, data.permission_monitor);
    case "daemon_catalog_changed":
      return isString(data.catalog_revision);
    case "session_stopping":
      return isString(data.reason);
    default:
      return isString(data.kind);
  }
}

export function isSyncSnapshot(data: unknown): data is types.SyncSnapshot {
  return isObject(data) && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isBoolean(data.busy) && isBoolean(data.attention) && isString(data.history_checkpoint) && isInteger(data.history_total_items) && isString(data.catalog_revision) && isListOf(isString, data.features) && isObject(data.session) && isString(data.session.session_id) && isNullOr(isString, data.session.title) && isString(data.session.created_at) && isObject(data.turn) && isString(data.turn.state) && isInteger(data.turn.generation) && isAbsentOr(isString, data.turn.prompt_id) && isNullOr(isString, data.turn.model) && isNullOr(isString, data.turn.facet) && isObject(data.actions) && isActionAvailability(data.actions.prompt) && isActionAvailability(data.actions.queue_input) && isActionAvailability(data.actions.dequeue_newest) && isActionAvailability(data.actions.respond) && isActionAvailability(data.actions.cancel) && isActionAvailability(data.actions.compact) && isObject(data.queue) && isString(data.queue.revision) && isListOf(isQueuedInput, data.queue.items) && isListOf(isInterrogative, data.interrogatives) && isListOf((data) => isObject(data) && isString(data.item_id) && isString(data.kind) && isString(data.prompt_id) && isString(data.text), data.open_items) && isNullOr((data) => isObject(data) && isString(data.window) && isString(data.issued_at) && isString(data.expires_at), data.operation_window) && isAbsentOr(isString, data.permission_monitor);
}

export function isSyncSummary(data: unknown): data is types.SyncSummary {
  return isObject(data) && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.session_id) && isString(data.state) && isBoolean(data.busy) && isBoolean(data.attention) && isString(data.cursor) && isString(data.catalog_revision) && isInteger(data.history_total_items) && isNullOr(isString, data.title) && isString(data.project) && isNullOr(isString, data.model) && isNullOr(isString, data.facet) && isInteger(data.queue_length) && isString(data.updated_at);
}

export function isTerminateAccepted(data: unknown): data is types.TerminateAccepted {
  return isObject(data) && isString(data.status);
}

export function isTurnError(data: unknown): data is types.TurnError {
  return isObject(data) && isString(data.code) && isString(data.message) && isAbsentOr(isInteger, data.status) && isAbsentOr(isString, data.provider) && isAbsentOr(isInteger, data.retry_after_seconds) && isAbsentOr(isString, data.key);
}

export function isUsage(data: unknown): data is types.Usage {
  return isObject(data) && isInteger(data.input_tokens) && isInteger(data.output_tokens);
}

/** Whether an answer of a daemon's route can be read. */
export const answerGuards = {
  health: isHealth,
  sync: isSyncSnapshot,
  syncSummary: isSyncSummary,
  daemonState: isDaemonState,
  history: isHistoryPage,
  attachment: isAttachmentChunk,
  prompt: (data) => isClientOperationResultV1(data) || isPromptAccepted(data),
  queueInput: (data) => isClientOperationResultV1(data) || isInputAccepted(data),
  inputs: isInputList,
  dequeueNewest: (data) => isDequeueResult(data) || isClientOperationResultV1(data),
  operation: isClientOperationResultV1,
  cancelTurn: isCancelAccepted,
  respond: (data) => isRespondResult(data) || isClientOperationResultV1(data),
  model: isSwitchResult,
  facet: isSwitchResult,
  permissionMonitor: isSwitchResult,
  reload: isReloadResult,
  mcpEnable: isMcpAccepted,
  mcpDisable: isMcpAccepted,
  mcpReconnect: isMcpAccepted,
  loginStart: isLoginStarted,
  loginCallback: isLoginFinished,
  terminate: isTerminateAccepted,
} as const;

/** Whether an answer of a hub's route can be read. */
export const hubAnswerGuards = {
  catalog: isFleetCatalog,
  session: isSessionRow,
  stop: isTerminateAccepted,
  history: isHistoryPage,
  attachment: isAttachmentChunk,
} as const;
