// @ts-nocheck
/** Made from schema/protocol by `npm run gen`; not edited by hand. Each guard says whether a client can read the data: words may be new. */
import type * as types from "./types.js";

function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

export function isActionAvailability(data: unknown): data is types.ActionAvailability {
  return isObject(data) && typeof data.available === "boolean" && (data.reason === undefined || typeof data.reason === "string");
}

export function isAttachmentChunk(data: unknown): data is types.AttachmentChunk {
  return isObject(data) && typeof data.artifact_id === "string" && typeof data.media_type === "string" && Number.isInteger(data.total_length) && Number.isInteger(data.offset) && typeof data.data_base64 === "string";
}

export function isCancelAccepted(data: unknown): data is types.CancelAccepted {
  return isObject(data) && typeof data.status === "string" && typeof data.prompt_id === "string";
}

export function isClientOperationResultV1(data: unknown): data is types.ClientOperationResultV1 {
  return isObject(data) && typeof data.daemon_epoch === "string" && typeof data.window_id === "string" && typeof data.operation === "string" && typeof data.status === "string" && (data.committed_cursor === undefined || typeof data.committed_cursor === "string") && (data.outcome === undefined || (typeof data.outcome === "string" || isObject(data.outcome) && typeof data.outcome.prompt_id === "string" && (data.outcome.generation === undefined || Number.isInteger(data.outcome.generation)) && (data.outcome.turn === undefined || typeof data.outcome.turn === "string") && (data.outcome.queue_revision === undefined || typeof data.outcome.queue_revision === "string"))) && (data.error === undefined || isTurnError(data.error));
}

export function isDaemonCatalogChanged(data: unknown): data is types.DaemonCatalogChanged {
  return isObject(data) && data.kind === "daemon_catalog_changed" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.catalog_revision === "string";
}

export function isDaemonCredential(data: unknown): data is types.DaemonCredential {
  return isObject(data) && Number.isInteger(data.version) && typeof data.kind === "string" && typeof data.token === "string";
}

export function isDequeueResult(data: unknown): data is types.DequeueResult {
  return isObject(data) && typeof data.status === "string" && (data.prompt_id === undefined || typeof data.prompt_id === "string") && typeof data.queue_revision === "string";
}

export function isElided(data: unknown): data is types.Elided {
  return isObject(data) && Number.isInteger(data.bytes) && typeof data.sha256 === "string" && (data.artifact_id === undefined || typeof data.artifact_id === "string");
}

export function isHealth(data: unknown): data is types.Health {
  return isObject(data) && typeof data.status === "string" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.session_id === "string";
}

export function isHistoryItem(data: unknown): data is types.HistoryItem {
  return isObject(data) && typeof data.item_id === "string" && Number.isInteger(data.index) && typeof data.kind === "string" && typeof data.at === "string" && isObject(data.attribution) && typeof data.secret_coverage === "string" && (data.prompt_id === undefined || typeof data.prompt_id === "string") && (data.text === undefined || typeof data.text === "string") && (data.partial === undefined || typeof data.partial === "boolean") && (data.tool === undefined || isObject(data.tool) && typeof data.tool.name === "string" && typeof data.tool.call_id === "string" && (data.tool.is_error === undefined || typeof data.tool.is_error === "boolean")) && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.every((item) => isItemAttachment(item))) && (data.elided === undefined || isElided(data.elided));
}

export function isHistoryPage(data: unknown): data is types.HistoryPage {
  return isObject(data) && Number.isInteger(data.version) && typeof data.session_id === "string" && (typeof data.title === "string" || data.title === null) && typeof data.checkpoint === "string" && Number.isInteger(data.total_items) && Array.isArray(data.items) && data.items.every((item) => isHistoryItem(item)) && (typeof data.next_page === "string" || data.next_page === null);
}

export function isInputAccepted(data: unknown): data is types.InputAccepted {
  return isObject(data) && typeof data.status === "string" && typeof data.prompt_id === "string" && Number.isInteger(data.generation) && typeof data.queue_revision === "string";
}

export function isInputDequeued(data: unknown): data is types.InputDequeued {
  return isObject(data) && data.kind === "input_dequeued" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.queue_revision === "string" && typeof data.prompt_id === "string";
}

export function isInputList(data: unknown): data is types.InputList {
  return isObject(data) && Number.isInteger(data.version) && typeof data.queue_revision === "string" && Array.isArray(data.items) && data.items.every((item) => isQueuedInput(item));
}

export function isInputQueued(data: unknown): data is types.InputQueued {
  return isObject(data) && data.kind === "input_queued" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.queue_revision === "string" && isQueuedInput(data.input);
}

export function isInterrogative(data: unknown): data is types.Interrogative {
  return isObject(data) && typeof data.id === "string" && typeof data.kind === "string" && typeof data.text === "string" && (data.choices === undefined || Array.isArray(data.choices) && data.choices.every((item) => typeof item === "string")) && (data.tool === undefined || typeof data.tool === "string");
}

