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

export function isActionAvailability(data: unknown): data is types.ActionAvailability {
  return isObject(data) && typeof data.available === "boolean" && (data.reason === undefined || isString(data.reason));
}

export function isAttachmentChunk(data: unknown): data is types.AttachmentChunk {
  return isObject(data) && isString(data.artifact_id) && isString(data.media_type) && isInteger(data.total_length) && isInteger(data.offset) && isString(data.data_base64);
}

export function isCancelAccepted(data: unknown): data is types.CancelAccepted {
  return isObject(data) && isString(data.status) && isString(data.prompt_id);
}

export function isClientOperationResultV1(data: unknown): data is types.ClientOperationResultV1 {
  return isObject(data) && isString(data.daemon_epoch) && isString(data.window_id) && isString(data.operation) && isString(data.status) && (data.committed_cursor === undefined || isString(data.committed_cursor)) && (data.outcome === undefined || (isString(data.outcome) || isObject(data.outcome) && isString(data.outcome.prompt_id) && (data.outcome.generation === undefined || isInteger(data.outcome.generation)) && (data.outcome.turn === undefined || isString(data.outcome.turn)) && (data.outcome.queue_revision === undefined || isString(data.outcome.queue_revision)))) && (data.error === undefined || isTurnError(data.error));
}

export function isDaemonCatalogChanged(data: unknown): data is types.DaemonCatalogChanged {
  return isObject(data) && data.kind === "daemon_catalog_changed" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.catalog_revision);
}

export function isDaemonCredential(data: unknown): data is types.DaemonCredential {
  return isObject(data) && isInteger(data.version) && isString(data.kind) && isString(data.token);
}

export function isDequeueResult(data: unknown): data is types.DequeueResult {
  return isObject(data) && isString(data.status) && (data.prompt_id === undefined || isString(data.prompt_id)) && isString(data.queue_revision);
}

export function isElided(data: unknown): data is types.Elided {
  return isObject(data) && isInteger(data.bytes) && isString(data.sha256) && (data.artifact_id === undefined || isString(data.artifact_id));
}

export function isFleetCatalog(data: unknown): data is types.FleetCatalog {
  return isObject(data) && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && Array.isArray(data.features) && data.features.every((item) => isString(item)) && isString(data.snapshot) && Array.isArray(data.projects) && data.projects.every((item) => isFleetProject(item)) && Array.isArray(data.sessions) && data.sessions.every((item) => isSessionRow(item)) && isObject(data.page) && (isString(data.page.next_page) || data.page.next_page === null) && isInteger(data.page.total);
}

export function isFleetEventV1(data: unknown): data is types.FleetEventV1 {
  if (!isObject(data)) return false;
  switch (data.kind) {
    case "project_upserted":
      return isProjectUpserted(data);
    case "project_removed":
      return isProjectRemoved(data);
    case "session_upserted":
      return isSessionUpserted(data);
    case "session_removed":
      return isSessionRemoved(data);
    case "session_observed":
      return isSessionObserved(data);
    case "session_stopped":
      return isSessionStopped(data);
    case "history_finalized":
      return isHistoryFinalized(data);
    default:
      return isUnknownFleetEvent(data);
  }
}

export function isFleetMessage(data: unknown): data is types.FleetMessage {
  return (isObject(data) && data.event === "frame" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && typeof data.caught_up === "boolean" && Array.isArray(data.records) && data.records.every((item) => isFleetEventV1(item)) || isObject(data) && data.event === "heartbeat" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isInteger(data.interval_seconds) || isObject(data) && data.event === "reset" && isInteger(data.version) && isString(data.code));
}

export function isFleetProject(data: unknown): data is types.FleetProject {
  return isObject(data) && isString(data.project_id) && isString(data.name) && isInteger(data.session_count);
}

export function isHealth(data: unknown): data is types.Health {
  return isObject(data) && isString(data.status) && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.session_id);
}

export function isHistoryFinalized(data: unknown): data is types.HistoryFinalized {
  return isObject(data) && data.kind === "history_finalized" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at) && isSessionRow(data.session);
}

export function isHistoryItem(data: unknown): data is types.HistoryItem {
  return isObject(data) && isString(data.item_id) && isInteger(data.index) && isString(data.kind) && isString(data.at) && isObject(data.attribution) && isString(data.secret_coverage) && (data.prompt_id === undefined || isString(data.prompt_id)) && (data.text === undefined || isString(data.text)) && (data.partial === undefined || typeof data.partial === "boolean") && (data.echo === undefined || typeof data.echo === "boolean") && (data.tool === undefined || isObject(data.tool) && isString(data.tool.name) && isString(data.tool.call_id) && (data.tool.is_error === undefined || typeof data.tool.is_error === "boolean")) && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.every((item) => isItemAttachment(item))) && (data.elided === undefined || isElided(data.elided));
}

