/** Made from schema/protocol by `npm run gen`; not edited by hand. */

/**
 * Name of a prompt: the client's own, or made by the daemon (P-S20).
 */
export type PromptId = string;
/**
 * A UUID that the client made for a command; upper and lower case are the same (P-S23).
 */
export type OperationId = string;
/**
 * Version of the record; 1 (spec 9.1).
 */
export type Version = 1;
/**
 * One run of the daemon; a restart makes another one (spec 2.1). Opaque.
 */
export type DaemonEpoch = string;
/**
 * An opaque counter revision. It may exceed what a number can hold (spec 2.1).
 */
export type Counter = string;
/**
 * Where an entry of the catalog comes from (P-S80).
 */
export type Origin = "shipped" | "global" | "project" | "mcp";
/**
 * Whether a tool server can be used (P-S35).
 */
export type McpState = "connecting" | "connected" | "disconnected" | "reconnecting" | "disabled";
/**
 * Name of a session (P-S1).
 */
export type SessionId = string;
/**
 * A moment in UTC, to the millisecond: `2026-01-31T23:59:59.999Z`.
 */
export type Time = string;
/**
 * A moment in UTC, to the millisecond: `2026-01-31T23:59:59.999Z`.
 */
export type Time1 = string;
/**
 * How a turn ended.
 */
export type TurnOutcome = "completed" | "failed" | "cancelled" | "interrupted";
/**
 * SHA-256, in hexadecimal.
 */
export type Digest = string;
/**
 * One run of the hub; a restart makes another one (spec 2.1). Opaque.
 */
export type FleetEpoch = string;
/**
 * Position in the stream of fleet events; the same on every page of a snapshot.
 */
export type Token = string;
/**
 * Binds later pages to this moment.
 */
export type Token1 = string;
/**
 * Name of a project: a digest of its path (P-S74). Opaque.
 */
export type ProjectId = string;
/**
 * An opaque token: a cursor, a checkpoint, a page or a window. It is never made, taken apart or incremented by a client (spec 2.1).
 */
export type Token2 = string;
/**
 * A moment in UTC, to the millisecond: `2026-01-31T23:59:59.999Z`.
 */
export type Time2 = string;
/**
 * A moment in UTC, to the millisecond: `2026-01-31T23:59:59.999Z`.
 */
export type Time3 = string;
/**
 * A moment in UTC, to the millisecond: `2026-01-31T23:59:59.999Z`.
 */
export type Time4 = string;
/**
 * One event of the fleet's stream (P-S51). An open union: an event of a kind that is not known is kept and passed over.
 */
export type FleetEventV1 =
  ProjectUpserted | ProjectRemoved | SessionUpserted | SessionRemoved | SessionObserved | SessionStopped | HistoryFinalized;
/**
 * One message of `GET /api/v1/events` (P-S73): the data of a server-sent event, or one line of NDJSON.
 */
export type FleetMessage = FleetFrame | FleetHeartbeat | FleetReset;
/**
 * What an item of history is (P-S38).
 */
export type ItemKind = "user_message" | "assistant_message" | "reasoning" | "tool_call" | "tool_result" | "notice";
/**
 * Who was at work when the item was captured (spec 2.6).
 */
export type Attribution =
  | {
      kind: "captured";
      facet: string | null;
      model: string | null;
    }
  | {
      kind: "historical_unknown";
    };
/**
 * Something that came with an item, or that has been lost (spec 2.6).
 */
export type ItemAttachment =
  | {
      artifact_id: string;
      media_type: string;
      /**
       * The name that it was sent with.
       */
      name?: string;
      /**
       * Bytes.
       */
      total_length: number;
      /**
       * Whether it is text, in which credentials were looked for.
       */
      scrubbed: boolean;
    }
  | {
      unavailable: true;
      /**
       * Why its bytes are gone.
       */
      reason: string;
    };
/**
 * What `agent hub` prints when it serves, and when it does not.
 */
export type HubReadyLine = HubReadyState | FailedState;
/**
 * Where a daemon or a hub listens: `http://127.0.0.1:51269`.
 */
export type Address = string;
/**
 * SHA-256, in hexadecimal.
 */
export type Digest1 = string;
/**
 * Name of a session (P-S1).
 */
export type SessionId1 = string;
/**
 * A client's own number of a prompt: stored, echoed, not enforced (P-S20).
 */
export type Generation = number;
/**
 * One line of a session's log, after its checksum: `cut -c10- log/000001.log | jq`. The first 8 characters are the CRC-32 of the JSON, as hex digits.
 */
export type LogEntry =
  | SegmentEntry
  | EpochEntry
  | PromptEntry
  | InputEntry
  | DequeueEntry
  | AnswerEntry
  | ItemEntry
  | TurnEntry
  | SessionEntry
  | CompactingEntry
  | CompactedEntry;
/**
 * How the model's answer ended, as its provider says; there where it came to an end. `length`: at the output limit. `content_filter`: the provider kept something back. `max_tool_turns`: the model wanted one more round of tools than `daemon.max_tool_turns` allows (P-S85). After `length` and `content_filter` the last item is `partial` (P-S54).
 */
export type Finish = "stop" | "length" | "content_filter" | "tool_calls" | "unknown" | "max_tool_turns";
/**
 * What the command came to: of a prompt also its turn, of an input also the revision of the queue; of a dequeue the input that was taken back, or `nothing_queued` (P-S62); of an answer the interrogative and the kind of the answer; of a compaction its id and its sizes, or `nothing_to_compact` (P-S27).
 */
export type OperationOutcome =
  | "nothing_queued"
  | "nothing_to_compact"
  | {
      prompt_id: PromptId;
      generation?: Generation;
      turn?: TurnOutcome;
      queue_revision?: Counter;
    }
  | {
      interrogative_id: string;
      resolution: string;
    }
  | {
      compaction_id: string;
      before?: number;
      after?: number;
    };
/**
 * Who decides whether a tool may run (config spec 2.9).
 */
export type PermissionMonitor = "standard" | "bypass" | "bypass_plus" | "autonomous";
/**
 * What `agent daemon` prints when it serves, and when it does not.
 */
export type ReadyLine = ReadyState | FailedState;
/**
 * Body of `POST /interrogative/{id}/respond`: the answer (P-S26).
 */
export type RespondRequest = PermissionAnswer | ClarificationChoice | ClarificationText | AnswerCancel;
/**
 * A moment in UTC, to the millisecond: `2026-01-31T23:59:59.999Z`.
 */
