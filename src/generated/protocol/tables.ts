/** Made from schema/protocol by `npm run gen`; not edited by hand. */
import type * as types from "./types.js";

/** Every code that may be sent, with the statuses that it may be sent with; a code without any is said at the start alone. */
export const codes = {
  attachment_not_found: { status: [404], says: "the checkpoint lists no such attachment" },
  attachment_range_invalid: { status: [400], says: "the attachment has no such range" },
  attachment_too_large: { status: [413], says: "more bytes were asked for than one response may hold" },
  catalog_unavailable: { status: [404], says: "there is no catalog" },
  checkpoint_expired: { status: [410], says: "the checkpoint has expired" },
  compaction_in_flight: { status: [409], says: "a compaction is running" },
  configuration_error: { status: [422], says: "the configuration has errors; the one in use stays" },
  cursor_too_old: { status: [410], says: "records after this cursor are no longer kept" },
  cursor_wrong_session: { status: [400], says: "the cursor belongs to another session" },
  daemon_timeout: { status: [504], says: "the daemon did not answer in time" },
  daemon_unreachable: { status: [502], says: "the daemon cannot be reached" },
  epoch_mismatch: { status: [409], says: "this belongs to an earlier run of the server" },
  fleet_capacity_exceeded: { status: [413,503], says: "the fleet's answer is at capacity" },
  headers_too_large: { status: [431], says: "the head of the request is too large" },
  history_corrupt: { status: [422], says: "the stored history is damaged" },
  history_not_finalized: { status: [409], says: "the session has not been finalized" },
  history_requires_stopped: { status: [409], says: "the session is running" },
  history_source_changed: { status: [409], says: "the session has changed since the checkpoint" },
  history_unavailable: { status: [404], says: "there is no such history" },
  host_not_allowed: { status: [421], says: "this host is not served here" },
  insufficient_scope: { status: [403], says: "the token does not cover this route" },
  internal: { status: [500], says: "this failed unexpectedly" },
  interrogative_not_open: { status: [404], says: "nobody waits for this answer" },
  invalid_checkpoint: { status: [400], says: "this is no checkpoint of this history" },
  invalid_cursor: { status: [400], says: "this is no cursor of this stream" },
  invalid_request: { status: [400], says: "the request is not as it should be" },
  login_failed: { status: [502], says: "the login at the tool server did not work" },
  method_not_allowed: { status: [405], says: "this path takes another method" },
  migration_blocked: { status: [], says: "the journal of a migration cannot be read" },
  migration_retry: { status: [], says: "a migration was undone" },
  no_model: { status: [409], says: "no model can be asked for a summary" },
  not_acceptable: { status: [406], says: "this route answers in no such media type" },
  not_found: { status: [404], says: "there is no such path" },
  operation_capacity_exceeded: { status: [429], says: "the ledger of operations is full" },
  operation_expired: { status: [410], says: "the operation's window is not open" },
  operation_payload_conflict: { status: [409], says: "this operation was submitted with another payload" },
  origin_not_allowed: { status: [403], says: "requests of web pages are not served" },
  overloaded: { status: [503], says: "too much is going on at once" },
  payload_too_large: { status: [413], says: "the body is too large" },
  request_timeout: { status: [408], says: "the rest of the request did not come" },
  reset_required: { status: [410], says: "the stream cannot continue from this cursor" },
  session_exists: { status: [], says: "a session of this id exists" },
  session_locked: { status: [409], says: "another process has this session" },
  session_unknown: { status: [], says: "there is no session of this id" },
  shutting_down: { status: [503], says: "the server is stopping" },
  snapshot_capacity_exceeded: { status: [503], says: "there is no room for another snapshot" },
  snapshot_expired: { status: [410], says: "the snapshot has expired" },
  storage_unavailable: { status: [503], says: "nothing can be written to the session's folder; reading goes on" },
  target_not_allowed: { status: [403], says: "the token does not cover this session" },
  turn_in_flight: { status: [409], says: "a turn is running" },
  turn_input_queue_full: { status: [409], says: "the queue of inputs is full" },
  turn_not_running: { status: [409], says: "no turn is running" },
  unauthorized: { status: [401], says: "a valid bearer token is required" },
} as const;