export function isHistoryPage(data: unknown): data is types.HistoryPage {
  return isObject(data) && isInteger(data.version) && isString(data.session_id) && (isString(data.title) || data.title === null) && isString(data.checkpoint) && isInteger(data.total_items) && Array.isArray(data.items) && data.items.every((item) => isHistoryItem(item)) && (isString(data.next_page) || data.next_page === null);
}

export function isInputAccepted(data: unknown): data is types.InputAccepted {
  return isObject(data) && isString(data.status) && isString(data.prompt_id) && isInteger(data.generation) && isString(data.queue_revision);
}

export function isInputDequeued(data: unknown): data is types.InputDequeued {
  return isObject(data) && data.kind === "input_dequeued" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.queue_revision) && isString(data.prompt_id);
}

export function isInputList(data: unknown): data is types.InputList {
  return isObject(data) && isInteger(data.version) && isString(data.queue_revision) && Array.isArray(data.items) && data.items.every((item) => isQueuedInput(item));
}

export function isInputQueued(data: unknown): data is types.InputQueued {
  return isObject(data) && data.kind === "input_queued" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.queue_revision) && isQueuedInput(data.input);
}

export function isInterrogative(data: unknown): data is types.Interrogative {
  return isObject(data) && isString(data.id) && isString(data.kind) && isString(data.text) && (data.choices === undefined || Array.isArray(data.choices) && data.choices.every((item) => isString(item))) && (data.tool === undefined || isString(data.tool));
}

export function isInterrogativeOpened(data: unknown): data is types.InterrogativeOpened {
  return isObject(data) && data.kind === "interrogative_opened" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isInterrogative(data.interrogative);
}

export function isInterrogativeResolved(data: unknown): data is types.InterrogativeResolved {
  return isObject(data) && data.kind === "interrogative_resolved" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.id) && isString(data.resolution);
}

export function isItemAttachment(data: unknown): data is types.ItemAttachment {
  return isObject(data);
}

export function isItemDelta(data: unknown): data is types.ItemDelta {
  return isObject(data) && data.kind === "item_delta" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.item_id) && isInteger(data.offset) && isString(data.text);
}

export function isItemFinished(data: unknown): data is types.ItemFinished {
  return isObject(data) && data.kind === "item_finished" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isHistoryItem(data.item);
}

export function isItemStarted(data: unknown): data is types.ItemStarted {
  return isObject(data) && data.kind === "item_started" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.item_id) && isString(data.item_kind) && isString(data.prompt_id);
}

export function isOperationKey(data: unknown): data is types.OperationKey {
  return isObject(data) && isString(data.window_id) && isString(data.operation);
}

export function isOperationUpdated(data: unknown): data is types.OperationUpdated {
  return isObject(data) && data.kind === "operation_updated" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isClientOperationResultV1(data.result);
}

export function isProjectRemoved(data: unknown): data is types.ProjectRemoved {
  return isObject(data) && data.kind === "project_removed" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at) && isString(data.project_id);
}

export function isProjectUpserted(data: unknown): data is types.ProjectUpserted {
  return isObject(data) && data.kind === "project_upserted" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at) && isFleetProject(data.project);
}

export function isPromptAccepted(data: unknown): data is types.PromptAccepted {
  return isObject(data) && isString(data.status) && isString(data.prompt_id) && isInteger(data.generation);
}

export function isProtocolError(data: unknown): data is types.ProtocolError {
  return isObject(data) && isString(data.code) && isString(data.message) && isInteger(data.status) && isString(data.request_id) && (data.retry_after_seconds === undefined || isInteger(data.retry_after_seconds)) && (data.details === undefined || isObject(data.details) && (data.details.mistake === undefined || isString(data.details.mistake)) && (data.details.field === undefined || isString(data.details.field)) && (data.details.expected === undefined || isString(data.details.expected)));
}

export function isQueuedInput(data: unknown): data is types.QueuedInput {
  return isObject(data) && isString(data.prompt_id) && isInteger(data.generation) && (data.text === undefined || isString(data.text)) && (data.elided === undefined || isElided(data.elided)) && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.every((item) => isItemAttachment(item)));
}