export type Time5 = string;
/**
 * One message of `GET /events?after=` (P-S11): the data of a server-sent event, or one line of NDJSON.
 */
export type SyncMessage = SyncFrame | SyncHeartbeat | SyncReset;
/**
 * One record of a session's stream (P-S18). An open union: a record of a kind that is not known is kept and passed over.
 */
export type SyncRecordV1 =
  | TurnStarted
  | TurnWaiting
  | TurnFinished
  | Compacted
  | ItemStarted
  | ItemDelta
  | ItemFinished
  | InputQueued
  | InputDequeued
  | InterrogativeOpened
  | InterrogativeResolved
  | OperationUpdated
  | SessionChanged
  | DaemonCatalogChanged
  | SessionStopping;
/**
 * A moment in UTC, to the millisecond: `2026-01-31T23:59:59.999Z`.
 */
export type Time6 = string;
/**
 * Name of a prompt: the client's own, or made by the daemon (P-S20).
 */
export type PromptId1 = string;
/**
 * A moment in UTC, to the millisecond: `2026-01-31T23:59:59.999Z`.
 */
export type Time7 = string;

/**
 * A range of an attachment's bytes (spec 2.4, P-S43). Adjacent ranges together are the attachment.
 */
export interface AttachmentChunk {
  artifact_id: string;
  /**
   * As the first item that lists the attachment has it; `text/plain; charset=utf-8` of a text that is too long for its item.
   */
  media_type: string;
  /**
   * Bytes of the whole attachment.
   */
  total_length: number;
  /**
   * Where the range begins, in bytes.
   */
  offset: number;
  /**
   * The bytes of the range, in base64; fewer than were asked for at the end of the attachment.
   */
  data_base64: string;
}
/**
 * The turn will end (P-S27).
 */
export interface CancelAccepted {
  status: "cancel_requested";
  prompt_id: PromptId;
}
/**
 * A compaction begins, or there is nothing to compact (P-S27).
 */
export interface CompactAccepted {
  status: "admitted" | "nothing_to_compact";
  /**
   * Absent where there is nothing to compact.
   */
  compaction_id?: string;
}
/**
 * Body of `POST /compact` (P-S27).
 */
export interface CompactRequest {
  /**
   * What the summary shall dwell on.
   */
  guidance?: string;
  operation_context?: OperationContext;
}
/**
 * What makes a command one that can be repeated (spec 2.3).
 */
export interface OperationContext {
  /**
   * Copied from the latest snapshot.
   */
  daemon_epoch: string;
  /**
   * The window that the snapshot has.
   */
  window: string;
  operation: OperationId;
}
/**
 * `credential.json` of a session: the bearer token of its daemon (spec 5.1, P-S3).
 */
export interface DaemonCredential {
  version: Version;
  kind: "agent-daemon-credential";
  token: string;
}
/**
 * What a daemon has loaded: one immutable publication, its lists sorted by `name` (spec 2.7, P-S36, P-S80).
 */
export interface DaemonState {
  version: Version;
  daemon_epoch: DaemonEpoch;
  catalog_revision: Counter;
  facets: CatalogFacet[];
  models: CatalogModel[];
  subagents: CatalogSubagent[];
  skills: CatalogSkill[];
  tools: CatalogTool[];
  mcp_servers: CatalogServer[];
  extensions: CatalogExtension[];
  diagnostics: CatalogDiagnostics;
}
/**
 * A mode that a turn can work in.
 */
export interface CatalogFacet {
  name: string;
  description: string;
  /**
   * The model that it is pinned to.
   */
  model: string | null;
  policies: string[];
  color: FacetColor;
}
/**
 * Its colours in effect.
 */
export interface FacetColor {
  light: string;
  dark: string;
}
/**
 * A model that a turn can ask.
 */
export interface CatalogModel {
  name: string;
  /**
   * For people.
   */
  label: string;
  /**
   * The provider's name in the configuration.
   */
  provider: string | null;
  /**
   * Its dialect.
   */
  protocol: string | null;
  /**
   * Its size.
   */
  class: string | null;
  /**
   * `discovered`: only its provider's list of models names its provider (P-S105). Missing where the configuration or a catalog does.
   */
  origin?: string;
  reasoning: CatalogReasoning;
  capabilities: CatalogCapabilities;
  request_options: CatalogRequestOptions;
}
/**
 * How it reasons.
 */
export interface CatalogReasoning {
  type: string;
  can_disable?: boolean;
  levels?: string[];
  /**
   * The effort when none is asked for.
   */
  default_level?: string | null;
}
/**
 * What it can do.
 */
export interface CatalogCapabilities {
  /**
   * Tokens.
   */
  context_window: number | null;
  /**
   * Tokens of one answer.
   */
  output_limit: number | null;
  vision: boolean;
  /**
   * The format of edits that it is given.
   */
  edit_format: string | null;
  tool_loading: string;
  max_tool_batch_size: number;
  forced_tool_choice: boolean;
}
/**
 * Its options.
 */
export interface CatalogRequestOptions {
  /**
   * Names.
   */
  declared: string[];
  /**
   * Values that are sent.
   */
  defaults: {
    [k: string]: boolean | string;
  };
}
/**
 * A delegate.
 */
export interface CatalogSubagent {
  name: string;
  description: string;
  tags: string[];
  origin: Origin;
}
/**
 * Instructions that can be loaded.
 */
export interface CatalogSkill {
  name: string;
  description: string;
  tags: string[];
  origin: Origin;
  user_invocable: boolean;
  model_invocable: boolean;
}
/**
 * A tool that the model is offered.
 */
export interface CatalogTool {
  name: string;
  description: string;
  tags: string[];
  origin: Origin;
  /**
   * A JSON Schema.
   */
  input_schema: {
    [k: string]: unknown;
  };
  strict: boolean;
}
/**
 * A tool server: these six facts and no others.
 */
export interface CatalogServer {
  name: string;
  transport: "stdio" | "http";
  state: McpState;
  tool_count: number;
  /**
   * Names of its tools.
   */
  tools: string[];
  /**
   * Why it cannot be used, or not all of its tools: a sentence that speaks of it as "it" (P-S91). Missing where nothing is wrong.
   */
  problem?: string;
}
/**
 * An extension that was loaded; this daemon has none.
 */
export interface CatalogExtension {
  name: string;
}
/**
 * What was kept out.
 */
export interface CatalogDiagnostics {
  /**
   * Entries whose name looks like a credential.
   */
  rejected: number;
}
/**
 * Body of `DELETE /turn/input/newest` (P-S62).
 */
