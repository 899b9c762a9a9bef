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

function areStrings(...all) {
  return all.every(isString);
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
  return isObject(data) && areStrings(data.artifact_id, data.media_type, data.data_base64) && isInteger(data.total_length) && isInteger(data.offset);
}

export function isCancelAccepted(data: unknown): data is types.CancelAccepted {
  return isObject(data) && areStrings(data.status, data.prompt_id);
}

export function isClientOperationResultV1(data: unknown): data is types.ClientOperationResultV1 {
  return isObject(data) && areStrings(data.daemon_epoch, data.window_id, data.operation, data.status) && isAbsentOr(isString, data.committed_cursor) && isAbsentOr((data) => (isString(data) || isString(data) || isObject(data) && isString(data.prompt_id) && isAbsentOr(isInteger, data.generation) && isAbsentOr(isString, data.turn) && isAbsentOr(isString, data.queue_revision) || isObject(data) && areStrings(data.interrogative_id, data.resolution) || isObject(data) && isString(data.compaction_id) && isAbsentOr(isInteger, data.before) && isAbsentOr(isInteger, data.after)), data.outcome) && isAbsentOr(isTurnError, data.error);
}

export function isCompactAccepted(data: unknown): data is types.CompactAccepted {
  return isObject(data) && isString(data.status) && isAbsentOr(isString, data.compaction_id);
}

export function isContextSize(data: unknown): data is types.ContextSize {
  return isObject(data) && isInteger(data.used) && isInteger(data.window) && isAbsentOr(isInteger, data.threshold);
}

export function isDaemonCredential(data: unknown): data is types.DaemonCredential {
  return isObject(data) && areStrings(data.kind, data.token) && isInteger(data.version);
}

export function isDaemonState(data: unknown): data is types.DaemonState {
  return isObject(data) && areStrings(data.daemon_epoch, data.catalog_revision) && isInteger(data.version) && isListOf((data) => isObject(data) && areStrings(data.name, data.description) && isNullOr(isString, data.model) && isListOf(isString, data.policies) && isObject(data.color) && areStrings(data.color.light, data.color.dark), data.facets) && isListOf((data) => isObject(data) && areStrings(data.name, data.label) && isNullOr(isString, data.provider) && isNullOr(isString, data.protocol) && isNullOr(isString, data.class) && isAbsentOr(isString, data.origin) && ((data) => isObject(data) && isString(data.type) && isAbsentOr(isBoolean, data.can_disable) && isAbsentOr((data) => isListOf(isString, data), data.levels) && isAbsentOr((data) => isNullOr(isString, data), data.default_level))(data.reasoning) && ((data) => isObject(data) && isNullOr(isInteger, data.context_window) && isNullOr(isInteger, data.output_limit) && isBoolean(data.vision) && isNullOr(isString, data.edit_format) && isString(data.tool_loading) && isInteger(data.max_tool_batch_size) && isBoolean(data.forced_tool_choice))(data.capabilities) && isObject(data.request_options) && isListOf(isString, data.request_options.declared) && isObject(data.request_options.defaults), data.models) && isListOf((data) => isObject(data) && areStrings(data.name, data.description, data.origin) && isListOf(isString, data.tags), data.subagents) && isListOf((data) => isObject(data) && areStrings(data.name, data.description, data.origin) && isListOf(isString, data.tags) && isBoolean(data.user_invocable) && isBoolean(data.model_invocable), data.skills) && isListOf((data) => isObject(data) && areStrings(data.name, data.description, data.origin) && isListOf(isString, data.tags) && isObject(data.input_schema) && isBoolean(data.strict), data.tools) && isListOf((data) => isObject(data) && areStrings(data.name, data.transport, data.state) && isInteger(data.tool_count) && isListOf(isString, data.tools) && isAbsentOr(isString, data.problem), data.mcp_servers) && isListOf((data) => isObject(data) && isString(data.name), data.extensions) && isObject(data.diagnostics) && isInteger(data.diagnostics.rejected);
}

export function isDequeueResult(data: unknown): data is types.DequeueResult {
  return isObject(data) && areStrings(data.status, data.queue_revision) && isAbsentOr(isString, data.prompt_id);
}

export function isElided(data: unknown): data is types.Elided {
  return isObject(data) && isInteger(data.bytes) && isString(data.sha256) && isAbsentOr(isString, data.artifact_id);
}

