/** Sentences of docs/protocol-specification.md about what programs do, each with the test that proves it for the agent of this package. Its section 8 is in `limits.test.ts`. */
import type { Proved } from "./proof.js";

export const PROTOCOL: readonly Proved[] = [
  [
    "Clients preserve unknown fields.",
    "test/client/answers.test.ts",
    "records of unknown kinds, unknown fields, words and messages survive",
  ],
  [
    "The operation key is the pair (window, operation).",
    "test/daemon/operations.test.ts",
    "C088 C109 repeated while it runs and afterwards, in any spelling, it runs once",
  ],
  [
    "Status values: `admitted`, `in_progress`, `completed`, `failed`.",
    "test/daemon/operations.test.ts",
    "C042 C085 a prompt in the snapshot's window is a result with its four strings, and its end is one too",
  ],
  [
    "| artifact_id | string |",
    "test/daemon/attachments.test.ts",
    "C227 a chunk has the five fields of spec 2.4 and no other, over a real connection",
  ],
  [
    "a snapshot token that binds later catalog pages to the same catalog",
    "test/hub/catalog.test.ts",
    "C163 pages show the moment of their snapshot while the fleet changes: nothing twice, nothing missing, nothing later",
  ],
  [
    "The catalog advertises implemented feature IDs `fleet_catalog.v1`, `fleet_events.v1`, `session_history.v1`.",
    "test/hub/catalog.test.ts",
    "C157 a page has what the specification lists, projects and sessions by id, and exactly three features",
  ],
  [
    "a signed page token returned as `next_page` (never constructed locally)",
    "test/hub/history.test.ts",
    "C204 altered and foreign tokens are 400",
  ],
  [
    "Scrubbing occurs at capture time, before a public payload or attachment enters durable history.",
    "test/daemon/canary.test.ts",
    "C243 no canary anywhere under the state directory, in the daemon's log or on the wire",
  ],
  [
    "A credential split across adjacent stream chunks is still scrubbed.",
    "test/daemon/scrubbed.test.ts",
    "C240 C241 a key that the model says, cut anywhere and with pauses: neither on the wire nor on the disk",
  ],
  [
    "One immutable publication with a revision number and deterministic, sorted collections:",
    "test/daemon/catalog/catalog-of.test.ts",
    "C124 the order in which things are loaded changes no byte, and names are sorted by their units",
  ],
  [
    "skills include whether a user can invoke them and whether the model may",
    "test/daemon/skills.test.ts",
    "the catalog has the flags as they are obeyed",
  ],
  [
    "name, transport kind, connection state, tool count and synthetic tool identities only",
    "test/daemon/catalog/catalog-of.test.ts",
    "C127 a server has five facts, whatever else is known of it",
  ],
  [
    "Commands, arguments, URLs, environment and credentials are omitted.",
    "test/daemon/catalog/catalog-of.test.ts",
    "C128 no command, argument, address, header, variable or credential of the configuration is in a catalog",
  ],
  [
    "Credential-shaped strings are scrubbed from catalog metadata before publication and values that look like secrets are rejected.",
    "test/daemon/catalog/catalog-of.test.ts",
    "C131 a word that looks like a credential is dropped from its entry, and counted",
  ],
  [
    "Stored result returned; command not run again.",
    "test/daemon/operations.test.ts",
    "C088 C109 repeated while it runs and afterwards, in any spelling, it runs once",
  ],
  ["A later use returns 410 `operation_expired`.", "test/daemon/codes.test.ts", "C274 operation_expired is reached"],
  [
    "| Operation | Retry with same pair and different payload | | unchanged | 409 `operation_payload_conflict`. |",
    "test/daemon/operations.test.ts",
    "C090 the same operation with another payload or on another route is a conflict, and changes nothing",
  ],
  [
    "| Operation ledger | New entry | Ledger at capacity | unchanged | 429 `operation_capacity_exceeded`. |",
    "test/daemon/operations.test.ts",
    "C096 C098 C100 a full ledger: 429 with a time, stored pairs answer, and the end of the window makes room",
  ],
  [
    "Expires after 10 minutes; at most eight retained; evicted when capacity requires.",
    "test/hub/catalog.test.ts",
    "C167 a snapshot gives its pages for 599,999 ms by either clock, and is 410 at 600,000; the ninth drops the first",
  ],
  [
    "| Stopped-session history | First `GET /api/v1/sessions/{id}/history` | Session is stopped and finalized | checkpoint created (immutable) |",
    "test/hub/history.test.ts",
    "C199 a stopped session has its checkpoint, its items and `next_page`; C202 256 items are one page, 257 two",
  ],
  [
    "409 `history_requires_stopped` or `history_not_finalized`",
    "test/hub/history.test.ts",
    "C214 a session that goes on is 409, whether it runs, has ended or has crashed",
  ],
  [
    "410 `checkpoint_expired` (hub: `snapshot_expired`); fetch history again.",
    "test/hub/history.test.ts",
    "C210 a checkpoint ends after ten minutes by either clock, and with its hub; what has ended leaves the disk",
  ],
  [
    "eviction by the eight-checkpoint or 1 GiB limit",
    "test/hub/history.test.ts",
    "C210 the ninth capture takes the place of the first",
  ],
  [
    "`history_source_changed`; discard attachment tokens of the checkpoint and restart the read",
    "test/hub/history-attachments.test.ts",
    "C236 a checkpoint that is missing is 400, of another session 400, expired 410, of a source that changed 409 (C214)",
  ],
  [
    "| Daemon cursor | Live stream cannot continue safely | | reset | 410 `reset_required`. |",
    "test/daemon/stream.test.ts",
    "C067 C069 after a reset barrier: live readers are told and end, old cursors are 410, new ones are good",
  ],
  [
    "| Daemon or fleet cursor | Older than retained journal | | invalid | 410 `cursor_too_old`. |",
    "test/daemon/codes.test.ts",
    "C274 cursor_too_old is reached",
  ],
  [
    "| Daemon runtime | Restart | | new epoch | Old cursors, checkpoints and contexts are discarded. |",
    "test/daemon/stream.test.ts",
    "C062 C063 a cursor of another session, and of an earlier run",
  ],
  [
    "The stopped-history API does not rename a session or mutate its metadata",
    "test/hub/history-files.test.ts",
    "a capture changes nothing in the folder of a session: no file, no link, no time",
  ],
  [
    "A failed result is also durable for the operation window; the client surfaces the typed error and does not submit a new operation automatically.",
    "test/daemon/operations.test.ts",
    "C103 a failed turn is a failed operation: repeated it says the same error and asks no model",
  ],
  [
    "All daemon routes below are reachable directly on the daemon or through the hub's session proxy.",
    "test/hub/differential.test.ts",
    "C288 every route of a daemon answers through the proxy as it does directly",
  ],
  [
    "Ordered replay of SyncRecordV1 records after the cursor, then live records",
    "test/daemon/snapshot.test.ts",
    "C043 C033 C049 C056 every snapshot is the fold of the records before its cursor, and the stream brings those after it",
  ],
  [
    "| GET | /sync/summary | none | Running-session summary; polled by the hub observer. |",
    "test/daemon/summary.test.ts",
    "C120 a summary fits its schema, and says what the snapshot says",
  ],
  [
    "at most 200 project or session entries and 1 MiB of JSON per page",
    "test/hub/catalog.test.ts",
    "C159 200 entries are one page, 201 two; the same request gives the same bytes; an empty fleet is one page",
  ],
  [
    "Fleet changes after the cursor, plus the 15-second heartbeat interval.",
    "test/hub/fleet-events.test.ts",
    "C174 a cursor of this run: first the interval, then what is missing, then what is new, in order and once",
  ],
  [
    "one response is at most 8 MiB; adjacent ranges are requested until all bytes are held",
    "test/daemon/attachments.test.ts",
    "C228 8 MiB are one response, and one byte more is 413",
  ],
  [
    "The server rejects an offset beyond the artifact, a zero length, an overflowed range, or an artifact not advertised by the checkpoint",
    "test/daemon/attachments.test.ts",
    "C231 ranges that no attachment has are 400",
  ],
  [
    "`agent print sync-event-schema` (SyncRecordV1 union)",
    "test/agent/talking.test.ts",
    "C267 sync-event-schema in three formats says the same",
  ],
  [
    "The file has permissions 0600; the session directory has 0700.",
    "test/agent/daemon.test.ts",
    "C004 under umask 022 sessions are their user's alone",
  ],
  [
    "requires `Authorization: Bearer <token>` on every request",
    "test/daemon/access.test.ts",
    "C016 C028 every path and method is refused without the token: the body stays unread and nothing happens",
  ],
  [
    "A missing or invalid token yields HTTP 401 before the handler runs.",
    "test/daemon/http.test.ts",
    "C016 C028 without the token every kind of request is a 401 that says nothing else",
  ],
  [
    "Tokens are compared in constant time.",
    "test/daemon/access.test.ts",
    "C017 what is compared has one length, whatever was sent",
  ],
  [
    "If no credential can be loaded at startup, every request is rejected; the daemon never serves unauthenticated.",
    "test/daemon/access.test.ts",
    "C018 without a credential nobody gets in, with no token either",
  ],
  [
    "The token is never written to logs, error messages or debug output.",
    "test/agent/daemon.test.ts",
    "C021 at `trace` neither the bearer nor a key of a provider is anywhere but where it was put",
  ],
  [
    "A daemon process requires the flag `--credential-file` or the environment variable `AGENT_DAEMON_CREDENTIAL_FILE` at startup.",
    "test/agent/daemon.test.ts",
    "C001 no credential is named: exit 2, both ways are named, nothing is made",
  ],
  [
    "The CLI (`agent new`, `agent continue`) generates the file and passes it automatically.",
    "test/agent/talking.test.ts",
    "C008 continue: a fresh token, the old one is refused; stop, sessions, prompt",
  ],
  [
    "The MCP OAuth callback listener on a separate ephemeral port requires no bearer token (the browser redirect carries none).",
    "test/mcp/oauth/callback.test.ts",
    "C025 the listener is on loopback, on a port of its own for each login, and wants no bearer",
  ],
  [
    "The main daemon's own OAuth callback route is authenticated.",
    "test/daemon/tool-servers.test.ts",
    "C024 a login whose redirect leads elsewhere ends at the authenticated route, and its state is good once",
  ],
  [
    "substitutes the selected daemon's internal bearer token; the client never sends the daemon token through the hub",
    "test/hub/proxy.test.ts",
    "C150 a daemon gets its own bearer, and nothing that belongs to the caller's connection",
  ],
  [
    "The daemon token has no hub scope vocabulary.",
    "test/hub/access.test.ts",
    "C140 the token of a daemon is no token of the hub",
  ],
  [
    "May target only its own session.",
    "test/hub/access.test.ts",
    "C141 C146 C149 each principal on each route and target gets the answer of the table, over HTTP",
  ],
  [
    "delegated device-flow tokens stay limited to approved scopes",
    "test/hub/access.test.ts",
    "C146 a delegated token holds what was approved and no more",
  ],
  [
    "Scope authorization and object (target-session) authorization are separate checks.",
    "test/hub/access.test.ts",
    "C149 more scopes never allow less, and the target matters to a daemon alone",
  ],
  [
    "Not emitted for a no-op reload with identical results (revision kept)",
    "test/daemon/catalog/catalog.test.ts",
    "C133 the same catalog again keeps the revision and the bytes, and is told to nobody",
  ],
  [
    "nor for switching active facet, model or permission monitor",
    "test/daemon/catalog/daemon.test.ts",
    "C136 another facet, model or monitor is no other catalog",
  ],
  [
    "Published on both the ordered record stream and the legacy event stream.",
    "test/daemon/catalog/catalog.test.ts",
    "C284 a change of the catalog is told on the ordered stream and on the legacy stream",
  ],
  [
    "Client discards the fleet cursor and fetches a new catalog.",
    "test/client/fleet.test.ts",
    "C185 C277 a reset: the fleet comes as one catalog again, and goes on",
  ],
  [
    "Every 15 seconds on the hub event stream",
    "test/hub/fleet-events.test.ts",
    "C183 a quiet fleet: the interval first, then 4 heartbeats in 60 s, each with the cursor",
  ],
  [
    "at most 8,192 records, 32 MiB or five minutes, whichever removes records first",
    "test/hub/fleet-events.test.ts",
    "C178 the journal keeps 8,192 events and 32 MiB, for 299,999 ms and not for 300,000, also when nothing happens",
  ],
  [
    "An epoch mismatch on `expected_epoch` yields 409 `epoch_mismatch`.",
    "test/hub/fleet-events.test.ts",
    "C174 another epoch 409, with and without `expected_epoch`; malformed, missing, foreign 400; too old 410",
  ],
  [
    "polls every five seconds, eight concurrent requests, three-second request timeout, observation stale after 15 seconds",
    "test/hub/fleet.test.ts",
    "C189 a silent daemon is given up at 3 s and is stale 15 s after its last answer, and is fresh again when it answers",
  ],
  [
    "Protocol errors carry a stable `code` field and an HTTP status.",
    "test/daemon/codes.test.ts",
    "C274 the table has every code of spec 7 that the daemon's routes list",
  ],
  [
    "keep unknown future codes visible rather than treating them as success",
    "test/client/commands.test.ts",
    "C105 a refusal is thrown as it is, at once; an unknown code stays visible",
  ],
  [
    "| 409 | turn_in_flight | Prompt while a turn runs; a stored correlated operation stays replayable. |",
    "test/daemon/codes.test.ts",
    "C274 turn_in_flight is reached",
  ],
  [
    "Surface the integrity failure; never substitute an empty transcript.",
    "test/hub/history-damage.test.ts",
    "C215 any flipped byte of a finalized log is 422, never fewer items",
  ],
  [
    "Clients accept unknown feature IDs and never infer a feature from a type name",
    "test/client/features.test.ts",
    "C038 a feature counts where it is listed; unknown ones do no harm",
  ],
];