export interface DequeueRequest {
  operation_context?: OperationContext;
}
/**
 * The input that was taken back, if one waited (P-S62).
 */
export interface DequeueResult {
  status: "dequeued" | "nothing_queued";
  prompt_id?: PromptId;
  queue_revision: Counter;
}
/**
 * A body that may be left out: nothing in it counts.
 */
export interface EmptyRequest {}
/**
 * Why a request was refused (spec 7, P-S7).
 */
export interface ProtocolError {
  /**
   * What clients branch on, together with the status.
   */
  code: string;
  /**
   * A sentence for people. It repeats nothing of the request.
   */
  message: string;
  /**
   * The HTTP status.
   */
  status: number;
  /**
   * What the daemon's log calls this request.
   */
  request_id: string;
  /**
   * When to try again.
   */
  retry_after_seconds?: number;
  details?: RefusalDetails;
}
/**
 * More of it, by code; of `invalid_request` which mistake it is. Other fields may follow.
 */
export interface RefusalDetails {
  /**
   * `wrong_value`: a field holds something else than it takes. `given_twice`: a field stands there twice. `no_object`, `not_json`, `not_utf8`, `byte_order_mark`, `too_deep`: of the body as a whole. `broken_body`: it ends early. `content_encoding`: it is compressed. `wrong_parameter`: a parameter of the query is badly encoded or stands there twice. `wrong_path`: a segment of a path to a daemon is empty, made of dots, badly encoded, or has a slash or a control character in it. `framing`: the length of the body could be read in two ways. `not_supported`: this daemon cannot do that yet. Others may follow.
   */
  mistake?: string;
  /**
   * The field or parameter, where it is a matter of one.
   */
  field?: string;
  /**
   * What the field takes, in words.
   */
  expected?: string;
  /**
   * Of `login_failed`: why, in words of the daemon.
   */
  reason?: string;
  /**
   * Of `configuration_error`: the errors of the configuration, at most 100.
   */
  errors?: ConfigurationMistake[];
}
/**
 * A diagnostic of the configuration.
 */
export interface ConfigurationMistake {
  rule: string;
  /**
   * Without a secret.
   */
  message: string;
  line: number;
  column: number;
}
/**
 * Body of `POST /facet` (P-S81).
 */
export interface FacetRequest {
  /**
   * A facet of the catalog.
   */
  facet: string;
}
/**
 * `final.json` of a session that has ended in order (P-S40): the digests of the segments of its log. Each file in `attachments/` is called after its own.
 */
export interface Finalized {
  version: Version;
  session_id: SessionId;
  finalized_at: Time;
  /**
   * Title of the session (P-S64). It, `model`, `facet` and `last_at` are absent in files of earlier versions.
   */
  title?: string | null;
  /**
   * Model of the last prompt.
   */
  model?: string | null;
  /**
   * Facet of the last prompt.
   */
  facet?: string | null;
  last_at?: Time1;
  last_turn?: LastTurn;
  /**
   * Items of history.
   */
  total_items: number;
  /**
   * Lines of the log.
   */
  entries: number;
  segments: FinalSegment[];
}
/**
 * How the last turn ended (P-S117). It stays until the next one ends, whoever was attached; absent before the first.
 */
export interface LastTurn {
  prompt_id: PromptId;
  outcome: TurnOutcome;
  error?: TurnError;
}
/**
 * Why a turn failed (P-S32).
 */
export interface TurnError {
  /**
   * What clients branch on; others may follow.
   */
  code: string;
  /**
   * A sentence for people. It repeats nothing that a provider said.
   */
  message: string;
  /**
   * The provider's own words, or the address that it redirects to (P-S94): one line of at most 500 characters, in which credentials are hidden. For the session's own clients: summaries and rows of the fleet leave it out.
   */
  provider_message?: string;
  /**
   * Status of the provider's answer, where there was one.
   */
  status?: number;
  /**
   * The provider's name in the configuration.
   */
  provider?: string;
  /**
   * What the provider asks to wait before it is asked again.
   */
  retry_after_seconds?: number;
  /**
   * The key of the configuration that would have to change.
   */
  key?: string;
}
/**
 * A file of the log.
 */
export interface FinalSegment {
  name: string;
  /**
   * Length.
   */
  bytes: number;
  sha256: Digest;
}
/**
 * A page of the fleet at one moment (spec 2.5, P-S50). Projects come first, then sessions, each by id; both count among the entries of a page.
 */
export interface FleetCatalog {
  version: Version;
  fleet_epoch: FleetEpoch;
  cursor: Token;
  /**
   * Ids of what the hub can do.
   */
  features: string[];
  snapshot: Token1;
  projects: FleetProject[];
  sessions: SessionRow[];
  page: FleetPage;
}
/**
 * A directory that sessions work in (P-S50, P-S74).
 */
export interface FleetProject {
  project_id: ProjectId;
  /**
   * Name of the directory, without its path.
   */
  name: string;
  /**
   * Its sessions, running or not.
   */
  session_count: number;
}
/**
 * A session in the fleet's catalog (P-S50, P-S74): what its daemon's summary says, or what its folder says when no daemon runs. At most 16 KiB.
 */
export interface SessionRow {
  version: Version;
  session_id: SessionId;
  project_id: ProjectId;
  /**
   * The root of the repository that the session works in, else its working directory.
   */
  project: string;
  /**
   * State of the turn while a daemon runs, `unknown` until it has answered once. `stopped`: it ended in order. `crashed`: it is gone without that. `damaged`: its files cannot be read. Others may follow.
   */
  state: string;
  /**
   * Whether a turn runs.
   */
  busy: boolean;
  /**
   * Whether a question waits for somebody.
   */
  attention: boolean;
  /**
   * Whether a daemon serves the session.
   */
  running: boolean;
  /**
   * Whether it ended in order, so that its history can be read here.
   */
  finalized: boolean;
  /**
   * Whether the last answer of its daemon is less than 15 seconds old; true for a session that does not run. What a row says that is not fresh was right at `observed_at`.
   */
  fresh: boolean;
  /**
   * When its daemon answered last, or its folder changed last; null for a daemon that has not answered yet. It moves with every answer, which no event says.
   */
  observed_at: Time | null;
  /**
   * Null while no daemon runs, or before it has answered.
   */
  daemon_epoch: DaemonEpoch | null;
  /**
   * The daemon's own cursor; null while no daemon runs, or before it has answered.
   */
  cursor: Token2 | null;
  /**
   * Null while no daemon runs, or before it has answered.
   */
  catalog_revision: Counter | null;
  /**
   * Items of history; null where that cannot be said without reading the log.
   */
  history_total_items: number | null;
  title: string | null;
  /**
   * The model of the turn; between turns, the last that a turn or a change named, or null.
   */
  model: string | null;
  /**
   * The facet of the turn; between turns, the last that a turn or a change named, or null.
   */
  facet: string | null;
  /**
   * Inputs that wait for the end of the turn.
   */
  queue_length: number;
  updated_at: Time2;
  last_turn?: LastTurn;
  question?: WaitingQuestion;
  waiting_since?: Time3;
  retry?: TurnRetry;
  context?: ContextSize;
}
/**
 * The question that has waited longest, in at most 200 characters (P-S117); absent while none waits.
 */