/** Every number that the protocol promises. */
export const limits = {
  /** records in one frame of a live stream (spec 8). */
  frameRecords: 256,
  /** bytes of one message of a live stream, framing counted (spec 8). */
  frameBytes: 2097152,
  /** items on one page of history (spec 8). */
  historyPageItems: 256,
  /** bytes of JSON of one page of history (spec 8). */
  historyPageBytes: 2097152,
  /** bytes of one response with a part of an attachment (spec 8). */
  attachmentBytes: 8388608,
  /** ms that a history checkpoint can be used (spec 8). */
  checkpointLife: 600000,
  /** ms that an operation window is open (spec 8). */
  operationWindow: 600000,
  /** ms that the window of a snapshot stays open at least (P-S24). */
  windowRenewal: 120000,
  /** operations that are kept until their windows end (spec 8). */
  ledgerRecords: 4096,
  /** bytes of JSON of the operations that are kept (spec 8). */
  ledgerBytes: 33554432,
  /** ms of quiet until a daemon's stream says that it is alive (P-S11). */
  syncHeartbeat: 15000,
  /** ms of quiet until the legacy stream says that it is alive (P-S12). */
  legacyHeartbeat: 10000,
  /** records kept for replay by a daemon (P-S16). */
  ringRecords: 8192,
  /** bytes kept for replay by a daemon (P-S16). */
  ringBytes: 33554432,
  /** bytes of one record (P-S16). */
  recordBytes: 1048576,
  /** bytes of one item's text as JSON; of more a part is shown (P-S16). */
  itemTextBytes: 262144,
  /** bytes of the part that is shown of a text that is too long, in UTF-8 (P-S16). */
  elidedTextBytes: 65536,
  /** ms that text waits to be joined with more (P-S17). */
  deltaInterval: 50,
  /** bytes of text that do not wait any longer (P-S17). */
  deltaBytes: 1024,
  /** bytes of the body of a prompt or a queued input (P-S7). */
  promptBodyBytes: 16777216,
  /** bytes of the body of any other request (P-S7). */
  bodyBytes: 1048576,
  /** levels of objects and arrays within each other in a body (ours). */
  bodyDepth: 64,
  /** requests at once; `/health`, `/turn/cancel` and `/terminate` do not count (P-S7). */
  requests: 64,
  /** streams at once (P-S7). */
  streams: 1024,
  /** ms until the head of a request must have come (P-S58). */
  headerTimeout: 10000,
  /** bytes of the head of a request, separators and ends of lines counted (P-S58). */
  headerBytes: 16384,
  /** ms without a byte of a request's body until nobody waits for more (P-S58). */
  bodyTimeout: 10000,
  /** ms that the body of a request may take, and a second more for each `bodyPace` of it that has come (P-S58). */
  bodyTime: 60000,
  /** bytes a second, at which a body of any length comes in time (P-S58). */
  bodyPace: 64000,
  /** connections whose callers have shown no token; one more ends the oldest (P-S58). */
  strangers: 256,
  /** ms that a reader may take nothing before it is closed (ours). */
  blockedReader: 60000,
  /** bytes of a summary (P-S10). */
  summaryBytes: 16384,
  /** bytes of a summary's `project` as JSON; of more the beginning is shown (P-S10). */
  summaryProjectBytes: 4096,
  /** bytes of the message of `last_turn`, and of the text of `question`, as JSON in a summary; of more the beginning is shown (P-S117). */
  summaryMessageBytes: 1024,
  /** bytes of each other text of the two as JSON in a summary; of more the beginning is shown (P-S117). */
  summaryNameBytes: 256,
  /** characters of the text of `question` in a summary (P-S117). */
  summaryQuestionCharacters: 200,
  /** bytes of a summary's title, model or facet as JSON; of more the beginning is shown (P-S10). */
  summaryTextBytes: 2048,
  /** inputs waiting for the end of a turn (P-S25). */
  queuedInputs: 32,
  /** bytes of the texts and attachments of all inputs that wait (P-S63). */
  queuedBytes: 33554432,
  /** attachments of one prompt (P-S63). */
  promptAttachments: 32,
  /** bytes of an attached text that a model is told (P-S65). */
  heardTextBytes: 65536,
  /** bytes of an image in the result of a tool that a model is shown, which are 5 MiB in base64 (P-S85). */
  resultImageBytes: 3932160,
  /** characters of the title of a session (P-S64). */
  titleCharacters: 80,
  /** bytes of one file of the log before the next is begun (ours). */
  logSegmentBytes: 67108864,
  /** ms of quiet until a provider's answer has stalled (P-S31). */
  providerIdle: 120000,
  /** ms that one stream of a provider may last, where `daemon.provider_stream_max_lifetime_secs` does not say (P-S31). */
  providerLifetime: 1800000,
  /** requests that continue one answer whose stream has lasted too long (P-S102). */
  providerContinuations: 100,
  /** ms until a provider is asked again, whatever it asks for (P-S101). */
  retryLeast: 100,
  /** ms that a turn waits for a provider without asking a person (P-S101). */
  retryUnasked: 300000,
  /** files in `autopsy` of a session; the oldest goes (P-S32). */
  autopsies: 50,
  /** ms after which the turn of an input begins that the disk has refused before (P-S25). */
  queueRetry: 5000,
  /** bytes of the opaque state of a provider on one item; more is dropped (P-S93). */
  opaqueStateBytes: 1048576,
  /** bytes of the result of a tool that a model is always told, also when the conversation is too long (P-S94). */
  longResultBytes: 4096,
  /** bytes of a longer result that a model is told when the conversation is too long (P-S94). */
  shortResultBytes: 1024,
  /** retries of a summary that failed or came back empty, where `daemon.compaction_max_retries` does not say (P-S31). */
  compactionRetries: 2,
  /** tokens that an image counts for in the estimate of a request (P-S103). */
  imageTokens: 1600,
  /** tokens of a summary; a longer one is told by its beginning and its end (P-S103). */
  summaryTokens: 4096,
  /** pieces in which a conversation is summarised that is too long for one request (P-S103). */
  summaryPieces: 8,
  /** ms after the end of a provider's answer until its connection is ended (P-S31). */
  providerEnding: 2000,
  /** characters that are read of a provider's refusal (ours). */
  providerWords: 16384,
  /** ms from the end of one request for a provider's list of models to the next (P-S105). */
  listInterval: 600000,
  /** ms that a provider has for its list of models, all pages counted (P-S105). */
  listTime: 5000,
  /** bytes of one page of a provider's list of models (P-S105). */
  listBytes: 1048576,
  /** pages of a provider's list of models that are read (P-S105). */
  listPages: 5,
  /** characters of one event of a provider's answer (ours). */
  providerEventCharacters: 4194304,
  /** bytes of one answer of a provider (ours). */
  providerAnswerBytes: 67108864,
  /** characters of a cursor and every other token (P-S14). */
  tokenCharacters: 46,
  /** characters that a bearer token has at least (P-S3). */
  credentialCharacters: 32,
  /** events kept for replay by a hub (spec 8). */
  fleetRecords: 8192,
  /** bytes of events kept for replay by a hub (spec 8). */
  fleetBytes: 33554432,
  /** ms that a hub keeps an event for replay (spec 8). */
  fleetAge: 300000,
  /** bytes of one event of the fleet (ours). */
  fleetRecordBytes: 32768,
  /** ms from one heartbeat of the fleet's stream to the next, quiet or not (spec 8). */
  fleetHeartbeat: 15000,
  /** snapshots of the fleet that are kept at once (spec 8). */
  fleetSnapshots: 8,
  /** bytes of JSON of all snapshots of the fleet that are kept (spec 8). */
  fleetSnapshotBytes: 33554432,
  /** ms that a snapshot of the fleet is kept (spec 8). */
  fleetSnapshotLife: 600000,
  /** entries on one page of the catalog, projects and sessions (spec 8). */
  fleetPageEntries: 200,
  /** bytes of JSON of one page of the catalog (spec 8). */
  fleetPageBytes: 1048576,
  /** bytes of one session's row in the catalog (P-S50). */
  rowBytes: 16384,
  /** captures of stopped sessions that are kept at once (spec 8). */
  captures: 8,
  /** ms that the capture of a stopped session is kept (spec 8). */
  captureLife: 600000,
  /** bytes of all captures together, attachments counted (spec 8). */
  spoolBytes: 1073741824,
  /** requests of the hub to daemons at once (spec 8). */
  observerRequests: 8,
  /** requests of them to daemons whose last answer failed (P-S51). */
  observerFailing: 4,
  /** ms from one request to a daemon to the next (spec 8). */
  observerInterval: 5000,
  /** ms until a daemon's summary must have come (spec 8). */
  observerTimeout: 3000,
  /** ms that a daemon's summary counts as fresh (spec 8). */
  observerFresh: 15000,
  /** ms from one look at the folders of running sessions to the next (P-S74). */
  folderInterval: 1000,
  /** ms until the folder of a session that does not run is looked at again, where none has begun, ended or gone on (P-S74). */
  folderRest: 30000,
  /** ms until a daemon must have begun its answer (P-S49). */
  proxyTimeout: 10000,
  /** calls of tools in one answer of a model (ours). */
  toolCalls: 128,
  /** rounds of tools in one turn, where `daemon.max_tool_turns` does not say (P-S31). */
  toolTurns: 100,
  /** bytes of the input or the output of a tool in its item, in UTF-8; of more a part is shown (P-S33). */
  toolTextBytes: 65536,
  /** characters of a tool's name as a model is offered it (P-S82). */
  toolNameCharacters: 64,
  /** bytes of the text of a question, in UTF-8; of more the beginning is shown (ours). */
  questionBytes: 8192,
  /** choices of a question (ours). */
  questionChoices: 32,
  /** bytes of a file that tools read or change (P-S107). */
  fileBytes: 16777216,
  /** lines of a file in one result of `read` (P-S107). */
  readLines: 2000,
  /** bytes of the lines of a file in one result of `read` (P-S107). */
  readBytes: 49152,
  /** characters of a line in a result of `read`; of more the beginning is shown (P-S107). */
  readLineCharacters: 2000,
  /** lines that match in one result of `search` (P-S107). */
  searchLines: 200,
  /** bytes of a file that `search` looks through among others (P-S107). */
  searchFileBytes: 4194304,
  /** ms of one call of `search` (P-S107). */
  searchTime: 60000,
  /** ms that the expression of `search` may take for about a megabyte (P-S107). */
  searchStep: 5000,
  /** entries in one result of `list` (P-S107). */
  listEntries: 1000,
  /** bytes of either text of a diff in an item, in UTF-8; of more a part is shown (P-S107). */
  diffBytes: 16384,
  /** places of a call in its item (P-S107). */
  itemLocations: 32,
  /** bytes of one file of a facet, a subagent, a skill or instructions (P-S78). */
  promptFileBytes: 65536,
  /** bytes of all such files together (P-S78). */
  promptTotalBytes: 4194304,
  /** files of one kind that are looked at in one directory or in the configuration (P-S78). */
  promptFiles: 256,
  /** characters of the name of a facet, a subagent or a skill (P-S78). */
  promptNameCharacters: 64,
  /** characters of the front matter of one file (P-S36). */
  frontMatterCharacters: 8192,
  /** characters of the front matter of all files together (P-S36). */
  frontMatterTotalCharacters: 262144,
  /** texts in one list of a front matter (P-S36). */
  frontMatterTexts: 128,
  /** characters of one system prompt, instructions counted (P-S78). */
  systemPromptCharacters: 131072,
  /** bytes of one message of a tool server, and of messages that it has not read (P-S35). */
  mcpMessage: 8388608,
  /** ms until a tool server must have answered the handshake, and have listed its tools (P-S35). */
  mcpAnswer: 60000,
  /** ms until a tool server over HTTP that has not spoken yet must answer without a handshake, before it gets one (P-S99). */
  mcpFirst: 5000,
  /** pages of tools that are read from a tool server (P-S35). */
  mcpPages: 100,
  /** tools of one tool server (P-S35). */
  mcpTools: 1000,
  /** characters of all definitions of one tool server (P-S35). */
  mcpToolsSize: 4194304,
  /** characters of a tool's name at its server (P-S82). */
  mcpToolName: 16384,
  /** characters of a tool's description; the rest is cut (P-S80). */
  mcpDescription: 16384,
  /** characters of a tool's input schema (P-S80). */
  mcpSchemaSize: 65536,
  /** levels of a tool's input schema (P-S80). */
  mcpSchemaDepth: 64,
  /** lines in a row on a tool server's output that are no messages (P-S35). */
  mcpGarbage: 1000,
  /** attempts to connect a tool server again, one after the other (P-S35). */
  mcpRetries: 10,
  /** ms until the first attempt to connect a tool server again; each further one waits twice as long (P-S35). */
  mcpRetryFirst: 1000,
  /** ms until a stream is opened again, whatever its tool server asks for (P-S35). */
  mcpRetryLeast: 100,
  /** ms until any attempt to connect a tool server again (P-S35). */
  mcpRetryMost: 60000,
  /** ms that a tool server must have been connected until earlier failures do not count (P-S35). */
  mcpSteady: 60000,
  /** ms that the first turn of a daemon waits for its tool servers together (P-S91). */
  mcpWait: 30000,
  /** ms that signs of progress keep a call of a tool server going beyond its time (P-S99). */
  mcpProgress: 3600000,
  /** bytes of the instructions of one tool server; the rest is cut (P-S99). */
  mcpInstructions: 4096,
  /** questions of a tool server while calls of its tools run; further ones are declined (P-S100). */
  mcpQuestions: 64,
  /** characters of the last line that a tool server wrote before it ended (P-S91). */
  mcpSaid: 300,
  /** ms from one list of a tool server's tools to the next (P-S35). */
  mcpRefresh: 1000,
  /** ms until a tool server whose input is closed gets a signal, and then the next one (P-S35). */
  mcpEnding: 1000,
  /** bytes of the log of one output of a tool server (P-S84). */
  mcpLog: 8388608,
  /** ms that a login at a tool server waits for its user (P-S35). */
  loginLife: 600000,
  /** ms that the requests of one step of a login may take together (P-S84). */
  loginRequests: 30000,
  /** bytes of one answer during a login, and of the file of a login (P-S84). */
  loginBytes: 262144,
  /** connections of browsers that a login takes at once, beside strangers (P-S35). */
  loginCallbacks: 8,
  /** entries of one list of a daemon's catalog (ours). */
  catalogEntries: 1024,
  /** words of one entry of it: tags, policies, levels or options (ours). */
  catalogWords: 64,
  /** characters of a name in it (ours). */
  catalogNameCharacters: 256,
  /** characters of a description in it; a longer one is cut (ours). */
  catalogTextCharacters: 4096,
  /** characters of the input schema of a tool in it (ours). */
  catalogSchemaCharacters: 32768,
  /** characters of all texts in it (ours). */
  catalogCharacters: 4194304,
  /** ms of a call of `shell` that names no time of its own (P-S33). */
  shellTimeout: 120000,
  /** ms that a call of `shell` may ask for (P-S33). */
  shellTimeoutLongest: 1800000,
  /** ms from SIGTERM for the processes of a call to SIGKILL (P-S79). */
  shellGrace: 2000,
  /** bytes of a command's output that are kept, half of them from its end (P-S33). */
  shellOutputBytes: 8388608,
  /** ms of `init_script` (P-S79). */
  shellScriptTimeout: 60000,
  /** bytes of the environment that `init_script` leaves (P-S79). */
  shellEnvironmentBytes: 2097152,
  /** messages a second that are heard of one tool server; a long one counts as several (P-S35). */
  mcpPace: 2000,
} as const;

