// @ts-nocheck
/** Made from schema/protocol by `npm run gen`; not edited by hand. Each guard says whether a client can read the data: words may be new. */
import type * as types from "./types.js";

function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

export function isActionAvailability(data: unknown): data is types.ActionAvailability {
  return isObject(data) && typeof data.available === "boolean" && (data.reason === undefined || typeof data.reason === "string");
}

export function isAddress(data: unknown): data is types.Address {
  return typeof data === "string";
}

export function isCancelAccepted(data: unknown): data is types.CancelAccepted {
  return isObject(data) && typeof data.status === "string" && isPromptId(data.prompt_id);
}

export function isClientOperationResultV1(data: unknown): data is types.ClientOperationResultV1 {
  return isObject(data) && isDaemonEpoch(data.daemon_epoch) && isToken(data.window_id) && isOperationId(data.operation) && typeof data.status === "string" && (data.committed_cursor === undefined || isToken(data.committed_cursor)) && (data.outcome === undefined || (typeof data.outcome === "string" || isObject(data.outcome) && isPromptId(data.outcome.prompt_id) && (data.outcome.generation === undefined || isGeneration(data.outcome.generation)) && (data.outcome.turn === undefined || isTurnOutcome(data.outcome.turn)) && (data.outcome.queue_revision === undefined || isCounter(data.outcome.queue_revision)))) && (data.error === undefined || isTurnError(data.error));
}

export function isCounter(data: unknown): data is types.Counter {
  return typeof data === "string";
}

export function isDaemonCatalogChanged(data: unknown): data is types.DaemonCatalogChanged {
  return isObject(data) && data.kind === "daemon_catalog_changed" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isCounter(data.catalog_revision);
}

export function isDaemonCredential(data: unknown): data is types.DaemonCredential {
  return isObject(data) && isVersion(data.version) && typeof data.kind === "string" && typeof data.token === "string";
}

export function isDaemonEpoch(data: unknown): data is types.DaemonEpoch {
  return typeof data === "string";
}

export function isDequeueResult(data: unknown): data is types.DequeueResult {
  return isObject(data) && typeof data.status === "string" && (data.prompt_id === undefined || isPromptId(data.prompt_id)) && isCounter(data.queue_revision);
}

export function isDigest(data: unknown): data is types.Digest {
  return typeof data === "string";
}

export function isElided(data: unknown): data is types.Elided {
  return isObject(data) && Number.isInteger(data.bytes) && isDigest(data.sha256) && (data.artifact_id === undefined || typeof data.artifact_id === "string");
}

export function isFinish(data: unknown): data is types.Finish {
  return typeof data === "string";
}

export function isGeneration(data: unknown): data is types.Generation {
  return Number.isInteger(data);
}

export function isHealth(data: unknown): data is types.Health {
  return isObject(data) && typeof data.status === "string" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isSessionId(data.session_id);
}

export function isHistoryItem(data: unknown): data is types.HistoryItem {
  return isObject(data) && typeof data.item_id === "string" && Number.isInteger(data.index) && isItemKind(data.kind) && isTime(data.at) && isObject(data.attribution) && typeof data.secret_coverage === "string" && (data.prompt_id === undefined || isPromptId(data.prompt_id)) && (data.text === undefined || typeof data.text === "string") && (data.partial === undefined || typeof data.partial === "boolean") && (data.tool === undefined || isObject(data.tool) && typeof data.tool.name === "string" && typeof data.tool.call_id === "string" && (data.tool.is_error === undefined || typeof data.tool.is_error === "boolean")) && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.every((item) => isItemAttachment(item))) && (data.elided === undefined || isElided(data.elided));
}

export function isHistoryPage(data: unknown): data is types.HistoryPage {
  return isObject(data) && isVersion(data.version) && isSessionId(data.session_id) && (typeof data.title === "string" || data.title === null) && isToken(data.checkpoint) && Number.isInteger(data.total_items) && Array.isArray(data.items) && data.items.every((item) => isHistoryItem(item)) && (isToken(data.next_page) || data.next_page === null);
}