export interface WaitingQuestion {
  /**
   * Kind of the interrogative; others may follow.
   */
  kind: string;
  /**
   * Its beginning; a longer one ends with `…`. Credentials are hidden.
   */
  text: string;
}
/**
 * A turn waits, and then asks the model again (P-S101). Gone with the next item or the end of the turn: a time that has passed says that the model is being asked.
 */
export interface TurnRetry {
  until: Time4;
  /**
   * The number of the attempt after the wait; the first request is attempt 1.
   */
  attempt: number;
  /**
   * The most attempts for this failure.
   */
  of: number;
  /**
   * A clause for people. It repeats nothing that a provider said.
   */
  why: string;
}
/**
 * How much of the window of its model a session takes, in tokens (P-S103): as the provider counts, and estimated for all that came since.
 */
export interface ContextSize {
  /**
   * Tokens of the conversation with its last answer.
   */
  used: number;
  /**
   * Tokens that the model takes.
   */
  window: number;
  /**
   * Tokens at which the session is compacted; absent where an answer may fill the window.
   */
  threshold?: number;
}
export interface FleetPage {
  /**
   * Token of the next page; null on the last one.
   */
  next_page: Token2 | null;
  /**
   * Entries of all pages.
   */
  total: number;
}
/**
 * A project is new, or has another number of sessions.
 */
export interface ProjectUpserted {
  version: Version;
  kind: "project_upserted";
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  at: Time;
  project: FleetProject;
}
/**
 * The last session of a project is gone.
 */
export interface ProjectRemoved {
  version: Version;
  kind: "project_removed";
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  at: Time;
  project_id: ProjectId;
}
/**
 * A session is new, or its row says something else.
 */
export interface SessionUpserted {
  version: Version;
  kind: "session_upserted";
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  at: Time;
  session: SessionRow;
}
/**
 * The folder of a session is gone.
 */
export interface SessionRemoved {
  version: Version;
  kind: "session_removed";
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  at: Time;
  session_id: SessionId;
}
/**
 * A running session is no longer fresh, or is again; the rest of its row stays.
 */
export interface SessionObserved {
  version: Version;
  kind: "session_observed";
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  at: Time;
  session_id: SessionId;
  fresh: boolean;
  observed_at: Time | null;
}
/**
 * The daemon of a session is gone; this is its row from now on.
 */
export interface SessionStopped {
  version: Version;
  kind: "session_stopped";
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  at: Time;
  session: SessionRow;
}
/**
 * A session that does not run was finalized: its history can be read here. This is its row from now on.
 */
export interface HistoryFinalized {
  version: Version;
  kind: "history_finalized";
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  at: Time;
  session: SessionRow;
}
/**
 * An event of a kind that came later than this description; what every event has.
 */
export interface UnknownFleetEvent {
  version: Version;
  kind: string;
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  at: Time;
}
/**
 * Events in order.
 */
export interface FleetFrame {
  event: "frame";
  version: Version;
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  /**
   * Whether these were all events at the time.
   */
  caught_up: boolean;
  /**
   * @minItems 1
   * @maxItems 256
   */
  records: FleetEventV1[];
}
/**
 * The stream is alive; the first message of every stream, and then one every 15 seconds, quiet or not.
 */
export interface FleetHeartbeat {
  event: "heartbeat";
  version: Version;
  fleet_epoch: FleetEpoch;
  cursor: Token2;
  /**
   * Seconds until the next one.
   */
  interval_seconds: number;
}
/**
 * The stream cannot go on, and ends with this.
 */
export interface FleetReset {
  event: "reset";
  version: Version;
  /**
   * The code of what happened; others may follow.
   */
  code: string;
}
/**
 * The daemon is there.
 */
export interface Health {
  status: "ok";
  version: Version;
  daemon_epoch: DaemonEpoch;
  session_id: SessionId;
}
/**
 * One item of a session's public history (P-S38).
 */
export interface HistoryItem {
  /**
   * Unique in the session.
   */
  item_id: string;
  /**
   * Place in the history, from 0.
   */
  index: number;
  kind: ItemKind;
  at: Time;
  attribution: Attribution;
  /**
   * Whether credentials were looked for when the item was captured (spec 2.6).
   */
  secret_coverage: "captured" | "historical_secret_coverage_unknown";
  prompt_id?: PromptId;
  /**
   * What was said, thought or put out.
   */
  text?: string;
  /**
   * Whether the text ends early: the turn was cancelled or failed.
   */
  partial?: true;
  /**
   * Whether the text repeats the prompt: its provider has `protocol: test`, and no model answered (P-S30).
   */
  echo?: true;
  tool?: ToolUse;
  tools?: TurnTools;
  error?: TurnError1;
  attachments?: ItemAttachment[];
  elided?: Elided;
}
/**
 * The tool of a call or of its result.
 */
export interface ToolUse {
  name: string;
  /**
   * The same in a call and its result.
   */
  call_id: string;
  /**
   * What the tool was called with.
   */
  input?: unknown;
  is_error?: boolean;
  /**
   * Of a result: true when the call was not allowed, and so did not run.
   */
  is_denied?: boolean;
  diff?: FileDiff;
  /**
   * Of a result: the files that the call read or changed (P-S107).
   */
  locations?: FileLocation[];
}
/**
 * Of a result: the change of a file (P-S107).
 */
export interface FileDiff {
  /**
   * Absolute, without links.
   */
  path: string;
  /**
   * The changed lines and those around them, before; null for a new file.
   */
  old: string | null;
  /**
   * The same lines after the change.
   */
  new: string;
  /**
   * The line of the file with which `old` and `new` begin.
   */
  line?: number;
  /**
   * Whether a part of either text is left out.
   */
  elided?: true;
}
export interface FileLocation {
  /**
   * Absolute, without links.
   */
  path: string;
  line?: number;
}
/**
 * Of a notice: the tool servers without whose tools the turn began (P-S91).
 */