export function isFleetCatalog(data: unknown): data is types.FleetCatalog {
  return isObject(data) && areStrings(data.fleet_epoch, data.cursor, data.snapshot) && isInteger(data.version) && isListOf(isString, data.features) && isListOf(isFleetProject, data.projects) && isListOf(isSessionRow, data.sessions) && isObject(data.page) && isNullOr(isString, data.page.next_page) && isInteger(data.page.total);
}

export function isFleetEventV1(data: unknown): data is types.FleetEventV1 {
  if (!(isObject(data) && areStrings(data.fleet_epoch, data.cursor, data.at) && isInteger(data.version))) return false;
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
      return isBoolean(data.caught_up) && areStrings(data.fleet_epoch, data.cursor) && isListOf(isFleetEventV1, data.records);
    case "heartbeat":
      return isInteger(data.interval_seconds) && areStrings(data.fleet_epoch, data.cursor);
    case "reset":
      return isString(data.code);
    default:
      return isString(data.event);
  }
}

export function isFleetProject(data: unknown): data is types.FleetProject {
  return isObject(data) && areStrings(data.project_id, data.name) && isInteger(data.session_count);
}

export function isHealth(data: unknown): data is types.Health {
  return isObject(data) && areStrings(data.status, data.daemon_epoch, data.session_id) && isInteger(data.version);
}

export function isHistoryItem(data: unknown): data is types.HistoryItem {
  return isObject(data) && areStrings(data.item_id, data.kind, data.at, data.secret_coverage) && isInteger(data.index) && isObject(data.attribution) && isAbsentOr(isString, data.prompt_id) && isAbsentOr(isString, data.text) && isAbsentOr(isBoolean, data.partial) && isAbsentOr(isBoolean, data.echo) && isAbsentOr((data) => isObject(data) && areStrings(data.name, data.call_id) && isAbsentOr(isBoolean, data.is_error) && isAbsentOr(isBoolean, data.is_denied) && isAbsentOr((data) => isObject(data) && areStrings(data.path, data.new) && isNullOr(isString, data.old) && isAbsentOr(isInteger, data.line) && isAbsentOr(isBoolean, data.elided), data.diff) && isAbsentOr((data) => isListOf((data) => isObject(data) && isString(data.path) && isAbsentOr(isInteger, data.line), data), data.locations), data.tool) && isAbsentOr((data) => isObject(data) && isListOf((data) => isObject(data) && areStrings(data.server, data.problem), data.missing), data.tools) && isAbsentOr(isTurnError, data.error) && isAbsentOr((data) => isListOf(isItemAttachment, data), data.attachments) && isAbsentOr(isElided, data.elided);
}

export function isHistoryPage(data: unknown): data is types.HistoryPage {
  return isObject(data) && areStrings(data.session_id, data.checkpoint) && isInteger(data.version) && isNullOr(isString, data.title) && isInteger(data.total_items) && isListOf(isHistoryItem, data.items) && isNullOr(isString, data.next_page);
}

export function isInputAccepted(data: unknown): data is types.InputAccepted {
  return isObject(data) && areStrings(data.status, data.prompt_id, data.queue_revision) && isInteger(data.generation);
}

export function isInputList(data: unknown): data is types.InputList {
  return isObject(data) && isInteger(data.version) && isString(data.queue_revision) && isListOf(isQueuedInput, data.items);
}

export function isInterrogative(data: unknown): data is types.Interrogative {
  return isObject(data) && areStrings(data.id, data.kind, data.text) && isAbsentOr((data) => isListOf(isString, data), data.choices) && isAbsentOr(isString, data.default) && isAbsentOr(isString, data.tool) && isAbsentOr((data) => isObject(data) && isString(data.file) && isListOf(isString, data.rules), data.always) && isAbsentOr(isString, data.asked_at);
}

export function isItemAttachment(data: unknown): data is types.ItemAttachment {
  return isObject(data);
}

export function isLastTurn(data: unknown): data is types.LastTurn {
  return isObject(data) && areStrings(data.prompt_id, data.outcome) && isAbsentOr(isTurnError, data.error);
}

export function isLoginFinished(data: unknown): data is types.LoginFinished {
  return isObject(data) && isString(data.status);
}

export function isLoginStarted(data: unknown): data is types.LoginStarted {
  return isObject(data) && areStrings(data.status, data.url);
}

export function isMcpAccepted(data: unknown): data is types.McpAccepted {
  return isObject(data) && areStrings(data.status, data.state);
}

export function isOperationKey(data: unknown): data is types.OperationKey {
  return isObject(data) && areStrings(data.window_id, data.operation);
}