export function isInputAccepted(data: unknown): data is types.InputAccepted {
  return isObject(data) && typeof data.status === "string" && isPromptId(data.prompt_id) && isGeneration(data.generation) && isCounter(data.queue_revision);
}

export function isInputDequeued(data: unknown): data is types.InputDequeued {
  return isObject(data) && data.kind === "input_dequeued" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isCounter(data.queue_revision) && isPromptId(data.prompt_id);
}

export function isInputList(data: unknown): data is types.InputList {
  return isObject(data) && isVersion(data.version) && isCounter(data.queue_revision) && Array.isArray(data.items) && data.items.every((item) => isQueuedInput(item));
}

export function isInputQueued(data: unknown): data is types.InputQueued {
  return isObject(data) && data.kind === "input_queued" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isCounter(data.queue_revision) && isQueuedInput(data.input);
}

export function isInterrogative(data: unknown): data is types.Interrogative {
  return isObject(data) && typeof data.id === "string" && typeof data.kind === "string" && typeof data.text === "string" && (data.choices === undefined || Array.isArray(data.choices) && data.choices.every((item) => typeof item === "string")) && (data.tool === undefined || typeof data.tool === "string");
}

export function isInterrogativeOpened(data: unknown): data is types.InterrogativeOpened {
  return isObject(data) && data.kind === "interrogative_opened" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isInterrogative(data.interrogative);
}

export function isInterrogativeResolved(data: unknown): data is types.InterrogativeResolved {
  return isObject(data) && data.kind === "interrogative_resolved" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.id === "string" && typeof data.resolution === "string";
}

export function isItemAttachment(data: unknown): data is types.ItemAttachment {
  return isObject(data);
}

export function isItemDelta(data: unknown): data is types.ItemDelta {
  return isObject(data) && data.kind === "item_delta" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.item_id === "string" && Number.isInteger(data.offset) && typeof data.text === "string";
}

export function isItemFinished(data: unknown): data is types.ItemFinished {
  return isObject(data) && data.kind === "item_finished" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isHistoryItem(data.item);
}

export function isItemKind(data: unknown): data is types.ItemKind {
  return typeof data === "string";
}

export function isItemStarted(data: unknown): data is types.ItemStarted {
  return isObject(data) && data.kind === "item_started" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.item_id === "string" && isItemKind(data.item_kind) && isPromptId(data.prompt_id);
}

export function isOperationId(data: unknown): data is types.OperationId {
  return typeof data === "string";
}

export function isOperationKey(data: unknown): data is types.OperationKey {
  return isObject(data) && isToken(data.window_id) && isOperationId(data.operation);
}

export function isOperationUpdated(data: unknown): data is types.OperationUpdated {
  return isObject(data) && data.kind === "operation_updated" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isClientOperationResultV1(data.result);
}

export function isPromptAccepted(data: unknown): data is types.PromptAccepted {
  return isObject(data) && typeof data.status === "string" && isPromptId(data.prompt_id) && isGeneration(data.generation);
}

export function isPromptId(data: unknown): data is types.PromptId {
  return typeof data === "string";
}

export function isProtocolError(data: unknown): data is types.ProtocolError {
  return isObject(data) && typeof data.code === "string" && typeof data.message === "string" && Number.isInteger(data.status) && typeof data.request_id === "string" && (data.retry_after_seconds === undefined || Number.isInteger(data.retry_after_seconds)) && (data.details === undefined || isObject(data.details) && (data.details.mistake === undefined || typeof data.details.mistake === "string") && (data.details.field === undefined || typeof data.details.field === "string") && (data.details.expected === undefined || typeof data.details.expected === "string"));
}

export function isQueuedInput(data: unknown): data is types.QueuedInput {
  return isObject(data) && isPromptId(data.prompt_id) && isGeneration(data.generation) && (data.text === undefined || typeof data.text === "string") && (data.elided === undefined || isElided(data.elided)) && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.every((item) => isItemAttachment(item)));
}