export interface TurnTools {
  missing: MissingServer[];
}
export interface MissingServer {
  /**
   * Its name in `mcp_servers`.
   */
  server: string;
  /**
   * A sentence that speaks of it as "it".
   */
  problem: string;
}
/**
 * Why a turn failed (P-S32).
 */
export interface TurnError1 {
  /**
   * What clients branch on; others may follow.
   */
  code: string;
  /**
   * A sentence for people. It repeats nothing that a provider said.
   */
  message: string;
  /**
   * The provider's own words, or the address that it redirects to (P-S94): one line of at most 500 characters, in which credentials are hidden. For the session's own clients: summaries and rows of the fleet leave it out.
   */
  provider_message?: string;
  /**
   * Status of the provider's answer, where there was one.
   */
  status?: number;
  /**
   * The provider's name in the configuration.
   */
  provider?: string;
  /**
   * What the provider asks to wait before it is asked again.
   */
  retry_after_seconds?: number;
  /**
   * The key of the configuration that would have to change.
   */
  key?: string;
}
/**
 * Where the text is but a part of what there was: its beginning (P-S16), of the result of a tool its beginning and its end, with a line between them that says how many bytes are left out (P-S33).
 */
export interface Elided {
  /**
   * Bytes of the whole text in UTF-8.
   */
  bytes: number;
  sha256: Digest;
  /**
   * The attachment that has the whole.
   */
  artifact_id?: string;
}
/**
 * A page of a session's public history (P-S39).
 */
export interface HistoryPage {
  version: Version;
  session_id: SessionId;
  title: string | null;
  checkpoint: Token2;
  /**
   * Items at the checkpoint.
   */
  total_items: number;
  /**
   * @maxItems 256
   */
  items: HistoryItem[];
  /**
   * Token of the next page; null on the last one.
   */
  next_page: Token2 | null;
}
/**
 * It serves.
 */
export interface HubReadyState {
  state: "ready";
  url: Address;
  fleet_epoch: FleetEpoch;
  /**
   * Process id.
   */
  pid: number;
}
/**
 * It could not start.
 */
export interface FailedState {
  state: "failed";
  /**
   * What scripts branch on.
   */
  code: string;
  /**
   * A sentence for people.
   */
  message: string;
}
/**
 * `hub/startup.json` of a state directory: how far its hub is (P-S75).
 */
export interface HubStartup {
  version: Version;
  state: "starting" | "ready" | "failed";
  /**
   * Process id of the hub.
   */
  pid: number;
  url?: Address;
  fleet_epoch: FleetEpoch;
  started_at: Time;
  /**
   * Why it failed.
   */
  code?: string;
  /**
   * Why it failed, for people.
   */
  message?: string;
}
/**
 * A principal of a hub (P-S47, P-S70).
 */
export interface HubToken {
  /**
   * What `agent hub token revoke` takes.
   */
  id: string;
  digest: Digest1;
  kind: "machine" | "human" | "daemon";
  scopes: ("machine" | "sessions.read" | "sessions.control" | "sessions.manage")[];
  session_id?: SessionId1;
  /**
   * Whether a human gave a part of their authority away with it.
   */
  delegated?: boolean;
  created_at: Time;
  /**
   * The process that the token was made for: it counts while that runs.
   */
  process?: {
    pid: number;
    /**
     * The run of the machine; empty when the system does not tell.
     */
    boot: string;
    /**
     * When the process began; empty when the system does not tell.
     */
    started: string;
  };
}
/**
 * `hub/tokens.json` of a state directory: whom its hub knows (P-S47). It holds digests, no token.
 */
export interface HubTokens {
  version: Version;
  tokens: HubToken[];
}
/**
 * An input waits for the end of the turn: it is on disk (P-S62).
 */
export interface InputAccepted {
  status: "queued";
  prompt_id: PromptId;
  generation: Generation;
  queue_revision: Counter;
}
/**
 * The inputs that wait, the oldest first (P-S62).
 */
export interface InputList {
  version: Version;
  queue_revision: Counter;
  items: QueuedInput[];
}
/**
 * An input that waits for the end of the turn (P-S25).
 */
export interface QueuedInput {
  prompt_id: PromptId;
  generation: Generation;
  /**
   * What the model will be told; its beginning when `elided` is there. Absent: the model goes on from the history.
   */
  text?: string;
  elided?: Elided;
  attachments?: ItemAttachment[];
}
/**
 * One message of `GET /events` without `after` (P-S12, P-S67): the data of a server-sent event, or one line of NDJSON. The stream is live only; a client that must miss nothing follows `GET /events?after=`.
 */
export interface LegacyMessage {
  /**
   * Number of the record in this run of the daemon, also the `id` of the server-sent event. A heartbeat has that of the last record.
   */
  seq: number;
  emitted_at: Time;
  session_id: SessionId;
  event: LegacyEvent;
}
/**
 * The fields that a record of this kind has beside those of every record; `heartbeat` has none.
 */
export interface LegacyEvent {
  /**
   * A kind of record, or `heartbeat` after 10 seconds of quiet.
   */
  type: string;
  operation?: OperationKey;
}
/**
 * The operation that a record belongs to (spec 2.3).
 */
export interface OperationKey {
  window_id: Token2;
  operation: OperationId;
}
/**
 * The first line of a file.
 */
export interface SegmentEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "segment";
  session_id: SessionId;
  /**
   * Number of the file.
   */
  segment: number;
  /**
   * SHA-256 of the file before; null in the first.
   */
  previous: Digest | null;
}
/**
 * A daemon begins.
 */
export interface EpochEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "epoch";
  daemon_epoch: DaemonEpoch;
}
/**
 * A prompt is admitted, with the item that it adds to the history, if any.
 */
export interface PromptEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "prompt";
  prompt_id: PromptId;
  generation: Generation;
  model: string | null;
  facet: string | null;
  item?: HistoryItem;
  operation?: Correlation;
}
/**
 * The operation that a command came with, and the SHA-256 of the command's payload (P-S23).
 */
export interface Correlation {
  window_id: Token2;
  operation: OperationId;
  payload: Digest;
}
/**
 * An input waits for the end of the turn (P-S25). It waits until a `prompt` entry with its id, or a `dequeue` entry.
 */
export interface InputEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "input";
  queue_revision: Counter;
  input: QueuedInput;
  /**
   * The model that the input asks for.
   */
  model: string | null;
  operation?: Correlation;
  /**
   * The facet that the input asks for.
   */
  facet?: string;
}
/**
 * The newest waiting input was taken back; `prompt_id` is null when none waited.
 */