export function isInterrogativeOpened(data: unknown): data is types.InterrogativeOpened {
  return isObject(data) && data.kind === "interrogative_opened" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && isInterrogative(data.interrogative);
}

export function isInterrogativeResolved(data: unknown): data is types.InterrogativeResolved {
  return isObject(data) && data.kind === "interrogative_resolved" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.id === "string" && typeof data.resolution === "string";
}

export function isItemAttachment(data: unknown): data is types.ItemAttachment {
  return isObject(data);
}

export function isItemDelta(data: unknown): data is types.ItemDelta {
  return isObject(data) && data.kind === "item_delta" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.item_id === "string" && Number.isInteger(data.offset) && typeof data.text === "string";
}

export function isItemFinished(data: unknown): data is types.ItemFinished {
  return isObject(data) && data.kind === "item_finished" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && isHistoryItem(data.item);
}

export function isItemStarted(data: unknown): data is types.ItemStarted {
  return isObject(data) && data.kind === "item_started" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.item_id === "string" && typeof data.item_kind === "string" && typeof data.prompt_id === "string";
}

export function isLegacyMessage(data: unknown): data is types.LegacyMessage {
  return isObject(data) && Number.isInteger(data.seq) && typeof data.emitted_at === "string" && typeof data.session_id === "string" && isObject(data.event) && typeof data.event.type === "string" && (data.event.operation === undefined || isOperationKey(data.event.operation));
}

export function isOperationKey(data: unknown): data is types.OperationKey {
  return isObject(data) && typeof data.window_id === "string" && typeof data.operation === "string";
}

export function isOperationUpdated(data: unknown): data is types.OperationUpdated {
  return isObject(data) && data.kind === "operation_updated" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && isClientOperationResultV1(data.result);
}

export function isPromptAccepted(data: unknown): data is types.PromptAccepted {
  return isObject(data) && typeof data.status === "string" && typeof data.prompt_id === "string" && Number.isInteger(data.generation);
}

export function isProtocolError(data: unknown): data is types.ProtocolError {
  return isObject(data) && typeof data.code === "string" && typeof data.message === "string" && Number.isInteger(data.status) && typeof data.request_id === "string" && (data.retry_after_seconds === undefined || Number.isInteger(data.retry_after_seconds)) && (data.details === undefined || isObject(data.details) && (data.details.mistake === undefined || typeof data.details.mistake === "string") && (data.details.field === undefined || typeof data.details.field === "string") && (data.details.expected === undefined || typeof data.details.expected === "string"));
}

export function isQueuedInput(data: unknown): data is types.QueuedInput {
  return isObject(data) && typeof data.prompt_id === "string" && Number.isInteger(data.generation) && (data.text === undefined || typeof data.text === "string") && (data.elided === undefined || isElided(data.elided)) && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.every((item) => isItemAttachment(item)));
}

export function isSessionChanged(data: unknown): data is types.SessionChanged {
  return isObject(data) && data.kind === "session_changed" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && (data.title === undefined || (typeof data.title === "string" || data.title === null)) && (data.model === undefined || (typeof data.model === "string" || data.model === null)) && (data.facet === undefined || (typeof data.facet === "string" || data.facet === null)) && (data.permission_monitor === undefined || typeof data.permission_monitor === "string");
}

export function isSessionStopping(data: unknown): data is types.SessionStopping {
  return isObject(data) && data.kind === "session_stopping" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.reason === "string";
}

export function isStartup(data: unknown): data is types.Startup {
  return isObject(data) && Number.isInteger(data.version) && typeof data.state === "string" && Number.isInteger(data.pid) && (data.url === undefined || typeof data.url === "string") && typeof data.session_id === "string" && typeof data.daemon_epoch === "string" && typeof data.started_at === "string" && (data.code === undefined || typeof data.code === "string") && (data.message === undefined || typeof data.message === "string");
}

export function isSyncMessage(data: unknown): data is types.SyncMessage {
  return (isObject(data) && data.event === "frame" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.caught_up === "boolean" && Array.isArray(data.records) && data.records.every((item) => isSyncRecordV1(item)) || isObject(data) && data.event === "heartbeat" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && Number.isInteger(data.interval_seconds) || isObject(data) && data.event === "reset" && Number.isInteger(data.version) && typeof data.code === "string");
}

export function isSyncRecordV1(data: unknown): data is types.SyncRecordV1 {
  return (isTurnStarted(data) || isTurnWaiting(data) || isTurnFinished(data) || isItemStarted(data) || isItemDelta(data) || isItemFinished(data) || isInputQueued(data) || isInputDequeued(data) || isInterrogativeOpened(data) || isInterrogativeResolved(data) || isOperationUpdated(data) || isSessionChanged(data) || isDaemonCatalogChanged(data) || isSessionStopping(data) || isUnknownRecord(data));
}