/** Ids of features; one counts only where a snapshot lists it. */
export const features = {
  /** ordered records and their replay (spec 9.2). */
  sync: "session.sync.v1",
  /** pages of public history (spec 9.2). */
  history: "session.history.v1",
  /** captured public attachments (spec 9.2). */
  attachments: "session.attachments.v1",
  /** correlated commands, which can be repeated (spec 9.2). */
  targetedMutations: "session.targeted-mutations.v1",
  /** a catalog of what is loaded (spec 9.2). */
  catalog: "daemon.catalog.v1",
  /** reserved (spec 9.3). */
  requestOptions: "model.request-options.v1",
  /** reserved (spec 9.3). */
  fleet: "hub.fleet.v1",
  /** reserved (spec 9.3). */
  stoppedHistory: "hub.stopped-history.v1",
  /** a hub's catalog of sessions (spec 9.3). */
  fleetCatalog: "fleet_catalog.v1",
  /** a hub's ordered events and their replay (spec 9.3). */
  fleetEvents: "fleet_events.v1",
  /** a hub's history of stopped sessions (spec 9.3). */
  sessionHistory: "session_history.v1",
} as const;

/** Codes that a request to any path may get. */
export const everywhere = ["unauthorized","origin_not_allowed","host_not_allowed","request_timeout","headers_too_large","overloaded","shutting_down","internal"] as const;