export interface DequeueEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "dequeue";
  queue_revision: Counter;
  prompt_id: PromptId | null;
  operation?: Correlation;
}
/**
 * A question was answered (P-S26).
 */
export interface AnswerEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "answer";
  /**
   * The interrogative's.
   */
  id: string;
  /**
   * Kind of the answer.
   */
  resolution: string;
  operation?: Correlation;
}
/**
 * An item is whole.
 */
export interface ItemEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "item";
  item: HistoryItem;
}
/**
 * A turn is over.
 */
export interface TurnEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "turn";
  prompt_id: PromptId;
  outcome: TurnOutcome;
  finish?: Finish;
  usage?: Usage;
  error?: TurnError;
  context?: ContextSize;
}
/**
 * What a turn cost, as far as its provider says.
 */
export interface Usage {
  /**
   * Tokens that were sent.
   */
  input_tokens: number;
  /**
   * Tokens that came back.
   */
  output_tokens: number;
}
/**
 * What the session is called, or works with, has changed.
 */
export interface SessionEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "session";
  title?: string | null;
  model?: string | null;
  facet?: string | null;
}
/**
 * A client has asked for a compaction (P-S27).
 */
export interface CompactingEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "compacting";
  compaction_id: string;
  operation?: Correlation;
}
/**
 * Requests have a summary in place of the older part of the history (P-S103).
 */
export interface CompactedEntry {
  /**
   * Number of the line, from 1, over all segments.
   */
  n: number;
  /**
   * The highest number of a line that was known to be on the disk when this was written.
   */
  s: number;
  at: Time;
  t: "compacted";
  compaction_id: string;
  /**
   * Items at the beginning of the history for which the summary stands in requests.
   */
  items: number;
  /**
   * The summary.
   */
  text: string;
  elided?: Elided;
  /**
   * Tokens of the conversation before.
   */
  before: number;
  /**
   * Tokens of it from then on, estimated.
   */
  after: number;
}
/**
 * Body of `POST /mcp/{server}/oauth/callback`: what the redirect of an authorization carried (P-S84).
 */
export interface LoginCallbackRequest {
  /**
   * As it came.
   */
  state: string;
  /**
   * As it came.
   */
  code?: string;
  /**
   * As it came, in the place of `code`.
   */
  error?: string;
  /**
   * As it came, where it did.
   */
  iss?: string;
}
/**
 * The login at a tool server is kept (P-S84).
 */
export interface LoginFinished {
  status: "completed";
}
/**
 * Where its user can log in at a tool server (P-S84).
 */
export interface LoginStarted {
  status: "started";
  /**
   * To be opened in a browser.
   */
  url: string;
}
/**
 * A tool server is on its way (P-S81).
 */
export interface McpAccepted {
  status: "accepted";
  state: McpState;
}
/**
 * Body of `POST /model` (P-S81).
 */
export interface ModelRequest {
  /**
   * A model of the configuration, `<model>(<effort>)`, or `default_model:<class>`.
   */
  model: string;
}
/**
 * How far a correlated command has come (spec 2.3).
 */
export interface ClientOperationResultV1 {
  daemon_epoch: DaemonEpoch;
  window_id: Token2;
  operation: OperationId;
  /**
   * `completed` and `failed` are for good.
   */
  status: "admitted" | "in_progress" | "completed" | "failed";
  committed_cursor?: Token2;
  outcome?: OperationOutcome;
  error?: TurnError;
}
/**
 * Body of `POST /permission-monitor` (P-S81).
 */
export interface PermissionMonitorRequest {
  monitor: PermissionMonitor;
}
/**
 * A prompt was admitted: it is on disk (P-S20).
 */
export interface PromptAccepted {
  status: "admitted";
  prompt_id: PromptId;
  generation: Generation;
}
/**
 * Body of `POST /prompt` and `POST /turn/input` (P-S20, P-S62). Without `content` the model goes on from the history.
 */
export interface PromptRequest {
  /**
   * What the model is told.
   */
  content?: string;
  /**
   * @maxItems 32
   */
  attachments?: PromptAttachment[];
  /**
   * Name of a model in the configuration; without it the session's.
   */
  model?: string;
  /**
   * Name of a facet; without it the session's.
   */
  facet?: string;
  prompt_id?: PromptId;
  generation?: Generation;
  operation_context?: OperationContext;
}
/**
 * A file that goes with a prompt.
 */
export interface PromptAttachment {
  /**
   * `type/subtype`; it decides nothing: what is text is told by the bytes.
   */
  media_type: string;
  /**
   * Its bytes, in canonical base64: padded, without spare bits.
   */
  data_base64: string;
  /**
   * Name of the file.
   */
  name?: string;
}
/**
 * It serves.
 */
export interface ReadyState {
  state: "ready";
  url: Address;
  session_id: SessionId;
  /**
   * The session's directory.
   */
  session_dir: string;
  daemon_epoch: DaemonEpoch;
  /**
   * Process id.
   */
  pid: number;
  /**
   * What a project that nobody vouches for wrote and is not in effect; missing where there is nothing.
   */
  withheld?: WithheldPlace[];
  project_errors?: ProjectErrors;
  permission_errors?: ProjectErrors;
  /**
   * Tool servers of the user's own configuration that do not start in the working directory, because its user does not vouch for that; missing where there are none.
   */
  elsewhere?: {
    /**
     * Their names.
     */
    servers: string[];
    /**
     * Where they start.
     */
    directory: string;
    /**
     * The working directory.
     */
    instead_of: string;
  };
  /**
   * Variables whose names say that they hold a credential, and that commands do not get, because the user does not vouch for the working directory; missing where there are none.
   */
  withheld_variables?: {
    /**
     * Their names, sorted.
     */
    names: string[];
    /**
     * The working directory.
     */
    directory: string;
  };
  /**
   * Facets, subagents, skills and instructions that cannot be used as they are; missing where there are none.
   */
  prompt_problems?: PromptProblem[];
}
export interface WithheldPlace {
  /**
   * JSON Pointer of the value.
   */
  path: string;
  /**
   * What setting it can do, such as `destination` or `runs-code`.
   */
  why: string;
  /**
   * The file of a facet, subagent or skill that no configuration names, from the root of the project.
   */
  file?: string;
}
/**
 * The errors in files of one kind. In the project's configuration each costs a value or the whole file (S5); a file of permissions with one allows nothing (P-S108). Missing where there are none.
 */