export function isSessionChanged(data: unknown): data is types.SessionChanged {
  return isObject(data) && data.kind === "session_changed" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && (data.title === undefined || (isString(data.title) || data.title === null)) && (data.model === undefined || (isString(data.model) || data.model === null)) && (data.facet === undefined || (isString(data.facet) || data.facet === null)) && (data.permission_monitor === undefined || isString(data.permission_monitor));
}

export function isSessionObserved(data: unknown): data is types.SessionObserved {
  return isObject(data) && data.kind === "session_observed" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at) && isString(data.session_id) && typeof data.fresh === "boolean" && (isString(data.observed_at) || data.observed_at === null);
}

export function isSessionRemoved(data: unknown): data is types.SessionRemoved {
  return isObject(data) && data.kind === "session_removed" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at) && isString(data.session_id);
}

export function isSessionRow(data: unknown): data is types.SessionRow {
  return isObject(data) && isInteger(data.version) && isString(data.session_id) && isString(data.project_id) && isString(data.project) && isString(data.state) && typeof data.busy === "boolean" && typeof data.attention === "boolean" && typeof data.running === "boolean" && typeof data.finalized === "boolean" && typeof data.fresh === "boolean" && (isString(data.observed_at) || data.observed_at === null) && (isString(data.daemon_epoch) || data.daemon_epoch === null) && (isString(data.cursor) || data.cursor === null) && (isString(data.catalog_revision) || data.catalog_revision === null) && (isInteger(data.history_total_items) || data.history_total_items === null) && (isString(data.title) || data.title === null) && (isString(data.model) || data.model === null) && (isString(data.facet) || data.facet === null) && isInteger(data.queue_length) && isString(data.updated_at);
}

export function isSessionStopped(data: unknown): data is types.SessionStopped {
  return isObject(data) && data.kind === "session_stopped" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at) && isSessionRow(data.session);
}

export function isSessionStopping(data: unknown): data is types.SessionStopping {
  return isObject(data) && data.kind === "session_stopping" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.reason);
}

export function isSessionUpserted(data: unknown): data is types.SessionUpserted {
  return isObject(data) && data.kind === "session_upserted" && isInteger(data.version) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at) && isSessionRow(data.session);
}

export function isStartup(data: unknown): data is types.Startup {
  return isObject(data) && isInteger(data.version) && isString(data.state) && isInteger(data.pid) && (data.url === undefined || isString(data.url)) && isString(data.session_id) && isString(data.daemon_epoch) && isString(data.started_at) && (data.code === undefined || isString(data.code)) && (data.message === undefined || isString(data.message));
}

export function isSyncMessage(data: unknown): data is types.SyncMessage {
  return (isObject(data) && data.event === "frame" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && typeof data.caught_up === "boolean" && Array.isArray(data.records) && data.records.every((item) => isSyncRecordV1(item)) || isObject(data) && data.event === "heartbeat" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isInteger(data.interval_seconds) || isObject(data) && data.event === "reset" && isInteger(data.version) && isString(data.code));
}

export function isSyncRecordV1(data: unknown): data is types.SyncRecordV1 {
  if (!isObject(data)) return false;
  switch (data.kind) {
    case "turn_started":
      return isTurnStarted(data);
    case "turn_waiting":
      return isTurnWaiting(data);
    case "turn_finished":
      return isTurnFinished(data);
    case "item_started":
      return isItemStarted(data);
    case "item_delta":
      return isItemDelta(data);
    case "item_finished":
      return isItemFinished(data);
    case "input_queued":
      return isInputQueued(data);
    case "input_dequeued":
      return isInputDequeued(data);
    case "interrogative_opened":
      return isInterrogativeOpened(data);
    case "interrogative_resolved":
      return isInterrogativeResolved(data);
    case "operation_updated":
      return isOperationUpdated(data);
    case "session_changed":
      return isSessionChanged(data);
    case "daemon_catalog_changed":
      return isDaemonCatalogChanged(data);
    case "session_stopping":
      return isSessionStopping(data);
    default:
      return isUnknownRecord(data);
  }
}

