/** Made from schema/protocol by `npm run gen`; not edited by hand. Values of `tables.ts` one by one: a bundle holds those that it uses. */

export const frameRecords = 256;
export const frameBytes = 2097152;
export const historyPageItems = 256;
export const historyPageBytes = 2097152;
export const attachmentBytes = 8388608;
export const checkpointLife = 600000;
export const operationWindow = 600000;
export const windowRenewal = 120000;
export const ledgerRecords = 4096;
export const ledgerBytes = 33554432;
export const syncHeartbeat = 15000;
export const legacyHeartbeat = 10000;
export const ringRecords = 8192;
export const ringBytes = 33554432;
export const recordBytes = 1048576;
export const itemTextBytes = 262144;
export const elidedTextBytes = 65536;
export const deltaInterval = 50;
export const deltaBytes = 1024;
export const promptBodyBytes = 16777216;
export const bodyBytes = 1048576;
export const bodyDepth = 64;
export const requests = 64;
export const streams = 1024;
export const headerTimeout = 10000;
export const headerBytes = 16384;
export const bodyTimeout = 10000;
export const bodyTime = 60000;
export const bodyPace = 64000;
export const strangers = 256;
export const blockedReader = 60000;
export const summaryBytes = 16384;
export const summaryProjectBytes = 4096;
export const summaryMessageBytes = 1024;
export const summaryNameBytes = 256;
export const summaryQuestionCharacters = 200;
export const summaryTextBytes = 2048;
export const queuedInputs = 32;
export const queuedBytes = 33554432;
export const promptAttachments = 32;
export const heardTextBytes = 65536;
export const resultImageBytes = 3932160;
export const titleCharacters = 80;
export const logSegmentBytes = 67108864;
export const providerIdle = 120000;
export const providerLifetime = 1800000;
export const providerContinuations = 100;
export const retryLeast = 100;
export const retryUnasked = 300000;
export const autopsies = 50;
export const queueRetry = 5000;
export const opaqueStateBytes = 1048576;
export const longResultBytes = 4096;
export const shortResultBytes = 1024;
export const compactionRetries = 2;
export const imageTokens = 1600;
export const summaryTokens = 4096;
export const summaryPieces = 8;
export const providerEnding = 2000;
export const providerWords = 16384;
export const listInterval = 600000;
export const listTime = 5000;
export const listBytes = 1048576;
export const listPages = 5;
export const providerEventCharacters = 4194304;
export const providerAnswerBytes = 67108864;
export const tokenCharacters = 46;
export const credentialCharacters = 32;
export const fleetRecords = 8192;
export const fleetBytes = 33554432;
export const fleetAge = 300000;
export const fleetRecordBytes = 32768;
export const fleetHeartbeat = 15000;
export const fleetSnapshots = 8;
export const fleetSnapshotBytes = 33554432;
export const fleetSnapshotLife = 600000;
export const fleetPageEntries = 200;
export const fleetPageBytes = 1048576;
export const rowBytes = 16384;
export const captures = 8;
export const captureLife = 600000;
export const spoolBytes = 1073741824;
export const observerRequests = 8;
export const observerFailing = 4;
export const observerInterval = 5000;
export const observerTimeout = 3000;
export const observerFresh = 15000;
export const folderInterval = 1000;
export const folderRest = 30000;
export const proxyTimeout = 10000;
export const toolCalls = 128;
export const toolTurns = 100;
export const toolTextBytes = 65536;
export const toolNameCharacters = 64;
export const questionBytes = 8192;
export const questionChoices = 32;
export const fileBytes = 16777216;
export const readLines = 2000;
export const readBytes = 49152;
export const readLineCharacters = 2000;
export const searchLines = 200;
export const searchFileBytes = 4194304;
export const searchTime = 60000;
export const searchStep = 5000;
export const listEntries = 1000;
export const diffBytes = 16384;
export const itemLocations = 32;
export const promptFileBytes = 65536;
export const promptTotalBytes = 4194304;
export const promptFiles = 256;
export const promptNameCharacters = 64;
export const frontMatterCharacters = 8192;
export const frontMatterTotalCharacters = 262144;
export const frontMatterTexts = 128;
export const systemPromptCharacters = 131072;
export const mcpMessage = 8388608;
export const mcpAnswer = 60000;
export const mcpFirst = 5000;
export const mcpPages = 100;
export const mcpTools = 1000;
export const mcpToolsSize = 4194304;
export const mcpToolName = 16384;
export const mcpDescription = 16384;
export const mcpSchemaSize = 65536;
export const mcpSchemaDepth = 64;
export const mcpGarbage = 1000;
export const mcpRetries = 10;
export const mcpRetryFirst = 1000;
export const mcpRetryLeast = 100;
export const mcpRetryMost = 60000;
export const mcpSteady = 60000;
export const mcpWait = 30000;
export const mcpProgress = 3600000;
export const mcpInstructions = 4096;
export const mcpQuestions = 64;
export const mcpSaid = 300;
export const mcpRefresh = 1000;
export const mcpEnding = 1000;
export const mcpLog = 8388608;
export const loginLife = 600000;
export const loginRequests = 30000;
export const loginBytes = 262144;
export const loginCallbacks = 8;
export const catalogEntries = 1024;
export const catalogWords = 64;
export const catalogNameCharacters = 256;
export const catalogTextCharacters = 4096;
export const catalogSchemaCharacters = 32768;
export const catalogCharacters = 4194304;
export const shellTimeout = 120000;
export const shellTimeoutLongest = 1800000;
export const shellGrace = 2000;
export const shellOutputBytes = 8388608;
export const shellScriptTimeout = 60000;
export const shellEnvironmentBytes = 2097152;
export const mcpPace = 2000;