export interface ProjectErrors {
  count: number;
  /**
   * The first of them in the order of the file.
   */
  first: ProjectError[];
}
export interface ProjectError {
  rule: string;
  file: string;
  line: number;
  column: number;
}
export interface PromptProblem {
  /**
   * The file or directory, or the key of the configuration.
   */
  path: string;
  /**
   * A clause about it.
   */
  why: string;
}
/**
 * The configuration was read again (P-S37, P-S81).
 */
export interface ReloadResult {
  status: "changed" | "unchanged";
  catalog_revision: Counter;
  project_errors?: ProjectErrors;
  permission_errors?: ProjectErrors;
}
/**
 * Whether the tool may run.
 */
export interface PermissionAnswer {
  kind: "permission_answer";
  granted: boolean;
  /**
   * `session`: the same call is not asked about again while the daemon runs; `always`: the rules of the question's `always` are added to the user's file; `once` when absent.
   */
  scope?: "once" | "session" | "always";
  operation_context?: OperationContext;
}
/**
 * One of the choices.
 */
export interface ClarificationChoice {
  kind: "clarification_choice";
  /**
   * As it stands in `choices`.
   */
  choice: string;
  operation_context?: OperationContext;
}
/**
 * An answer in words.
 */
export interface ClarificationText {
  kind: "clarification_text";
  text: string;
  operation_context?: OperationContext;
}
/**
 * No answer will come; the tool is told so.
 */
export interface AnswerCancel {
  kind: "cancel";
  operation_context?: OperationContext;
}
/**
 * The answer was taken (P-S26).
 */
export interface RespondResult {
  status: "answered";
  /**
   * The interrogative's.
   */
  id: string;
  /**
   * Kind of the answer.
   */
  resolution: string;
}
/**
 * `session.json` of a session: what it is called (P-S2, P-S64).
 */
export interface SessionFile {
  version: Version;
  session_id: SessionId;
  created_at: Time;
  /**
   * Where the session works, whoever continues it from where: a path without links (P-S98).
   */
  working_directory: string;
  /**
   * Title of the session, from the moment it is given (P-S64); absent before, and in files of earlier versions. The log has it too.
   */
  title?: string;
  /**
   * The user id of the owner of that directory, where it was another user's when the session began.
   */
  working_directory_owner?: number;
}
/**
 * Whether a command would be taken now; `reason` is the code that it would be refused with.
 */
export interface ActionAvailability {
  available: boolean;
  /**
   * A code.
   */
  reason?: string;
}
/**
 * A question of the daemon (P-S26).
 */
export interface Interrogative {
  /**
   * Unique in the session.
   */
  id: string;
  kind: "permission" | "question";
  text: string;
  /**
   * Answers to choose from.
   */
  choices?: string[];
  /**
   * The answer that an empty text stands for; an empty one leaves the question out. Without it a question takes no empty text (P-S100).
   */
  default?: string;
  /**
   * Name of the tool that wants to run.
   */
  tool?: string;
  always?: AlwaysOffer;
  asked_at?: Time5;
}
/**
 * The rules that the answer of scope `always` adds to the user's file of permissions; missing where no rule may allow the call (P-S108).
 */
export interface AlwaysOffer {
  /**
   * Absolute path of the file, which may be missing so far.
   */
  file: string;
  /**
   * Each as `--allow` takes it: `shell: npm test`.
   *
   * @minItems 1
   */
  rules: string[];
}
/**
 * `startup.json` of a session: how far its daemon is (P-S6).
 */
export interface Startup {
  version: Version;
  /**
   * `stopped`: it ended in order. After a crash it stays as it was: `lock` shows whether the process still has the session.
   */
  state: "starting" | "ready" | "failed" | "stopped";
  /**
   * Process id of the daemon.
   */
  pid: number;
  url?: Address;
  session_id: SessionId;
  daemon_epoch: DaemonEpoch;
  started_at: Time;
  /**
   * The file with the bearer token, as an absolute path; absent for `credential.json` beside this file.
   */
  credential_file?: string;
  /**
   * Why it failed.
   */
  code?: string;
  /**
   * Why it failed, for people.
   */
  message?: string;
}
/**
 * What the next turn works with (P-S81).
 */
export interface SwitchResult {
  status: "changed" | "unchanged";
}
/**
 * Records in order.
 */
export interface SyncFrame {
  event: "frame";
  version: Version;
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  /**
   * Whether these were all records at the time.
   */
  caught_up: boolean;
  /**
   * @minItems 1
   * @maxItems 256
   */
  records: SyncRecordV1[];
}
/**
 * A prompt was admitted and its turn begins.
 */
export interface TurnStarted {
  version: Version;
  kind: "turn_started";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  prompt_id: PromptId;
  generation: Generation;
  model: string | null;
  facet: string | null;
}
/**
 * The turn waits, and then asks the model again (P-S101).
 */
export interface TurnWaiting {
  version: Version;
  kind: "turn_waiting";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  prompt_id: PromptId;
  until: Time6;
  /**
   * The number of the attempt after the wait; the first request is attempt 1.
   */
  attempt: number;
  /**
   * The most attempts for this failure.
   */
  of: number;
  /**
   * A clause for people. It repeats nothing that a provider said.
   */
  why: string;
}
/**
 * The turn is over.
 */
export interface TurnFinished {
  version: Version;
  kind: "turn_finished";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  prompt_id: PromptId;
  outcome: TurnOutcome;
  finish?: Finish;
  usage?: Usage;
  error?: TurnError;
  context?: ContextSize;
}
/**
 * Requests have a summary in place of the older part of the history, which stays as it is (P-S103).
 */
export interface Compacted {
  version: Version;
  kind: "compacted";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  prompt_id?: PromptId1;
  /**
   * Tokens of the conversation before.
   */
  before: number;
  /**
   * Tokens of it from now on, estimated.
   */
  after: number;
  /**
   * Tokens at which a session is compacted, where they are known.
   */
  threshold?: number;
}
/**
 * Text of an item begins to come.
 */
export interface ItemStarted {
  version: Version;
  kind: "item_started";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  /**
   * The finished item has the same.
   */
  item_id: string;
  item_kind: ItemKind;
  prompt_id: PromptId;
}
/**
 * More text of an item (P-S17). Deltas end at the limit `itemTextBytes`; of a longer text the whole is in `attachments/` of the session, under the `artifact_id` of the finished item.
 */
export interface ItemDelta {
  version: Version;
  kind: "item_delta";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  /**
   * The item that the text belongs to.
   */
  item_id: string;
  /**
   * Where the text belongs, in UTF-16 units from the item's beginning.
   */
  offset: number;
  text: string;
}
/**
 * An item, whole. It is on disk.
 */