export function isSyncSnapshot(data: unknown): data is types.SyncSnapshot {
  return isObject(data) && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.busy === "boolean" && typeof data.attention === "boolean" && typeof data.history_checkpoint === "string" && Number.isInteger(data.history_total_items) && typeof data.catalog_revision === "string" && Array.isArray(data.features) && data.features.every((item) => typeof item === "string") && isObject(data.session) && typeof data.session.session_id === "string" && (typeof data.session.title === "string" || data.session.title === null) && typeof data.session.created_at === "string" && isObject(data.turn) && typeof data.turn.state === "string" && Number.isInteger(data.turn.generation) && (data.turn.prompt_id === undefined || typeof data.turn.prompt_id === "string") && (typeof data.turn.model === "string" || data.turn.model === null) && (typeof data.turn.facet === "string" || data.turn.facet === null) && isObject(data.actions) && isActionAvailability(data.actions.prompt) && isActionAvailability(data.actions.queue_input) && isActionAvailability(data.actions.dequeue_newest) && isActionAvailability(data.actions.respond) && isActionAvailability(data.actions.cancel) && isActionAvailability(data.actions.compact) && isObject(data.queue) && typeof data.queue.revision === "string" && Array.isArray(data.queue.items) && data.queue.items.every((item) => isQueuedInput(item)) && Array.isArray(data.interrogatives) && data.interrogatives.every((item) => isInterrogative(item)) && Array.isArray(data.open_items) && data.open_items.every((item) => isObject(item) && typeof item.item_id === "string" && typeof item.kind === "string" && typeof item.prompt_id === "string" && typeof item.text === "string") && (isObject(data.operation_window) && typeof data.operation_window.window === "string" && typeof data.operation_window.issued_at === "string" && typeof data.operation_window.expires_at === "string" || data.operation_window === null);
}

export function isSyncSummary(data: unknown): data is types.SyncSummary {
  return isObject(data) && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.session_id === "string" && typeof data.state === "string" && typeof data.busy === "boolean" && typeof data.attention === "boolean" && typeof data.cursor === "string" && typeof data.catalog_revision === "string" && Number.isInteger(data.history_total_items) && (typeof data.title === "string" || data.title === null) && typeof data.project === "string" && (typeof data.model === "string" || data.model === null) && (typeof data.facet === "string" || data.facet === null) && Number.isInteger(data.queue_length) && typeof data.updated_at === "string";
}

export function isTerminateAccepted(data: unknown): data is types.TerminateAccepted {
  return isObject(data) && typeof data.status === "string";
}

export function isTurnError(data: unknown): data is types.TurnError {
  return isObject(data) && typeof data.code === "string" && typeof data.message === "string" && (data.status === undefined || Number.isInteger(data.status)) && (data.provider === undefined || typeof data.provider === "string") && (data.retry_after_seconds === undefined || Number.isInteger(data.retry_after_seconds)) && (data.key === undefined || typeof data.key === "string");
}

export function isTurnFinished(data: unknown): data is types.TurnFinished {
  return isObject(data) && data.kind === "turn_finished" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.prompt_id === "string" && typeof data.outcome === "string" && (data.finish === undefined || typeof data.finish === "string") && (data.usage === undefined || isUsage(data.usage)) && (data.error === undefined || isTurnError(data.error));
}

export function isTurnStarted(data: unknown): data is types.TurnStarted {
  return isObject(data) && data.kind === "turn_started" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.prompt_id === "string" && Number.isInteger(data.generation) && (typeof data.model === "string" || data.model === null) && (typeof data.facet === "string" || data.facet === null);
}

export function isTurnWaiting(data: unknown): data is types.TurnWaiting {
  return isObject(data) && data.kind === "turn_waiting" && Number.isInteger(data.version) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.prompt_id === "string" && typeof data.until === "string" && isTurnError(data.error);
}

export function isUnknownRecord(data: unknown): data is types.UnknownRecord {
  return isObject(data) && Number.isInteger(data.version) && typeof data.kind === "string" && !((data.kind === "turn_started" || data.kind === "turn_waiting" || data.kind === "turn_finished" || data.kind === "item_started" || data.kind === "item_delta" || data.kind === "item_finished" || data.kind === "input_queued" || data.kind === "input_dequeued" || data.kind === "interrogative_opened" || data.kind === "interrogative_resolved" || data.kind === "operation_updated" || data.kind === "session_changed" || data.kind === "daemon_catalog_changed" || data.kind === "session_stopping")) && typeof data.daemon_epoch === "string" && typeof data.cursor === "string" && typeof data.at === "string" && (data.operation === undefined || isOperationKey(data.operation));
}

export function isUsage(data: unknown): data is types.Usage {
  return isObject(data) && Number.isInteger(data.input_tokens) && Number.isInteger(data.output_tokens);
}

/** Whether an answer of a route, or a message of its stream, can be read. */
export const answerGuards = {
  health: isHealth,
  sync: isSyncSnapshot,
  syncSummary: isSyncSummary,
  events: (data) => isSyncMessage(data) || isLegacyMessage(data),
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
