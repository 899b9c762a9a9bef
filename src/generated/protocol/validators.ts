// @ts-nocheck
/** Made from schema/protocol by `npm run gen`; not edited by hand. Each guard says whether plain data fits, and nothing of why not. */
import type * as types from "./types.js";

function isObject(data) {
  return typeof data === "object" && data !== null && !Array.isArray(data);
}

/** Counts characters as JSON Schema does: a pair of surrogates is one. */
function lengthOf(text) {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

export function isAttachmentChunk(data: unknown): data is types.AttachmentChunk {
  return isObject(data) && typeof data.artifact_id === "string" && typeof data.media_type === "string" && Number.isInteger(data.total_length) && data.total_length >= 0 && Number.isInteger(data.offset) && data.offset >= 0 && typeof data.data_base64 === "string";
}

export function isCancelAccepted(data: unknown): data is types.CancelAccepted {
  return isObject(data) && data.status === "cancel_requested" && isPromptId(data.prompt_id);
}

export function isCompactAccepted(data: unknown): data is types.CompactAccepted {
  return isObject(data) && (data.status === "admitted" || data.status === "nothing_to_compact") && (data.compaction_id === undefined || typeof data.compaction_id === "string");
}

export function isCompactRequest(data: unknown): data is types.CompactRequest {
  return isObject(data) && (data.guidance === undefined || typeof data.guidance === "string" && lengthOf(data.guidance) <= 16384) && (data.operation_context === undefined || isOperationContext(data.operation_context));
}

export function isDaemonCredential(data: unknown): data is types.DaemonCredential {
  return isObject(data) && data.kind === "agent-daemon-credential" && isVersion(data.version) && typeof data.token === "string" && /^[!-~]{32,}$/u.test(data.token);
}

export function isDaemonState(data: unknown): data is types.DaemonState {
  return isObject(data) && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isCounter(data.catalog_revision) && Array.isArray(data.facets) && data.facets.every((item) => isObject(item) && typeof item.name === "string" && typeof item.description === "string" && (typeof item.model === "string" || item.model === null) && Array.isArray(item.policies) && item.policies.every((item) => typeof item === "string") && isObject(item.color) && typeof item.color.light === "string" && /^#[0-9a-f]{6}$/u.test(item.color.light) && typeof item.color.dark === "string" && /^#[0-9a-f]{6}$/u.test(item.color.dark)) && Array.isArray(data.models) && data.models.every((item) => isObject(item) && typeof item.name === "string" && typeof item.label === "string" && (typeof item.provider === "string" || item.provider === null) && (typeof item.protocol === "string" || item.protocol === null) && (typeof item.class === "string" || item.class === null) && (item.origin === undefined || typeof item.origin === "string") && isObject(item.reasoning) && typeof item.reasoning.type === "string" && (item.reasoning.can_disable === undefined || typeof item.reasoning.can_disable === "boolean") && (item.reasoning.levels === undefined || Array.isArray(item.reasoning.levels) && item.reasoning.levels.every((item) => typeof item === "string")) && (item.reasoning.default_level === undefined || (typeof item.reasoning.default_level === "string" || item.reasoning.default_level === null)) && isObject(item.capabilities) && (Number.isInteger(item.capabilities.context_window) || item.capabilities.context_window === null) && (Number.isInteger(item.capabilities.output_limit) || item.capabilities.output_limit === null) && typeof item.capabilities.vision === "boolean" && (typeof item.capabilities.edit_format === "string" || item.capabilities.edit_format === null) && typeof item.capabilities.tool_loading === "string" && Number.isInteger(item.capabilities.max_tool_batch_size) && typeof item.capabilities.forced_tool_choice === "boolean" && isObject(item.request_options) && Array.isArray(item.request_options.declared) && item.request_options.declared.every((item) => typeof item === "string") && isObject(item.request_options.defaults) && Object.values(item.request_options.defaults).every((item) => (typeof item === "boolean" || typeof item === "string"))) && Array.isArray(data.subagents) && data.subagents.every((item) => isObject(item) && typeof item.name === "string" && typeof item.description === "string" && Array.isArray(item.tags) && item.tags.every((item) => typeof item === "string") && isOrigin(item.origin)) && Array.isArray(data.skills) && data.skills.every((item) => isObject(item) && typeof item.name === "string" && typeof item.description === "string" && Array.isArray(item.tags) && item.tags.every((item) => typeof item === "string") && isOrigin(item.origin) && typeof item.user_invocable === "boolean" && typeof item.model_invocable === "boolean") && Array.isArray(data.tools) && data.tools.every((item) => isObject(item) && typeof item.name === "string" && typeof item.description === "string" && Array.isArray(item.tags) && item.tags.every((item) => typeof item === "string") && isOrigin(item.origin) && isObject(item.input_schema) && typeof item.strict === "boolean") && Array.isArray(data.mcp_servers) && data.mcp_servers.every((item) => isObject(item) && typeof item.name === "string" && (item.transport === "stdio" || item.transport === "http") && isMcpState(item.state) && Number.isInteger(item.tool_count) && item.tool_count >= 0 && Array.isArray(item.tools) && item.tools.every((item) => typeof item === "string") && (item.problem === undefined || typeof item.problem === "string")) && Array.isArray(data.extensions) && data.extensions.every((item) => isObject(item) && typeof item.name === "string") && isObject(data.diagnostics) && Number.isInteger(data.diagnostics.rejected) && data.diagnostics.rejected >= 0;
}

export function isDequeueRequest(data: unknown): data is types.DequeueRequest {
  return isObject(data) && (data.operation_context === undefined || isOperationContext(data.operation_context));
}

export function isDequeueResult(data: unknown): data is types.DequeueResult {
  return isObject(data) && (data.status === "dequeued" || data.status === "nothing_queued") && (data.prompt_id === undefined || isPromptId(data.prompt_id)) && isCounter(data.queue_revision);
}

export function isEmptyRequest(data: unknown): data is types.EmptyRequest {
  return isObject(data);
}

export function isProtocolError(data: unknown): data is types.ProtocolError {
  return isObject(data) && typeof data.code === "string" && typeof data.message === "string" && Number.isInteger(data.status) && data.status >= 400 && data.status <= 599 && typeof data.request_id === "string" && (data.retry_after_seconds === undefined || Number.isInteger(data.retry_after_seconds) && data.retry_after_seconds >= 0) && (data.details === undefined || isObject(data.details) && (data.details.mistake === undefined || typeof data.details.mistake === "string") && (data.details.field === undefined || typeof data.details.field === "string") && (data.details.expected === undefined || typeof data.details.expected === "string") && (data.details.reason === undefined || typeof data.details.reason === "string") && (data.details.errors === undefined || Array.isArray(data.details.errors) && data.details.errors.every((item) => isObject(item) && typeof item.rule === "string" && typeof item.message === "string" && Number.isInteger(item.line) && item.line >= 1 && Number.isInteger(item.column) && item.column >= 1)));
}

export function isFacetRequest(data: unknown): data is types.FacetRequest {
  return isObject(data) && typeof data.facet === "string";
}

export function isFinalized(data: unknown): data is types.Finalized {
  return isObject(data) && isVersion(data.version) && isSessionId(data.session_id) && isTime(data.finalized_at) && (data.title === undefined || (typeof data.title === "string" || data.title === null)) && (data.model === undefined || (typeof data.model === "string" || data.model === null)) && (data.facet === undefined || (typeof data.facet === "string" || data.facet === null)) && (data.last_at === undefined || isTime(data.last_at)) && (data.last_turn === undefined || isLastTurn(data.last_turn)) && Number.isInteger(data.total_items) && data.total_items >= 0 && Number.isInteger(data.entries) && data.entries >= 0 && Array.isArray(data.segments) && data.segments.every((item) => isObject(item) && typeof item.name === "string" && Number.isInteger(item.bytes) && item.bytes >= 0 && isDigest(item.sha256));
}

export function isFleetCatalog(data: unknown): data is types.FleetCatalog {
  return isObject(data) && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && Array.isArray(data.features) && data.features.every((item) => typeof item === "string") && isToken(data.snapshot) && Array.isArray(data.projects) && data.projects.every((item) => isFleetProject(item)) && Array.isArray(data.sessions) && data.sessions.every((item) => isSessionRow(item)) && isObject(data.page) && (isToken(data.page.next_page) || data.page.next_page === null) && Number.isInteger(data.page.total) && data.page.total >= 0;
}

export function isFleetEventV1(data: unknown): data is types.FleetEventV1 {
  return (isProjectUpserted(data) || isProjectRemoved(data) || isSessionUpserted(data) || isSessionRemoved(data) || isSessionObserved(data) || isSessionStopped(data) || isHistoryFinalized(data) || isUnknownFleetEvent(data));
}

export function isProjectUpserted(data: unknown): data is types.ProjectUpserted {
  return isObject(data) && data.kind === "project_upserted" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && isTime(data.at) && isFleetProject(data.project);
}

export function isProjectRemoved(data: unknown): data is types.ProjectRemoved {
  return isObject(data) && data.kind === "project_removed" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && isTime(data.at) && isProjectId(data.project_id);
}

export function isSessionUpserted(data: unknown): data is types.SessionUpserted {
  return isObject(data) && data.kind === "session_upserted" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && isTime(data.at) && isSessionRow(data.session);
}

export function isSessionRemoved(data: unknown): data is types.SessionRemoved {
  return isObject(data) && data.kind === "session_removed" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && isTime(data.at) && isSessionId(data.session_id);
}

export function isSessionObserved(data: unknown): data is types.SessionObserved {
  return isObject(data) && data.kind === "session_observed" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && isTime(data.at) && isSessionId(data.session_id) && typeof data.fresh === "boolean" && (isTime(data.observed_at) || data.observed_at === null);
}

export function isSessionStopped(data: unknown): data is types.SessionStopped {
  return isObject(data) && data.kind === "session_stopped" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && isTime(data.at) && isSessionRow(data.session);
}

export function isHistoryFinalized(data: unknown): data is types.HistoryFinalized {
  return isObject(data) && data.kind === "history_finalized" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && isTime(data.at) && isSessionRow(data.session);
}

export function isUnknownFleetEvent(data: unknown): data is types.UnknownFleetEvent {
  return isObject(data) && isVersion(data.version) && typeof data.kind === "string" && !((data.kind === "project_upserted" || data.kind === "project_removed" || data.kind === "session_upserted" || data.kind === "session_removed" || data.kind === "session_observed" || data.kind === "session_stopped" || data.kind === "history_finalized")) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && isTime(data.at);
}

export function isFleetMessage(data: unknown): data is types.FleetMessage {
  return (isObject(data) && data.event === "frame" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && typeof data.caught_up === "boolean" && Array.isArray(data.records) && data.records.length >= 1 && data.records.length <= 256 && data.records.every((item) => isFleetEventV1(item)) || isObject(data) && data.event === "heartbeat" && isVersion(data.version) && isFleetEpoch(data.fleet_epoch) && isToken(data.cursor) && Number.isInteger(data.interval_seconds) && data.interval_seconds >= 1 || isObject(data) && data.event === "reset" && isVersion(data.version) && typeof data.code === "string");
}

export function isFleetProject(data: unknown): data is types.FleetProject {
  return isObject(data) && isProjectId(data.project_id) && typeof data.name === "string" && Number.isInteger(data.session_count) && data.session_count >= 0;
}

export function isHealth(data: unknown): data is types.Health {
  return isObject(data) && data.status === "ok" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isSessionId(data.session_id);
}

export function isHistoryItem(data: unknown): data is types.HistoryItem {
  return isObject(data) && (data.partial === undefined || data.partial === true) && (data.echo === undefined || data.echo === true) && typeof data.item_id === "string" && Number.isInteger(data.index) && data.index >= 0 && isItemKind(data.kind) && isTime(data.at) && (isObject(data.attribution) && data.attribution.kind === "captured" && (typeof data.attribution.facet === "string" || data.attribution.facet === null) && (typeof data.attribution.model === "string" || data.attribution.model === null) || isObject(data.attribution) && data.attribution.kind === "historical_unknown") && (data.secret_coverage === "captured" || data.secret_coverage === "historical_secret_coverage_unknown") && (data.prompt_id === undefined || isPromptId(data.prompt_id)) && (data.text === undefined || typeof data.text === "string") && (data.tool === undefined || isObject(data.tool) && typeof data.tool.name === "string" && typeof data.tool.call_id === "string" && (data.tool.is_error === undefined || typeof data.tool.is_error === "boolean") && (data.tool.is_denied === undefined || typeof data.tool.is_denied === "boolean") && (data.tool.diff === undefined || isObject(data.tool.diff) && (data.tool.diff.elided === undefined || data.tool.diff.elided === true) && typeof data.tool.diff.path === "string" && (typeof data.tool.diff.old === "string" || data.tool.diff.old === null) && typeof data.tool.diff.new === "string" && (data.tool.diff.line === undefined || Number.isInteger(data.tool.diff.line) && data.tool.diff.line >= 1)) && (data.tool.locations === undefined || Array.isArray(data.tool.locations) && data.tool.locations.every((item) => isObject(item) && typeof item.path === "string" && (item.line === undefined || Number.isInteger(item.line) && item.line >= 1)))) && (data.tools === undefined || isObject(data.tools) && Array.isArray(data.tools.missing) && data.tools.missing.every((item) => isObject(item) && typeof item.server === "string" && typeof item.problem === "string")) && (data.error === undefined || isTurnError(data.error)) && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.every((item) => isItemAttachment(item))) && (data.elided === undefined || isElided(data.elided));
}

export function isHistoryPage(data: unknown): data is types.HistoryPage {
  return isObject(data) && isVersion(data.version) && isSessionId(data.session_id) && (typeof data.title === "string" || data.title === null) && isToken(data.checkpoint) && Number.isInteger(data.total_items) && data.total_items >= 0 && Array.isArray(data.items) && data.items.length <= 256 && data.items.every((item) => isHistoryItem(item)) && (isToken(data.next_page) || data.next_page === null);
}

export function isHubReadyLine(data: unknown): data is types.HubReadyLine {
  return (isObject(data) && data.state === "ready" && isAddress(data.url) && isFleetEpoch(data.fleet_epoch) && Number.isInteger(data.pid) && data.pid >= 1 || isFailedState(data));
}

export function isHubStartup(data: unknown): data is types.HubStartup {
  return isObject(data) && isVersion(data.version) && (data.state === "starting" || data.state === "ready" || data.state === "failed") && Number.isInteger(data.pid) && data.pid >= 1 && (data.url === undefined || isAddress(data.url)) && isFleetEpoch(data.fleet_epoch) && isTime(data.started_at) && (data.code === undefined || typeof data.code === "string") && (data.message === undefined || typeof data.message === "string");
}

export function isHubToken(data: unknown): data is types.HubToken {
  return isObject(data) && typeof data.id === "string" && /^[a-z0-9]{8,32}$/u.test(data.id) && isDigest(data.digest) && (data.kind === "machine" || data.kind === "human" || data.kind === "daemon") && Array.isArray(data.scopes) && new Set(data.scopes).size === data.scopes.length && data.scopes.every((item) => (item === "machine" || item === "sessions.read" || item === "sessions.control" || item === "sessions.manage")) && (data.session_id === undefined || isSessionId(data.session_id)) && (data.delegated === undefined || typeof data.delegated === "boolean") && isTime(data.created_at) && (data.process === undefined || isObject(data.process) && Number.isInteger(data.process.pid) && data.process.pid >= 1 && typeof data.process.boot === "string" && typeof data.process.started === "string");
}

export function isHubTokens(data: unknown): data is types.HubTokens {
  return isObject(data) && isVersion(data.version) && Array.isArray(data.tokens) && data.tokens.every((item) => isHubToken(item));
}

export function isInputAccepted(data: unknown): data is types.InputAccepted {
  return isObject(data) && data.status === "queued" && isPromptId(data.prompt_id) && isGeneration(data.generation) && isCounter(data.queue_revision);
}

export function isInputList(data: unknown): data is types.InputList {
  return isObject(data) && isVersion(data.version) && isCounter(data.queue_revision) && Array.isArray(data.items) && data.items.every((item) => isQueuedInput(item));
}

export function isLegacyMessage(data: unknown): data is types.LegacyMessage {
  return isObject(data) && Number.isInteger(data.seq) && data.seq >= 0 && data.seq <= 9007199254740991 && isTime(data.emitted_at) && isSessionId(data.session_id) && isObject(data.event) && typeof data.event.type === "string" && (data.event.operation === undefined || isOperationKey(data.event.operation));
}

export function isLogEntry(data: unknown): data is types.LogEntry {
  return (isObject(data) && data.t === "segment" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && isSessionId(data.session_id) && Number.isInteger(data.segment) && data.segment >= 1 && (isDigest(data.previous) || data.previous === null) || isObject(data) && data.t === "epoch" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && isDaemonEpoch(data.daemon_epoch) || isObject(data) && data.t === "prompt" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && isPromptId(data.prompt_id) && isGeneration(data.generation) && (typeof data.model === "string" || data.model === null) && (typeof data.facet === "string" || data.facet === null) && (data.item === undefined || isHistoryItem(data.item)) && (data.operation === undefined || isCorrelation(data.operation)) || isObject(data) && data.t === "input" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && isCounter(data.queue_revision) && isQueuedInput(data.input) && (typeof data.model === "string" || data.model === null) && (data.operation === undefined || isCorrelation(data.operation)) && (data.facet === undefined || typeof data.facet === "string") || isObject(data) && data.t === "dequeue" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && isCounter(data.queue_revision) && (isPromptId(data.prompt_id) || data.prompt_id === null) && (data.operation === undefined || isCorrelation(data.operation)) || isObject(data) && data.t === "answer" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && typeof data.id === "string" && typeof data.resolution === "string" && (data.operation === undefined || isCorrelation(data.operation)) || isObject(data) && data.t === "item" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && isHistoryItem(data.item) || isObject(data) && data.t === "turn" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && isPromptId(data.prompt_id) && isTurnOutcome(data.outcome) && (data.finish === undefined || isFinish(data.finish)) && (data.usage === undefined || isUsage(data.usage)) && (data.error === undefined || isTurnError(data.error)) && (data.context === undefined || isContextSize(data.context)) || isObject(data) && data.t === "session" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && (data.title === undefined || (typeof data.title === "string" || data.title === null)) && (data.model === undefined || (typeof data.model === "string" || data.model === null)) && (data.facet === undefined || (typeof data.facet === "string" || data.facet === null)) || isObject(data) && data.t === "compacting" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && typeof data.compaction_id === "string" && (data.operation === undefined || isCorrelation(data.operation)) || isObject(data) && data.t === "compacted" && Number.isInteger(data.n) && data.n >= 1 && Number.isInteger(data.s) && data.s >= 0 && isTime(data.at) && typeof data.compaction_id === "string" && Number.isInteger(data.items) && data.items >= 0 && typeof data.text === "string" && (data.elided === undefined || isElided(data.elided)) && Number.isInteger(data.before) && data.before >= 0 && Number.isInteger(data.after) && data.after >= 0);
}

export function isCorrelation(data: unknown): data is types.Correlation {
  return isObject(data) && isToken(data.window_id) && isOperationId(data.operation) && isDigest(data.payload);
}

export function isLoginCallbackRequest(data: unknown): data is types.LoginCallbackRequest {
  return isObject(data) && typeof data.state === "string" && (data.code === undefined || typeof data.code === "string") && (data.error === undefined || typeof data.error === "string") && (data.iss === undefined || typeof data.iss === "string");
}

export function isLoginFinished(data: unknown): data is types.LoginFinished {
  return isObject(data) && data.status === "completed";
}

export function isLoginStarted(data: unknown): data is types.LoginStarted {
  return isObject(data) && data.status === "started" && typeof data.url === "string";
}

export function isMcpAccepted(data: unknown): data is types.McpAccepted {
  return isObject(data) && data.status === "accepted" && isMcpState(data.state);
}

export function isModelRequest(data: unknown): data is types.ModelRequest {
  return isObject(data) && typeof data.model === "string";
}

export function isOperationContext(data: unknown): data is types.OperationContext {
  return isObject(data) && typeof data.daemon_epoch === "string" && typeof data.window === "string" && isOperationId(data.operation);
}

export function isClientOperationResultV1(data: unknown): data is types.ClientOperationResultV1 {
  return isObject(data) && isDaemonEpoch(data.daemon_epoch) && isToken(data.window_id) && isOperationId(data.operation) && (data.status === "admitted" || data.status === "in_progress" || data.status === "completed" || data.status === "failed") && (data.committed_cursor === undefined || isToken(data.committed_cursor)) && (data.outcome === undefined || (data.outcome === "nothing_queued" || data.outcome === "nothing_to_compact" || isObject(data.outcome) && isPromptId(data.outcome.prompt_id) && (data.outcome.generation === undefined || isGeneration(data.outcome.generation)) && (data.outcome.turn === undefined || isTurnOutcome(data.outcome.turn)) && (data.outcome.queue_revision === undefined || isCounter(data.outcome.queue_revision)) || isObject(data.outcome) && typeof data.outcome.interrogative_id === "string" && typeof data.outcome.resolution === "string" || isObject(data.outcome) && typeof data.outcome.compaction_id === "string" && (data.outcome.before === undefined || Number.isInteger(data.outcome.before) && data.outcome.before >= 0) && (data.outcome.after === undefined || Number.isInteger(data.outcome.after) && data.outcome.after >= 0))) && (data.error === undefined || isTurnError(data.error));
}

export function isPermissionMonitorRequest(data: unknown): data is types.PermissionMonitorRequest {
  return isObject(data) && isPermissionMonitor(data.monitor);
}

export function isPromptAccepted(data: unknown): data is types.PromptAccepted {
  return isObject(data) && data.status === "admitted" && isPromptId(data.prompt_id) && isGeneration(data.generation);
}

export function isPromptRequest(data: unknown): data is types.PromptRequest {
  return isObject(data) && (data.content === undefined || typeof data.content === "string") && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.length <= 32 && data.attachments.every((item) => isObject(item) && typeof item.media_type === "string" && /^[!#$&^_.+A-Za-z0-9-]+\/[!#$&^_.+A-Za-z0-9-]+(?:;[ -~]*)?$/u.test(item.media_type) && lengthOf(item.media_type) <= 127 && typeof item.data_base64 === "string" && /^[A-Za-z0-9+/]*={0,2}$/u.test(item.data_base64) && (item.name === undefined || typeof item.name === "string" && lengthOf(item.name) <= 255))) && (data.model === undefined || typeof data.model === "string" && data.model !== "" && lengthOf(data.model) <= 256) && (data.facet === undefined || typeof data.facet === "string" && data.facet !== "" && lengthOf(data.facet) <= 256) && (data.prompt_id === undefined || isPromptId(data.prompt_id)) && (data.generation === undefined || isGeneration(data.generation)) && (data.operation_context === undefined || isOperationContext(data.operation_context));
}

export function isReadyLine(data: unknown): data is types.ReadyLine {
  return (isObject(data) && data.state === "ready" && isAddress(data.url) && isSessionId(data.session_id) && typeof data.session_dir === "string" && isDaemonEpoch(data.daemon_epoch) && Number.isInteger(data.pid) && data.pid >= 1 && (data.withheld === undefined || Array.isArray(data.withheld) && data.withheld.every((item) => isObject(item) && typeof item.path === "string" && typeof item.why === "string" && (item.file === undefined || typeof item.file === "string"))) && (data.project_errors === undefined || isProjectErrors(data.project_errors)) && (data.permission_errors === undefined || isProjectErrors(data.permission_errors)) && (data.elsewhere === undefined || isObject(data.elsewhere) && Array.isArray(data.elsewhere.servers) && data.elsewhere.servers.every((item) => typeof item === "string") && typeof data.elsewhere.directory === "string" && typeof data.elsewhere.instead_of === "string") && (data.withheld_variables === undefined || isObject(data.withheld_variables) && Array.isArray(data.withheld_variables.names) && data.withheld_variables.names.every((item) => typeof item === "string") && typeof data.withheld_variables.directory === "string") && (data.prompt_problems === undefined || Array.isArray(data.prompt_problems) && data.prompt_problems.every((item) => isObject(item) && typeof item.path === "string" && typeof item.why === "string")) || isFailedState(data));
}

export function isReloadResult(data: unknown): data is types.ReloadResult {
  return isObject(data) && (data.status === "changed" || data.status === "unchanged") && isCounter(data.catalog_revision) && (data.project_errors === undefined || isProjectErrors(data.project_errors)) && (data.permission_errors === undefined || isProjectErrors(data.permission_errors));
}

export function isRespondRequest(data: unknown): data is types.RespondRequest {
  return (isObject(data) && data.kind === "permission_answer" && typeof data.granted === "boolean" && (data.scope === undefined || (data.scope === "once" || data.scope === "session" || data.scope === "always")) && (data.operation_context === undefined || isOperationContext(data.operation_context)) || isObject(data) && data.kind === "clarification_choice" && typeof data.choice === "string" && (data.operation_context === undefined || isOperationContext(data.operation_context)) || isObject(data) && data.kind === "clarification_text" && typeof data.text === "string" && (data.operation_context === undefined || isOperationContext(data.operation_context)) || isObject(data) && data.kind === "cancel" && (data.operation_context === undefined || isOperationContext(data.operation_context)));
}

export function isRespondResult(data: unknown): data is types.RespondResult {
  return isObject(data) && data.status === "answered" && typeof data.id === "string" && typeof data.resolution === "string";
}

export function isSessionFile(data: unknown): data is types.SessionFile {
  return isObject(data) && isVersion(data.version) && isSessionId(data.session_id) && isTime(data.created_at) && typeof data.working_directory === "string" && (data.title === undefined || typeof data.title === "string") && (data.working_directory_owner === undefined || Number.isInteger(data.working_directory_owner) && data.working_directory_owner >= 0);
}

export function isSessionRow(data: unknown): data is types.SessionRow {
  return isObject(data) && isVersion(data.version) && isSessionId(data.session_id) && isProjectId(data.project_id) && typeof data.project === "string" && typeof data.state === "string" && typeof data.busy === "boolean" && typeof data.attention === "boolean" && typeof data.running === "boolean" && typeof data.finalized === "boolean" && typeof data.fresh === "boolean" && (isTime(data.observed_at) || data.observed_at === null) && (isDaemonEpoch(data.daemon_epoch) || data.daemon_epoch === null) && (isToken(data.cursor) || data.cursor === null) && (isCounter(data.catalog_revision) || data.catalog_revision === null) && (Number.isInteger(data.history_total_items) && data.history_total_items >= 0 || data.history_total_items === null) && (typeof data.title === "string" || data.title === null) && (typeof data.model === "string" || data.model === null) && (typeof data.facet === "string" || data.facet === null) && Number.isInteger(data.queue_length) && data.queue_length >= 0 && isTime(data.updated_at) && (data.last_turn === undefined || isLastTurn(data.last_turn)) && (data.question === undefined || isWaitingQuestion(data.question)) && (data.waiting_since === undefined || isTime(data.waiting_since)) && (data.retry === undefined || isTurnRetry(data.retry)) && (data.context === undefined || isContextSize(data.context));
}

export function isVersion(data: unknown): data is types.Version {
  return data === 1;
}

export function isDaemonEpoch(data: unknown): data is types.DaemonEpoch {
  return typeof data === "string" && data !== "";
}

export function isToken(data: unknown): data is types.Token {
  return typeof data === "string" && data !== "";
}

export function isCounter(data: unknown): data is types.Counter {
  return typeof data === "string" && data !== "";
}

export function isSessionId(data: unknown): data is types.SessionId {
  return typeof data === "string" && /^[a-z0-9][a-z0-9-]{0,63}$/u.test(data);
}

export function isPromptId(data: unknown): data is types.PromptId {
  return typeof data === "string" && data !== "" && lengthOf(data) <= 128;
}

export function isGeneration(data: unknown): data is types.Generation {
  return Number.isInteger(data) && data >= 0 && data <= 9007199254740991;
}

export function isTime(data: unknown): data is types.Time {
  return typeof data === "string" && /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/u.test(data);
}

export function isItemKind(data: unknown): data is types.ItemKind {
  return (data === "user_message" || data === "assistant_message" || data === "reasoning" || data === "tool_call" || data === "tool_result" || data === "notice");
}

export function isTurnOutcome(data: unknown): data is types.TurnOutcome {
  return (data === "completed" || data === "failed" || data === "cancelled" || data === "interrupted");
}

export function isTurnError(data: unknown): data is types.TurnError {
  return isObject(data) && typeof data.code === "string" && typeof data.message === "string" && (data.provider_message === undefined || typeof data.provider_message === "string") && (data.status === undefined || Number.isInteger(data.status) && data.status >= 100 && data.status <= 599) && (data.provider === undefined || typeof data.provider === "string") && (data.retry_after_seconds === undefined || Number.isInteger(data.retry_after_seconds) && data.retry_after_seconds >= 0) && (data.key === undefined || typeof data.key === "string");
}

export function isLastTurn(data: unknown): data is types.LastTurn {
  return isObject(data) && isPromptId(data.prompt_id) && isTurnOutcome(data.outcome) && (data.error === undefined || isTurnError(data.error));
}

export function isTurnRetry(data: unknown): data is types.TurnRetry {
  return isObject(data) && isTime(data.until) && Number.isInteger(data.attempt) && data.attempt >= 1 && Number.isInteger(data.of) && data.of >= 1 && typeof data.why === "string";
}

export function isWaitingQuestion(data: unknown): data is types.WaitingQuestion {
  return isObject(data) && typeof data.kind === "string" && typeof data.text === "string";
}

export function isFinish(data: unknown): data is types.Finish {
  return (data === "stop" || data === "length" || data === "content_filter" || data === "tool_calls" || data === "unknown" || data === "max_tool_turns");
}

export function isUsage(data: unknown): data is types.Usage {
  return isObject(data) && Number.isInteger(data.input_tokens) && data.input_tokens >= 0 && Number.isInteger(data.output_tokens) && data.output_tokens >= 0;
}

export function isContextSize(data: unknown): data is types.ContextSize {
  return isObject(data) && Number.isInteger(data.used) && data.used >= 0 && Number.isInteger(data.window) && data.window >= 0 && (data.threshold === undefined || Number.isInteger(data.threshold) && data.threshold >= 0);
}

export function isOperationKey(data: unknown): data is types.OperationKey {
  return isObject(data) && isToken(data.window_id) && isOperationId(data.operation);
}

export function isActionAvailability(data: unknown): data is types.ActionAvailability {
  return isObject(data) && typeof data.available === "boolean" && (data.reason === undefined || typeof data.reason === "string");
}

export function isQueuedInput(data: unknown): data is types.QueuedInput {
  return isObject(data) && isPromptId(data.prompt_id) && isGeneration(data.generation) && (data.text === undefined || typeof data.text === "string") && (data.elided === undefined || isElided(data.elided)) && (data.attachments === undefined || Array.isArray(data.attachments) && data.attachments.every((item) => isItemAttachment(item)));
}

export function isInterrogative(data: unknown): data is types.Interrogative {
  return isObject(data) && typeof data.id === "string" && data.id !== "" && (data.kind === "permission" || data.kind === "question") && typeof data.text === "string" && (data.choices === undefined || Array.isArray(data.choices) && data.choices.every((item) => typeof item === "string")) && (data.default === undefined || typeof data.default === "string") && (data.tool === undefined || typeof data.tool === "string") && (data.always === undefined || isObject(data.always) && typeof data.always.file === "string" && Array.isArray(data.always.rules) && data.always.rules.length >= 1 && data.always.rules.every((item) => typeof item === "string")) && (data.asked_at === undefined || isTime(data.asked_at));
}

export function isOperationId(data: unknown): data is types.OperationId {
  return typeof data === "string" && /^[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/u.test(data);
}

export function isAddress(data: unknown): data is types.Address {
  return typeof data === "string" && /^https?:\/\/[!-~]+$/u.test(data);
}

export function isDigest(data: unknown): data is types.Digest {
  return typeof data === "string" && /^[0-9a-f]{64}$/u.test(data);
}

export function isElided(data: unknown): data is types.Elided {
  return isObject(data) && Number.isInteger(data.bytes) && data.bytes >= 0 && isDigest(data.sha256) && (data.artifact_id === undefined || typeof data.artifact_id === "string");
}

export function isItemAttachment(data: unknown): data is types.ItemAttachment {
  return Number(isObject(data) && typeof data.artifact_id === "string" && typeof data.media_type === "string" && (data.name === undefined || typeof data.name === "string") && Number.isInteger(data.total_length) && data.total_length >= 0 && typeof data.scrubbed === "boolean") + Number(isObject(data) && data.unavailable === true && typeof data.reason === "string") === 1;
}

export function isFleetEpoch(data: unknown): data is types.FleetEpoch {
  return typeof data === "string" && data !== "";
}

export function isProjectId(data: unknown): data is types.ProjectId {
  return typeof data === "string" && data !== "";
}

export function isFailedState(data: unknown): data is types.FailedState {
  return isObject(data) && data.state === "failed" && typeof data.code === "string" && typeof data.message === "string";
}

export function isProjectErrors(data: unknown): data is types.ProjectErrors {
  return isObject(data) && Number.isInteger(data.count) && data.count >= 1 && Array.isArray(data.first) && data.first.every((item) => isObject(item) && typeof item.rule === "string" && typeof item.file === "string" && Number.isInteger(item.line) && item.line >= 1 && Number.isInteger(item.column) && item.column >= 1);
}

export function isPermissionMonitor(data: unknown): data is types.PermissionMonitor {
  return (data === "standard" || data === "bypass" || data === "bypass_plus" || data === "autonomous");
}

export function isMcpState(data: unknown): data is types.McpState {
  return (data === "connecting" || data === "connected" || data === "disconnected" || data === "reconnecting" || data === "disabled");
}

export function isOrigin(data: unknown): data is types.Origin {
  return (data === "shipped" || data === "global" || data === "project" || data === "mcp");
}

export function isStartup(data: unknown): data is types.Startup {
  return isObject(data) && isVersion(data.version) && (data.state === "starting" || data.state === "ready" || data.state === "failed" || data.state === "stopped") && Number.isInteger(data.pid) && data.pid >= 1 && (data.url === undefined || isAddress(data.url)) && isSessionId(data.session_id) && isDaemonEpoch(data.daemon_epoch) && isTime(data.started_at) && (data.credential_file === undefined || typeof data.credential_file === "string") && (data.code === undefined || typeof data.code === "string") && (data.message === undefined || typeof data.message === "string");
}

export function isSwitchResult(data: unknown): data is types.SwitchResult {
  return isObject(data) && (data.status === "changed" || data.status === "unchanged");
}

export function isSyncMessage(data: unknown): data is types.SyncMessage {
  return (isObject(data) && data.event === "frame" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && typeof data.caught_up === "boolean" && Array.isArray(data.records) && data.records.length >= 1 && data.records.length <= 256 && data.records.every((item) => isSyncRecordV1(item)) || isObject(data) && data.event === "heartbeat" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && Number.isInteger(data.interval_seconds) && data.interval_seconds >= 1 || isObject(data) && data.event === "reset" && isVersion(data.version) && typeof data.code === "string");
}

export function isSyncRecordV1(data: unknown): data is types.SyncRecordV1 {
  return (isTurnStarted(data) || isTurnWaiting(data) || isTurnFinished(data) || isCompacted(data) || isItemStarted(data) || isItemDelta(data) || isItemFinished(data) || isInputQueued(data) || isInputDequeued(data) || isInterrogativeOpened(data) || isInterrogativeResolved(data) || isOperationUpdated(data) || isSessionChanged(data) || isDaemonCatalogChanged(data) || isSessionStopping(data) || isUnknownRecord(data));
}

export function isTurnStarted(data: unknown): data is types.TurnStarted {
  return isObject(data) && data.kind === "turn_started" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isPromptId(data.prompt_id) && isGeneration(data.generation) && (typeof data.model === "string" || data.model === null) && (typeof data.facet === "string" || data.facet === null);
}

export function isTurnWaiting(data: unknown): data is types.TurnWaiting {
  return isObject(data) && data.kind === "turn_waiting" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isPromptId(data.prompt_id) && isTime(data.until) && Number.isInteger(data.attempt) && data.attempt >= 1 && Number.isInteger(data.of) && data.of >= 1 && typeof data.why === "string";
}

export function isTurnFinished(data: unknown): data is types.TurnFinished {
  return isObject(data) && data.kind === "turn_finished" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isPromptId(data.prompt_id) && isTurnOutcome(data.outcome) && (data.finish === undefined || isFinish(data.finish)) && (data.usage === undefined || isUsage(data.usage)) && (data.error === undefined || isTurnError(data.error)) && (data.context === undefined || isContextSize(data.context));
}

export function isCompacted(data: unknown): data is types.Compacted {
  return isObject(data) && data.kind === "compacted" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && (data.prompt_id === undefined || isPromptId(data.prompt_id)) && Number.isInteger(data.before) && data.before >= 0 && Number.isInteger(data.after) && data.after >= 0 && (data.threshold === undefined || Number.isInteger(data.threshold) && data.threshold >= 0);
}

export function isItemStarted(data: unknown): data is types.ItemStarted {
  return isObject(data) && data.kind === "item_started" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.item_id === "string" && isItemKind(data.item_kind) && isPromptId(data.prompt_id);
}

export function isItemDelta(data: unknown): data is types.ItemDelta {
  return isObject(data) && data.kind === "item_delta" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.item_id === "string" && Number.isInteger(data.offset) && data.offset >= 0 && typeof data.text === "string";
}

export function isItemFinished(data: unknown): data is types.ItemFinished {
  return isObject(data) && data.kind === "item_finished" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isHistoryItem(data.item);
}

export function isInputQueued(data: unknown): data is types.InputQueued {
  return isObject(data) && data.kind === "input_queued" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isCounter(data.queue_revision) && isQueuedInput(data.input);
}

export function isInputDequeued(data: unknown): data is types.InputDequeued {
  return isObject(data) && data.kind === "input_dequeued" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isCounter(data.queue_revision) && isPromptId(data.prompt_id);
}

export function isInterrogativeOpened(data: unknown): data is types.InterrogativeOpened {
  return isObject(data) && data.kind === "interrogative_opened" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isInterrogative(data.interrogative);
}

export function isInterrogativeResolved(data: unknown): data is types.InterrogativeResolved {
  return isObject(data) && data.kind === "interrogative_resolved" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && typeof data.id === "string" && typeof data.resolution === "string";
}

export function isOperationUpdated(data: unknown): data is types.OperationUpdated {
  return isObject(data) && data.kind === "operation_updated" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isClientOperationResultV1(data.result);
}

export function isSessionChanged(data: unknown): data is types.SessionChanged {
  return isObject(data) && data.kind === "session_changed" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && (data.title === undefined || (typeof data.title === "string" || data.title === null)) && (data.model === undefined || (typeof data.model === "string" || data.model === null)) && (data.facet === undefined || (typeof data.facet === "string" || data.facet === null)) && (data.permission_monitor === undefined || isPermissionMonitor(data.permission_monitor));
}

export function isDaemonCatalogChanged(data: unknown): data is types.DaemonCatalogChanged {
  return isObject(data) && data.kind === "daemon_catalog_changed" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && isCounter(data.catalog_revision);
}

export function isSessionStopping(data: unknown): data is types.SessionStopping {
  return isObject(data) && data.kind === "session_stopping" && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation)) && (data.reason === "terminate" || data.reason === "signal" || data.reason === "failure" || data.reason === "idle");
}

export function isUnknownRecord(data: unknown): data is types.UnknownRecord {
  return isObject(data) && isVersion(data.version) && typeof data.kind === "string" && !((data.kind === "turn_started" || data.kind === "turn_waiting" || data.kind === "turn_finished" || data.kind === "compacted" || data.kind === "item_started" || data.kind === "item_delta" || data.kind === "item_finished" || data.kind === "input_queued" || data.kind === "input_dequeued" || data.kind === "interrogative_opened" || data.kind === "interrogative_resolved" || data.kind === "operation_updated" || data.kind === "session_changed" || data.kind === "daemon_catalog_changed" || data.kind === "session_stopping")) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && isTime(data.at) && (data.operation === undefined || isOperationKey(data.operation));
}

export function isSyncSnapshot(data: unknown): data is types.SyncSnapshot {
  return isObject(data) && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isToken(data.cursor) && typeof data.busy === "boolean" && typeof data.attention === "boolean" && isToken(data.history_checkpoint) && Number.isInteger(data.history_total_items) && data.history_total_items >= 0 && isCounter(data.catalog_revision) && Array.isArray(data.features) && new Set(data.features).size === data.features.length && data.features.every((item) => typeof item === "string") && isObject(data.session) && isSessionId(data.session.session_id) && (typeof data.session.title === "string" || data.session.title === null) && isTime(data.session.created_at) && isObject(data.turn) && (data.turn.state === "idle" || data.turn.state === "running" || data.turn.state === "awaiting_input" || data.turn.state === "stopping") && isGeneration(data.turn.generation) && (data.turn.prompt_id === undefined || isPromptId(data.turn.prompt_id)) && (typeof data.turn.model === "string" || data.turn.model === null) && (typeof data.turn.facet === "string" || data.turn.facet === null) && (data.turn.retry === undefined || isTurnRetry(data.turn.retry)) && isObject(data.actions) && isActionAvailability(data.actions.prompt) && isActionAvailability(data.actions.queue_input) && isActionAvailability(data.actions.dequeue_newest) && isActionAvailability(data.actions.respond) && isActionAvailability(data.actions.cancel) && isActionAvailability(data.actions.compact) && isObject(data.queue) && isCounter(data.queue.revision) && Array.isArray(data.queue.items) && data.queue.items.every((item) => isQueuedInput(item)) && Array.isArray(data.interrogatives) && data.interrogatives.every((item) => isInterrogative(item)) && Array.isArray(data.open_items) && data.open_items.every((item) => isObject(item) && typeof item.item_id === "string" && isItemKind(item.kind) && isPromptId(item.prompt_id) && typeof item.text === "string") && (isObject(data.operation_window) && isToken(data.operation_window.window) && isTime(data.operation_window.issued_at) && isTime(data.operation_window.expires_at) || data.operation_window === null) && (data.permission_monitor === undefined || isPermissionMonitor(data.permission_monitor)) && (data.last_turn === undefined || isLastTurn(data.last_turn)) && (data.context === undefined || isContextSize(data.context));
}

export function isSyncSummary(data: unknown): data is types.SyncSummary {
  return isObject(data) && isVersion(data.version) && isDaemonEpoch(data.daemon_epoch) && isSessionId(data.session_id) && (data.state === "idle" || data.state === "running" || data.state === "awaiting_input" || data.state === "stopping") && typeof data.busy === "boolean" && typeof data.attention === "boolean" && isToken(data.cursor) && isCounter(data.catalog_revision) && Number.isInteger(data.history_total_items) && data.history_total_items >= 0 && (typeof data.title === "string" || data.title === null) && typeof data.project === "string" && (typeof data.model === "string" || data.model === null) && (typeof data.facet === "string" || data.facet === null) && Number.isInteger(data.queue_length) && data.queue_length >= 0 && isTime(data.updated_at) && (data.last_turn === undefined || isLastTurn(data.last_turn)) && (data.question === undefined || isWaitingQuestion(data.question)) && (data.waiting_since === undefined || isTime(data.waiting_since)) && (data.retry === undefined || isTurnRetry(data.retry)) && (data.context === undefined || isContextSize(data.context));
}

export function isTerminateAccepted(data: unknown): data is types.TerminateAccepted {
  return isObject(data) && data.status === "stopping";
}

export function isTitleRequest(data: unknown): data is types.TitleRequest {
  return isObject(data) && typeof data.title === "string";
}