export function isSyncSnapshot(data: unknown): data is types.SyncSnapshot {
  return isObject(data) && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && typeof data.busy === "boolean" && typeof data.attention === "boolean" && isString(data.history_checkpoint) && isInteger(data.history_total_items) && isString(data.catalog_revision) && Array.isArray(data.features) && data.features.every((item) => isString(item)) && isObject(data.session) && isString(data.session.session_id) && (isString(data.session.title) || data.session.title === null) && isString(data.session.created_at) && isObject(data.turn) && isString(data.turn.state) && isInteger(data.turn.generation) && (data.turn.prompt_id === undefined || isString(data.turn.prompt_id)) && (isString(data.turn.model) || data.turn.model === null) && (isString(data.turn.facet) || data.turn.facet === null) && isObject(data.actions) && isActionAvailability(data.actions.prompt) && isActionAvailability(data.actions.queue_input) && isActionAvailability(data.actions.dequeue_newest) && isActionAvailability(data.actions.respond) && isActionAvailability(data.actions.cancel) && isActionAvailability(data.actions.compact) && isObject(data.queue) && isString(data.queue.revision) && Array.isArray(data.queue.items) && data.queue.items.every((item) => isQueuedInput(item)) && Array.isArray(data.interrogatives) && data.interrogatives.every((item) => isInterrogative(item)) && Array.isArray(data.open_items) && data.open_items.every((item) => isObject(item) && isString(item.item_id) && isString(item.kind) && isString(item.prompt_id) && isString(item.text)) && (isObject(data.operation_window) && isString(data.operation_window.window) && isString(data.operation_window.issued_at) && isString(data.operation_window.expires_at) || data.operation_window === null);
}

export function isSyncSummary(data: unknown): data is types.SyncSummary {
  return isObject(data) && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.session_id) && isString(data.state) && typeof data.busy === "boolean" && typeof data.attention === "boolean" && isString(data.cursor) && isString(data.catalog_revision) && isInteger(data.history_total_items) && (isString(data.title) || data.title === null) && isString(data.project) && (isString(data.model) || data.model === null) && (isString(data.facet) || data.facet === null) && isInteger(data.queue_length) && isString(data.updated_at);
}

export function isTerminateAccepted(data: unknown): data is types.TerminateAccepted {
  return isObject(data) && isString(data.status);
}

export function isTurnError(data: unknown): data is types.TurnError {
  return isObject(data) && isString(data.code) && isString(data.message) && (data.status === undefined || isInteger(data.status)) && (data.provider === undefined || isString(data.provider)) && (data.retry_after_seconds === undefined || isInteger(data.retry_after_seconds)) && (data.key === undefined || isString(data.key));
}

export function isTurnFinished(data: unknown): data is types.TurnFinished {
  return isObject(data) && data.kind === "turn_finished" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.prompt_id) && isString(data.outcome) && (data.finish === undefined || isString(data.finish)) && (data.usage === undefined || isUsage(data.usage)) && (data.error === undefined || isTurnError(data.error));
}

export function isTurnStarted(data: unknown): data is types.TurnStarted {
  return isObject(data) && data.kind === "turn_started" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.prompt_id) && isInteger(data.generation) && (isString(data.model) || data.model === null) && (isString(data.facet) || data.facet === null);
}

export function isTurnWaiting(data: unknown): data is types.TurnWaiting {
  return isObject(data) && data.kind === "turn_waiting" && isInteger(data.version) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isString(data.prompt_id) && isString(data.until) && isTurnError(data.error);
}

export function isUnknownFleetEvent(data: unknown): data is types.UnknownFleetEvent {
  return isObject(data) && isInteger(data.version) && isString(data.kind) && isString(data.fleet_epoch) && isString(data.cursor) && isString(data.at);
}

export function isUnknownRecord(data: unknown): data is types.UnknownRecord {
  return isObject(data) && isInteger(data.version) && isString(data.kind) && isString(data.daemon_epoch) && isString(data.cursor) && isString(data.at) && (data.operation === undefined || isOperationKey(data.operation));
}

export function isUsage(data: unknown): data is types.Usage {
  return isObject(data) && isInteger(data.input_tokens) && isInteger(data.output_tokens);
}

/** Whether an answer of a daemon's route can be read. */
export const answerGuards = {
  health: isHealth,
  sync: isSyncSnapshot,
  syncSummary: isSyncSummary,
  history: isHistoryPage,
  attachment: isAttachmentChunk,
  prompt: (data) => isClientOperationResultV1(data) || isPromptAccepted(data),
  queueInput: (data) => isClientOperationResultV1(data) || isInputAccepted(data),
  inputs: isInputList,
  dequeueNewest: (data) => isDequeueResult(data) || isClientOperationResultV1(data),
  operation: isClientOperationResultV1,
  cancelTurn: isCancelAccepted,
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