export interface ItemFinished {
  version: Version;
  kind: "item_finished";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  item: HistoryItem;
}
/**
 * An input waits for the end of the turn.
 */
export interface InputQueued {
  version: Version;
  kind: "input_queued";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  queue_revision: Counter;
  input: QueuedInput;
}
/**
 * An input waits no longer.
 */
export interface InputDequeued {
  version: Version;
  kind: "input_dequeued";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  queue_revision: Counter;
  prompt_id: PromptId;
}
/**
 * The daemon waits for an answer.
 */
export interface InterrogativeOpened {
  version: Version;
  kind: "interrogative_opened";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  interrogative: Interrogative;
}
/**
 * The daemon waits no longer for this answer.
 */
export interface InterrogativeResolved {
  version: Version;
  kind: "interrogative_resolved";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  /**
   * The interrogative's.
   */
  id: string;
  /**
   * Kind of the answer, or why none is waited for.
   */
  resolution: string;
}
/**
 * A correlated command has moved on.
 */
export interface OperationUpdated {
  version: Version;
  kind: "operation_updated";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  result: ClientOperationResultV1;
}
/**
 * What the session is called, or works with, has changed.
 */
export interface SessionChanged {
  version: Version;
  kind: "session_changed";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  title?: string | null;
  model?: string | null;
  facet?: string | null;
  permission_monitor?: PermissionMonitor;
}
/**
 * The catalog has another revision.
 */
export interface DaemonCatalogChanged {
  version: Version;
  kind: "daemon_catalog_changed";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  catalog_revision: Counter;
}
/**
 * The daemon is about to stop.
 */
export interface SessionStopping {
  version: Version;
  kind: "session_stopping";
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
  /**
   * What made it stop; `idle` is the end of the time of `--idle-timeout` (P-S87).
   */
  reason: "terminate" | "signal" | "failure" | "idle";
}
/**
 * The stream is alive; the first message of every stream.
 */
export interface SyncHeartbeat {
  event: "heartbeat";
  version: Version;
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  /**
   * Most seconds of quiet until the next one.
   */
  interval_seconds: number;
}
/**
 * The stream cannot go on, and ends with this.
 */
export interface SyncReset {
  event: "reset";
  version: Version;
  /**
   * The code of what happened; others may follow.
   */
  code: string;
}
/**
 * A record of a kind that came later than this description; what every record has.
 */
export interface UnknownRecord {
  version: Version;
  kind: string;
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  at: Time;
  operation?: OperationKey;
}
/**
 * Where a session stands: the fold of all its records up to `cursor` (spec 2.2, P-S8).
 */
export interface SyncSnapshot {
  version: Version;
  daemon_epoch: DaemonEpoch;
  cursor: Token2;
  /**
   * Whether a turn runs.
   */
  busy: boolean;
  /**
   * Whether a question waits for somebody.
   */
  attention: boolean;
  history_checkpoint: Token2;
  /**
   * Items of history at the checkpoint.
   */
  history_total_items: number;
  catalog_revision: Counter;
  /**
   * What this daemon can do (spec 9.2). A feature counts only where it is listed; unknown ones are passed over.
   */
  features: string[];
  session: SessionIdentity;
  turn: TurnState;
  actions: Actions;
  queue: InputQueue;
  /**
   * Questions that wait for an answer.
   */
  interrogatives: Interrogative[];
  /**
   * Items of which text is coming: what there is so far.
   */
  open_items: OpenItem[];
  /**
   * The window for correlated commands; null while none is issued.
   */
  operation_window: OperationWindow | null;
  permission_monitor?: PermissionMonitor;
  last_turn?: LastTurn;
  context?: ContextSize;
}
/**
 * Which session it is.
 */
export interface SessionIdentity {
  session_id: SessionId;
  title: string | null;
  created_at: Time;
}
/**
 * The turn that runs, or what the next one would work with.
 */
export interface TurnState {
  state: "idle" | "running" | "awaiting_input" | "stopping";
  generation: Generation;
  prompt_id?: PromptId;
  model: string | null;
  facet: string | null;
  retry?: TurnRetry;
}
/**
 * Which commands would be taken now.
 */
export interface Actions {
  prompt: ActionAvailability;
  queue_input: ActionAvailability;
  dequeue_newest: ActionAvailability;
  respond: ActionAvailability;
  cancel: ActionAvailability;
  compact: ActionAvailability;
}
/**
 * Inputs that wait for the end of the turn, oldest first.
 */
export interface InputQueue {
  revision: Counter;
  items: QueuedInput[];
}
/**
 * An item of which text is coming.
 */
export interface OpenItem {
  item_id: string;
  kind: ItemKind;
  prompt_id: PromptId;
  /**
   * All text so far.
   */
  text: string;
}
/**
 * In which correlated commands can be repeated (spec 2.3).
 */
export interface OperationWindow {
  window: Token2;
  issued_at: Time;
  expires_at: Time;
}
/**
 * A running session in at most 16 KiB (P-S10). A text that is too long for it ends with `…`.
 */
export interface SyncSummary {
  version: Version;
  daemon_epoch: DaemonEpoch;
  session_id: SessionId;
  /**
   * State of the turn, as in the snapshot.
   */
  state: "idle" | "running" | "awaiting_input" | "stopping";
  /**
   * Whether a turn runs.
   */
  busy: boolean;
  /**
   * Whether a question waits for somebody.
   */
  attention: boolean;
  cursor: Token2;
  catalog_revision: Counter;
  /**
   * Items of history.
   */
  history_total_items: number;
  title: string | null;
  /**
   * The root of the repository that the session works in, else its working directory.
   */
  project: string;
  /**
   * The model of the turn; between turns, the last that a turn or a change named, or null.
   */
  model: string | null;
  /**
   * The facet of the turn; between turns, the last that a turn or a change named, or null.
   */
  facet: string | null;
  /**
   * Inputs that wait for the end of the turn.
   */
  queue_length: number;
  updated_at: Time;
  last_turn?: LastTurn;
  question?: WaitingQuestion;
  waiting_since?: Time7;
  retry?: TurnRetry;
  context?: ContextSize;
}
/**
 * The daemon will stop.
 */
export interface TerminateAccepted {
  status: "stopping";
}
/**
 * Body of `POST /title` (P-S64).
 */
export interface TitleRequest {
  /**
   * Of it the first line counts that is not empty, without characters that cannot be printed, cut at 80 characters; credentials are hidden.
   */
  title: string;
}