/** Every route of the daemon; a path that is none of these is not served. */
export const daemonRoutes = {
  /** Whether the daemon is there. */
  health: {"method":"GET","path":"/health","authority":"read","query":[],"answers":[{"status":200,"body":"Health"}],"stream":false,"codes":[]},
  /** A snapshot to start from. */
  sync: {"method":"GET","path":"/sync","authority":"read","query":[],"answers":[{"status":200,"body":"SyncSnapshot"}],"stream":false,"codes":[]},
  /** The session in a few words, for whoever watches many. */
  syncSummary: {"method":"GET","path":"/sync/summary","authority":"read","query":[],"answers":[{"status":200,"body":"SyncSummary"}],"stream":false,"codes":[]},
  /** What the daemon has loaded: facets, models, tools, tool servers. */
  daemonState: {"method":"GET","path":"/daemon-state","authority":"read","query":[],"answers":[{"status":200,"body":"DaemonState"}],"stream":false,"codes":["catalog_unavailable"]},
  /** Records after a cursor in order, then live ones; without `after` the legacy stream, which is live only. */
  events: {"method":"GET","path":"/events","authority":"read","query":["after"],"answers":[{"status":200,"body":"SyncMessage"},{"status":200,"body":"LegacyMessage"}],"stream":true,"codes":["invalid_request","invalid_cursor","cursor_wrong_session","epoch_mismatch","reset_required","cursor_too_old","not_acceptable"]},
  /** A page of the session's public history. */
  history: {"method":"GET","path":"/history","authority":"read","query":["checkpoint","page"],"answers":[{"status":200,"body":"HistoryPage"}],"stream":false,"codes":["invalid_request","invalid_checkpoint","checkpoint_expired","history_corrupt","storage_unavailable"]},
  /** A range of the bytes of an attachment, or of a text that is too long for its item. */
  attachment: {"method":"GET","path":"/attachments/{artifact_id}","authority":"read","query":["checkpoint","offset","length"],"answers":[{"status":200,"body":"AttachmentChunk"}],"stream":false,"codes":["invalid_request","not_found","invalid_checkpoint","checkpoint_expired","attachment_not_found","attachment_range_invalid","attachment_too_large","history_unavailable","history_corrupt","storage_unavailable"]},
  /** Submits a prompt; the answer comes in the stream. */
  prompt: {"method":"POST","path":"/prompt","authority":"control","query":[],"request":"PromptRequest","limit":"promptBodyBytes","answers":[{"status":200,"body":"ClientOperationResultV1"},{"status":202,"body":"PromptAccepted"},{"status":202,"body":"ClientOperationResultV1"}],"stream":false,"codes":["invalid_request","payload_too_large","epoch_mismatch","operation_expired","operation_payload_conflict","operation_capacity_exceeded","turn_in_flight","storage_unavailable"]},
  /** Queues an input during a turn; the oldest one starts the next turn. */
  queueInput: {"method":"POST","path":"/turn/input","authority":"control","query":[],"request":"PromptRequest","limit":"promptBodyBytes","answers":[{"status":200,"body":"ClientOperationResultV1"},{"status":202,"body":"InputAccepted"},{"status":202,"body":"ClientOperationResultV1"}],"stream":false,"codes":["invalid_request","payload_too_large","epoch_mismatch","operation_expired","operation_payload_conflict","operation_capacity_exceeded","turn_not_running","turn_input_queue_full","storage_unavailable"]},
  /** The inputs that wait, the oldest first. */
  inputs: {"method":"GET","path":"/turn/input","authority":"read","query":[],"answers":[{"status":200,"body":"InputList"}],"stream":false,"codes":[]},
  /** Takes the newest waiting input back. */
  dequeueNewest: {"method":"DELETE","path":"/turn/input/newest","authority":"control","query":[],"request":"DequeueRequest","answers":[{"status":200,"body":"DequeueResult"},{"status":200,"body":"ClientOperationResultV1"},{"status":202,"body":"ClientOperationResultV1"}],"stream":false,"codes":["invalid_request","payload_too_large","epoch_mismatch","operation_expired","operation_payload_conflict","operation_capacity_exceeded","storage_unavailable"]},
  /** How far an operation has come, of this run of the daemon or of an earlier one. */
  operation: {"method":"GET","path":"/operations/{window}/{operation}","authority":"read","query":[],"answers":[{"status":200,"body":"ClientOperationResultV1"},{"status":202,"body":"ClientOperationResultV1"}],"stream":false,"codes":["not_found","operation_expired"]},
  /** Ends the turn that runs; its text so far is kept. */
  cancelTurn: {"method":"POST","path":"/turn/cancel","authority":"control","query":[],"request":"EmptyRequest","answers":[{"status":202,"body":"CancelAccepted"}],"stream":false,"codes":["invalid_request","payload_too_large","turn_not_running"]},
  /** Puts a summary in place of the older part of the history, in requests to models alone. */
  compact: {"method":"POST","path":"/compact","authority":"control","query":[],"request":"CompactRequest","answers":[{"status":200,"body":"CompactAccepted"},{"status":200,"body":"ClientOperationResultV1"},{"status":202,"body":"CompactAccepted"},{"status":202,"body":"ClientOperationResultV1"}],"stream":false,"codes":["invalid_request","payload_too_large","epoch_mismatch","operation_expired","operation_payload_conflict","operation_capacity_exceeded","turn_in_flight","compaction_in_flight","no_model","storage_unavailable"]},
  /** Answers a question of the daemon. */
  respond: {"method":"POST","path":"/interrogative/{id}/respond","authority":"control","query":[],"request":"RespondRequest","answers":[{"status":200,"body":"RespondResult"},{"status":200,"body":"ClientOperationResultV1"},{"status":202,"body":"ClientOperationResultV1"}],"stream":false,"codes":["invalid_request","not_found","payload_too_large","epoch_mismatch","operation_expired","operation_payload_conflict","operation_capacity_exceeded","interrogative_not_open","storage_unavailable"]},
  /** Chooses the model of the next turns. */
  model: {"method":"POST","path":"/model","authority":"manage","query":[],"request":"ModelRequest","answers":[{"status":200,"body":"SwitchResult"}],"stream":false,"codes":["invalid_request","payload_too_large","storage_unavailable"]},
  /** Chooses the facet of the next turns. */
  facet: {"method":"POST","path":"/facet","authority":"manage","query":[],"request":"FacetRequest","answers":[{"status":200,"body":"SwitchResult"}],"stream":false,"codes":["invalid_request","payload_too_large","storage_unavailable"]},
  /** Renames the session. */
  title: {"method":"POST","path":"/title","authority":"manage","query":[],"request":"TitleRequest","answers":[{"status":200,"body":"SwitchResult"}],"stream":false,"codes":["invalid_request","payload_too_large","storage_unavailable"]},
  /** Chooses who decides from the next turn on whether a tool may run, until the daemon stops. */
  permissionMonitor: {"method":"POST","path":"/permission-monitor","authority":"manage","query":[],"request":"PermissionMonitorRequest","answers":[{"status":200,"body":"SwitchResult"}],"stream":false,"codes":["invalid_request","payload_too_large"]},
  /** Reads the configuration and the files beside it again; the turn that runs keeps the one that it began with. */
  reload: {"method":"POST","path":"/reload","authority":"manage","query":[],"request":"EmptyRequest","answers":[{"status":200,"body":"ReloadResult"}],"stream":false,"codes":["invalid_request","payload_too_large","configuration_error"]},
  /** Connects to a tool server, also after the next reload. */
  mcpEnable: {"method":"POST","path":"/mcp/{server}/enable","authority":"manage","query":[],"request":"EmptyRequest","answers":[{"status":202,"body":"McpAccepted"}],"stream":false,"codes":["invalid_request","payload_too_large","not_found"]},
  /** Ends the connection to a tool server, until it is enabled. */
  mcpDisable: {"method":"POST","path":"/mcp/{server}/disable","authority":"manage","query":[],"request":"EmptyRequest","answers":[{"status":202,"body":"McpAccepted"}],"stream":false,"codes":["invalid_request","payload_too_large","not_found"]},
  /** Begins the connection to a tool server anew. */
  mcpReconnect: {"method":"POST","path":"/mcp/{server}/reconnect","authority":"manage","query":[],"request":"EmptyRequest","answers":[{"status":202,"body":"McpAccepted"}],"stream":false,"codes":["invalid_request","payload_too_large","not_found"]},
  /** Begins a login at a tool server; its user opens the answer in a browser. */
  loginStart: {"method":"POST","path":"/mcp/{server}/oauth/start","authority":"manage","query":[],"request":"EmptyRequest","answers":[{"status":200,"body":"LoginStarted"}],"stream":false,"codes":["invalid_request","payload_too_large","not_found","login_failed"]},
  /** Ends a login whose redirect led elsewhere than to the daemon. */
  loginCallback: {"method":"POST","path":"/mcp/{server}/oauth/callback","authority":"manage","query":[],"request":"LoginCallbackRequest","answers":[{"status":200,"body":"LoginFinished"}],"stream":false,"codes":["invalid_request","payload_too_large","not_found","login_failed"]},
  /** Stops the daemon; the session can be continued later. */
  terminate: {"method":"POST","path":"/terminate","authority":"manage","query":[],"request":"EmptyRequest","answers":[{"status":202,"body":"TerminateAccepted"}],"stream":false,"codes":["invalid_request","payload_too_large"]},
} as const;