export function isSessionChanged(data: unknown): data is types.SessionChanged {
  return isObject(data) && data.kind === "session_changed" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && (data.title === undefined || (typeof data.title === "string" || data.title === null)) && (data.model === undefined || (typeof data.model === "string" || data.model === null)) && (data.facet === undefined || (typeof data.facet === "string" || data.facet === null)) && (data.permission_monitor === undefined || typeof data.permission_monitor === "string");
}

export function isSessionId(data: unknown): data is types.SessionId {
  return typeof data === "string";
}

export function isSessionStopping(data: unknown): data is types.SessionStopping {
  return isObject(data) && data.kind === "session_stopping" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.reason === "string";
}

export function isStartup(data: unknown): data is types.Startup {
  return isObject(data) && isVersion(data.version) && typeof data.state === "string" && Number.isInteger(data.pid) && (data.url === undefined || isAddress(data.url)) && isSessionId(data.session_id) && isDaemonEpoch(data.daemon_epoch) && isTime(data.started_at) && (data.code === undefined || typeof data.code === "string") && (data.message === undefined || typeof data.message === "string");
}

export function isSyncMessage(data: unknown): data is types.SyncMessage {
  return (isObject(data) && data.event === "frame" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && typeof data.caught_up === "boolean" && Array.isArray(data.records) && data.records.every((item) => isSyncRecordV1(item)) || isObject(data) && data.event === "heartbeat" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && Number.isInteger(data.interval_seconds) || isObject(data) && data.event === "reset" && isVersion(data.version) && typeof data.code === "string");
}

export function isSyncRecordV1(data: unknown): data is types.SyncRecordV1 {
  return (isTurnStarted(data) || isTurnWaiting(data) || isTurnFinished(data) || isItemStarted(data) || isItemDelta(data) || isItemFinished(data) || isInputQueued(data) || isInputDequeued(data) || isInterrogativeOpened(data) || isInterrogativeResolved(data) || isOperationUpdated(data) || isSessionChanged(data) || isDaemonCatalogChanged(data) || isSessionStopping(data) || isUnknownRecord(data));
}

export function isSyncSnapshot(data: unknown): data is types.SyncSnapshot {
  return isObject(data) && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && typeof data.busy === "boolean" && typeof data.attention === "boolean" && isToken(data.history_checkpoint) && Number.isInteger(data.history_total_items) && isCounter(data.catalog_revision) && Array.isArray(data.features) && data.features.every((item) => typeof item === "string") && isObject(data.session) && isSessionId(data.session.session_id) && (typeof data.session.title === "string" || data.session.title === null) && isTime(data.session.created_at) && isObject(data.turn) && typeof data.turn.state === "string" && isGeneration(data.turn.generation) && (data.turn.prompt_id === undefined || isPromptId(data.turn.prompt_id)) && (typeof data.turn.model === "string" || data.turn.model === null) && (typeof data.turn.facet === "string" || data.turn.facet === null) && isObject(data.actions) && isActionAvailability(data.actions.prompt) && isActionAvailability(data.actions.queue_input) && isActionAvailability(data.actions.dequeue_newest) && isActionAvailability(data.actions.respond) && isActionAvailability(data.actions.cancel) && isActionAvailability(data.actions.compact) && isObject(data.queue) && isCounter(data.queue.revision) && Array.isArray(data.queue.items) && data.queue.items.every((item) => isQueuedInput(item)) && Array.isArray(data.interrogatives) && data.interrogatives.every((item) => isInterrogative(item)) && Array.isArray(data.open_items) && data.open_items.every((item) => isObject(item) && typeof item.item_id === "string" && isItemKind(item.kind) && isPromptId(item.prompt_id) && typeof item.text === "string") && (isObject(data.operation_window) && isToken(data.operation_window.window) && isTime(data.operation_window.issued_at) && isTime(data.operation_window.expires_at) || data.operation_window === null);
}