export function isProjectErrors(data: unknown): data is types.ProjectErrors {
  return isObject(data) && isInteger(data.count) && isListOf((data) => isObject(data) && areStrings(data.rule, data.file) && isInteger(data.line) && isInteger(data.column), data.first);
}

export function isPromptAccepted(data: unknown): data is types.PromptAccepted {
  return isObject(data) && areStrings(data.status, data.prompt_id) && isInteger(data.generation);
}

export function isProtocolError(data: unknown): data is types.ProtocolError {
  return isObject(data) && areStrings(data.code, data.message, data.request_id) && isInteger(data.status) && isAbsentOr(isInteger, data.retry_after_seconds) && isAbsentOr((data) => isObject(data) && isAbsentOr(isString, data.mistake) && isAbsentOr(isString, data.field) && isAbsentOr(isString, data.expected) && isAbsentOr(isString, data.reason) && isAbsentOr((data) => isListOf((data) => isObject(data) && areStrings(data.rule, data.message) && isInteger(data.line) && isInteger(data.column), data), data.errors), data.details);
}

export function isQueuedInput(data: unknown): data is types.QueuedInput {
  return isObject(data) && isString(data.prompt_id) && isInteger(data.generation) && isAbsentOr(isString, data.text) && isAbsentOr(isElided, data.elided) && isAbsentOr((data) => isListOf(isItemAttachment, data), data.attachments);
}

export function isReloadResult(data: unknown): data is types.ReloadResult {
  return isObject(data) && areStrings(data.status, data.catalog_revision) && isAbsentOr(isProjectErrors, data.project_errors) && isAbsentOr(isProjectErrors, data.permission_errors);
}

export function isRespondResult(data: unknown): data is types.RespondResult {
  return isObject(data) && areStrings(data.status, data.id, data.resolution);
}

export function isSessionRow(data: unknown): data is types.SessionRow {
  return isObject(data) && areStrings(data.session_id, data.project_id, data.project, data.state, data.updated_at) && isInteger(data.version) && isBoolean(data.busy) && isBoolean(data.attention) && isBoolean(data.running) && isBoolean(data.finalized) && isBoolean(data.fresh) && isNullOr(isString, data.observed_at) && isNullOr(isString, data.daemon_epoch) && isNullOr(isString, data.cursor) && isNullOr(isString, data.catalog_revision) && isNullOr(isInteger, data.history_total_items) && isNullOr(isString, data.title) && isNullOr(isString, data.model) && isNullOr(isString, data.facet) && isInteger(data.queue_length) && isAbsentOr(isLastTurn, data.last_turn) && isAbsentOr(isWaitingQuestion, data.question) && isAbsentOr(isString, data.waiting_since) && isAbsentOr(isTurnRetry, data.retry) && isAbsentOr(isContextSize, data.context);
}

export function isStartup(data: unknown): data is types.Startup {
  return isObject(data) && areStrings(data.state, data.session_id, data.daemon_epoch, data.started_at) && isInteger(data.version) && isInteger(data.pid) && isAbsentOr(isString, data.url) && isAbsentOr(isString, data.credential_file) && isAbsentOr(isString, data.code) && isAbsentOr(isString, data.message);
}

export function isSwitchResult(data: unknown): data is types.SwitchResult {
  return isObject(data) && isString(data.status);
}

export function isSyncMessage(data: unknown): data is types.SyncMessage {
  if (!(isObject(data) && isInteger(data.version))) return false;
  switch (data.event) {
    case "frame":
      return isBoolean(data.caught_up) && areStrings(data.daemon_epoch, data.cursor) && isListOf(isSyncRecordV1, data.records);
    case "heartbeat":
      return isInteger(data.interval_seconds) && areStrings(data.daemon_epoch, data.cursor);
    case "reset":
      return isString(data.code);
    default:
      return isString(data.event);
  }
}