/** Every route of the hub; below `proxyPath` it passes on what a daemon serves. */
export const hubRoutes = {
  /** A page of all sessions and their projects, as they are now or were at a snapshot. */
  catalog: {"method":"GET","path":"/api/v1/catalog","authority":"fleet","query":["snapshot","page"],"answers":[{"status":200,"body":"FleetCatalog"}],"stream":false,"codes":["invalid_request","insufficient_scope","invalid_cursor","snapshot_expired","fleet_capacity_exceeded","snapshot_capacity_exceeded"]},
  /** Fleet events after a cursor in order, then live ones. */
  events: {"method":"GET","path":"/api/v1/events","authority":"fleet","query":["after","expected_epoch"],"answers":[{"status":200,"body":"FleetMessage"}],"stream":true,"codes":["invalid_request","insufficient_scope","invalid_cursor","epoch_mismatch","reset_required","cursor_too_old","not_acceptable","fleet_capacity_exceeded"]},
  /** The row of one session. */
  session: {"method":"GET","path":"/api/v1/sessions/{session_id}","authority":"read","query":[],"answers":[{"status":200,"body":"SessionRow"}],"stream":false,"codes":["insufficient_scope","target_not_allowed","not_found"]},
  /** Stops the daemon of a session in order. */
  stop: {"method":"POST","path":"/api/v1/sessions/{session_id}/stop","authority":"manage","query":[],"request":"EmptyRequest","answers":[{"status":202,"body":"TerminateAccepted"}],"stream":false,"codes":["invalid_request","payload_too_large","insufficient_scope","target_not_allowed","not_found","daemon_unreachable","daemon_timeout"]},
  /** A page of the history of a stopped session. */
  history: {"method":"GET","path":"/api/v1/sessions/{session_id}/history","authority":"fleet","query":["checkpoint","page"],"answers":[{"status":200,"body":"HistoryPage"}],"stream":false,"codes":["invalid_request","not_found","insufficient_scope","invalid_checkpoint","history_unavailable","history_requires_stopped","history_not_finalized","history_source_changed","history_corrupt","snapshot_expired","snapshot_capacity_exceeded","fleet_capacity_exceeded","storage_unavailable"]},
  /** A range of the bytes of an attachment of a stopped session. */
  attachment: {"method":"GET","path":"/api/v1/sessions/{session_id}/attachments/{artifact_id}","authority":"fleet","query":["checkpoint","offset","length"],"answers":[{"status":200,"body":"AttachmentChunk"}],"stream":false,"codes":["invalid_request","not_found","insufficient_scope","invalid_checkpoint","snapshot_expired","history_source_changed","history_unavailable","attachment_not_found","attachment_range_invalid","attachment_too_large","history_corrupt","fleet_capacity_exceeded","storage_unavailable"]},
} as const;