export function isSyncSummary(data: unknown): data is types.SyncSummary {
  return isObject(data) && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isSessionId(data.session_id) && typeof data.state === "string" && typeof data.busy === "boolean" && typeof data.attention === "boolean" && isToken(data.cursor) && isCounter(data.catalog_revision) && Number.isInteger(data.history_total_items) && (typeof data.title === "string" || data.title === null) && typeof data.project === "string" && (typeof data.model === "string" || data.model === null) && (typeof data.facet === "string" || data.facet === null) && Number.isInteger(data.queue_length) && isTime(data.updated_at);
}

export function isTerminateAccepted(data: unknown): data is types.TerminateAccepted {
  return isObject(data) && typeof data.status === "string";
}

export function isTime(data: unknown): data is types.Time {
  return typeof data === "string";
}

export function isToken(data: unknown): data is types.Token {
  return typeof data === "string";
}

export function isTurnError(data: unknown): data is types.TurnError {
  return isObject(data) && typeof data.code === "string" && typeof data.message === "string" && (data.status === undefined || Number.isInteger(data.status)) && (data.provider === undefined || typeof data.provider === "string") && (data.retry_after_seconds === undefined || Number.isInteger(data.retry_after_seconds)) && (data.key === undefined || typeof data.key === "string");
}

export function isTurnFinished(data: unknown): data is types.TurnFinished {
  return isObject(data) && data.kind === "turn_finished" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isPromptId(data.prompt_id) && isTurnOutcome(data.outcome) && (data.finish === undefined || isFinish(data.finish)) && (data.usage === undefined || isUsage(data.usage)) && (data.error === undefined || isTurnError(data.error));
}

export function isTurnOutcome(data: unknown): data is types.TurnOutcome {
  return typeof data === "string";
}

export function isTurnStarted(data: unknown): data is types.TurnStarted {
  return isObject(data) && data.kind === "turn_started" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isPromptId(data.prompt_id) && isGeneration(data.generation) && (typeof data.model === "string" || data.model === null) && (typeof data.facet === "string" || data.facet === null);
}

export function isTurnWaiting(data: unknown): data is types.TurnWaiting {
  return isObject(data) && data.kind === "turn_waiting" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isPromptId(data.prompt_id) && isTime(data.until) && isTurnError(data.error);
}

export function isUnknownRecord(data: unknown): data is types.UnknownRecord {
  return isObject(data) && isVersion(data.version) && typeof data.kind === "string" && !((data.kind === "turn_started" || data.kind === "turn_waiting" || data.kind === "turn_finished" || data.kind === "item_started" || data.kind === "item_delta" || data.kind === "item_finished" || data.kind === "input_queued" || data.kind === "input_dequeued" || data.kind === "interrogative_opened" || data.kind === "interrogative_resolved" || data.kind === "operation_updated" || data.kind === "session_changed" || data.kind === "daemon_catalog_changed" || data.kind === "session_stopping")) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation));
}

export function isUsage(data: unknown): data is types.Usage {
  return isObject(data) && Number.isInteger(data.input_tokens) && Number.isInteger(data.output_tokens);
}

export function isVersion(data: unknown): data is types.Version {
  return Number.isInteger(data);
}

/** Whether an answer of a route, or a message of its stream, can be read. */
export const answerGuards = {
  health: isHealth,
  sync: isSyncSnapshot,
  syncSummary: isSyncSummary,
  events: isSyncMessage,
  history: isHistoryPage,
  prompt: (data) => isClientOperationResultV1(data) || isPromptAccepted(data),
  queueInput: (data) => isClientOperationResultV1(data) || isInputAccepted(data),
  inputs: isInputList,
  dequeueNewest: (data) => isDequeueResult(data) || isClientOperationResultV1(data),
  operation: isClientOperationResultV1,
  cancelTurn: isCancelAccepted,
  terminate: isTerminateAccepted,
} as const;