export function isSyncRecordV1(data: unknown): data is types.SyncRecordV1 {
  if (!(isObject(data) && areStrings(data.daemon_epoch, data.cursor, data.at) && isInteger(data.version) && isAbsentOr(isOperationKey, data.operation))) return false;
  switch (data.kind) {
    case "turn_started":
      return isString(data.prompt_id) && isInteger(data.generation) && isNullOr(isString, data.model) && isNullOr(isString, data.facet);
    case "turn_waiting":
      return isInteger(data.attempt) && areStrings(data.prompt_id, data.until, data.why) && isInteger(data.of);
    case "turn_finished":
      return isAbsentOr(isString, data.finish) && areStrings(data.prompt_id, data.outcome) && isAbsentOr(isUsage, data.usage) && isAbsentOr(isTurnError, data.error) && isAbsentOr(isContextSize, data.context);
    case "compacted":
      return isAbsentOr(isString, data.prompt_id) && isInteger(data.before) && isInteger(data.after) && isAbsentOr(isInteger, data.threshold);
    case "item_started":
      return areStrings(data.item_id, data.item_kind, data.prompt_id);
    case "item_delta":
      return isInteger(data.offset) && areStrings(data.item_id, data.text);
    case "item_finished":
      return isHistoryItem(data.item);
    case "input_queued":
      return isString(data.queue_revision) && isQueuedInput(data.input);
    case "input_dequeued":
      return areStrings(data.queue_revision, data.prompt_id);
    case "interrogative_opened":
      return isInterrogative(data.interrogative);
    case "interrogative_resolved":
      return areStrings(data.id, data.resolution);
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
  return isObject(data) && areStrings(data.daemon_epoch, data.cursor, data.history_checkpoint, data.catalog_revision) && isInteger(data.version) && isBoolean(data.busy) && isBoolean(data.attention) && isInteger(data.history_total_items) && isListOf(isString, data.features) && isObject(data.session) && areStrings(data.session.session_id, data.session.created_at) && isNullOr(isString, data.session.title) && ((data) => isObject(data) && isString(data.state) && isInteger(data.generation) && isAbsentOr(isString, data.prompt_id) && isNullOr(isString, data.model) && isNullOr(isString, data.facet) && isAbsentOr(isTurnRetry, data.retry))(data.turn) && ((data) => isObject(data) && isActionAvailability(data.prompt) && isActionAvailability(data.queue_input) && isActionAvailability(data.dequeue_newest) && isActionAvailability(data.respond) && isActionAvailability(data.cancel) && isActionAvailability(data.compact))(data.actions) && isObject(data.queue) && isString(data.queue.revision) && isListOf(isQueuedInput, data.queue.items) && isListOf(isInterrogative, data.interrogatives) && isListOf((data) => isObject(data) && areStrings(data.item_id, data.kind, data.prompt_id, data.text), data.open_items) && isNullOr((data) => isObject(data) && areStrings(data.window, data.issued_at, data.expires_at), data.operation_window) && isAbsentOr(isString, data.permission_monitor) && isAbsentOr(isLastTurn, data.last_turn) && isAbsentOr(isContextSize, data.context);
}

export function isSyncSummary(data: unknown): data is types.SyncSummary {
  return isObject(data) && areStrings(data.daemon_epoch, data.session_id, data.state, data.cursor, data.catalog_revision, data.project, data.updated_at) && isInteger(data.version) && isBoolean(data.busy) && isBoolean(data.attention) && isInteger(data.history_total_items) && isNullOr(isString, data.title) && isNullOr(isString, data.model) && isNullOr(isString, data.facet) && isInteger(data.queue_length) && isAbsentOr(isLastTurn, data.last_turn) && isAbsentOr(isWaitingQuestion, data.question) && isAbsentOr(isString, data.waiting_since) && isAbsentOr(isTurnRetry, data.retry) && isAbsentOr(isContextSize, data.context);
}

export function isTerminateAccepted(data: unknown): data is types.TerminateAccepted {
  return isObject(data) && isString(data.status);
}

export function isTurnError(data: unknown): data is types.TurnError {
  return isObject(data) && areStrings(data.code, data.message) && isAbsentOr(isString, data.provider_message) && isAbsentOr(isInteger, data.status) && isAbsentOr(isString, data.provider) && isAbsentOr(isInteger, data.retry_after_seconds) && isAbsentOr(isString, data.key);
}

export function isTurnRetry(data: unknown): data is types.TurnRetry {
  return isObject(data) && areStrings(data.until, data.why) && isInteger(data.attempt) && isInteger(data.of);
}

export function isUsage(data: unknown): data is types.Usage {
  return isObject(data) && isInteger(data.input_tokens) && isInteger(data.output_tokens);
}

export function isWaitingQuestion(data: unknown): data is types.WaitingQuestion {
  return isObject(data) && areStrings(data.kind, data.text);
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
  compact: (data) => isCompactAccepted(data) || isClientOperationResultV1(data),
  respond: (data) => isRespondResult(data) || isClientOperationResultV1(data),
  model: isSwitchResult,
  facet: isSwitchResult,
  title: isSwitchResult,
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