/** The path that the paths of a session's daemon follow at a hub. */
export const proxyPath = "/api/v1/sessions/{session_id}/daemon";

/** The bodies that routes name, and the messages of their streams. */
export interface Bodies {
  AttachmentChunk: types.AttachmentChunk;
  CancelAccepted: types.CancelAccepted;
  ClientOperationResultV1: types.ClientOperationResultV1;
  CompactAccepted: types.CompactAccepted;
  CompactRequest: types.CompactRequest;
  DaemonState: types.DaemonState;
  DequeueRequest: types.DequeueRequest;
  DequeueResult: types.DequeueResult;
  EmptyRequest: types.EmptyRequest;
  FacetRequest: types.FacetRequest;
  FleetCatalog: types.FleetCatalog;
  FleetMessage: types.FleetMessage;
  Health: types.Health;
  HistoryPage: types.HistoryPage;
  InputAccepted: types.InputAccepted;
  InputList: types.InputList;
  LegacyMessage: types.LegacyMessage;
  LoginCallbackRequest: types.LoginCallbackRequest;
  LoginFinished: types.LoginFinished;
  LoginStarted: types.LoginStarted;
  McpAccepted: types.McpAccepted;
  ModelRequest: types.ModelRequest;
  PermissionMonitorRequest: types.PermissionMonitorRequest;
  PromptAccepted: types.PromptAccepted;
  PromptRequest: types.PromptRequest;
  ReloadResult: types.ReloadResult;
  RespondRequest: types.RespondRequest;
  RespondResult: types.RespondResult;
  SessionRow: types.SessionRow;
  SwitchResult: types.SwitchResult;
  SyncMessage: types.SyncMessage;
  SyncSnapshot: types.SyncSnapshot;
  SyncSummary: types.SyncSummary;
  TerminateAccepted: types.TerminateAccepted;
  TitleRequest: types.TitleRequest;
}