export const syncFeature = "session.sync.v1";
export const historyFeature = "session.history.v1";
export const attachmentsFeature = "session.attachments.v1";
export const targetedMutationsFeature = "session.targeted-mutations.v1";
export const catalogFeature = "daemon.catalog.v1";
export const requestOptionsFeature = "model.request-options.v1";
export const fleetFeature = "hub.fleet.v1";
export const stoppedHistoryFeature = "hub.stopped-history.v1";
export const fleetCatalogFeature = "fleet_catalog.v1";
export const fleetEventsFeature = "fleet_events.v1";
export const sessionHistoryFeature = "session_history.v1";

/** Method and path of a daemon's routes. */
export const daemonLines = {
  health: "GET /health",
  sync: "GET /sync",
  syncSummary: "GET /sync/summary",
  daemonState: "GET /daemon-state",
  events: "GET /events",
  history: "GET /history",
  attachment: "GET /attachments/{artifact_id}",
  prompt: "POST /prompt",
  queueInput: "POST /turn/input",
  inputs: "GET /turn/input",
  dequeueNewest: "DELETE /turn/input/newest",
  operation: "GET /operations/{window}/{operation}",
  cancelTurn: "POST /turn/cancel",
  compact: "POST /compact",
  respond: "POST /interrogative/{id}/respond",
  model: "POST /model",
  facet: "POST /facet",
  title: "POST /title",
  permissionMonitor: "POST /permission-monitor",
  reload: "POST /reload",
  mcpEnable: "POST /mcp/{server}/enable",
  mcpDisable: "POST /mcp/{server}/disable",
  mcpReconnect: "POST /mcp/{server}/reconnect",
  loginStart: "POST /mcp/{server}/oauth/start",
  loginCallback: "POST /mcp/{server}/oauth/callback",
  terminate: "POST /terminate",
} as const;

/** Method and path of a hub's routes. */
export const hubLines = {
  catalog: "GET /api/v1/catalog",
  events: "GET /api/v1/events",
  session: "GET /api/v1/sessions/{session_id}",
  stop: "POST /api/v1/sessions/{session_id}/stop",
  history: "GET /api/v1/sessions/{session_id}/history",
  attachment: "GET /api/v1/sessions/{session_id}/attachments/{artifact_id}",
} as const;

/** The path that the paths of a session's daemon follow at a hub. */
export const proxyPath = "/api/v1/sessions/{session_id}/daemon";
