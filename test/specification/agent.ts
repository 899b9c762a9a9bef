/** Sentences of docs/specification.md about what programs do, each with the test that proves it for the agent of this package. What lint says of them is in `table.ts`. */
import type { Proved } from "./proof.js";

export const AGENT: readonly Proved[] = [
  [
    "Same base URL is used to list available models.",
    "test/daemon/listing.test.ts",
    'a provider of custom_beta_compatible at "/v1" is asked at /v1/models, with its own key and headers',
  ],
  [
    "Entries may also target models discovered at runtime: a matching entry overlays the provider-reported configuration; if the provider has not reported the model yet the overlay has no effect until it does.",
    "test/daemon/listing.test.ts",
    "an entry has no effect until its provider lists the model, at the second request",
  ],
  [
    "For discovered models the provider-reported capability list decides eligibility for default slots, so `class` is informational there.",
    "test/daemon/listing.test.ts",
    "the list decides whether a default model is one, and not its class",
  ],
  [
    "Facet for a new interactive session; falls back to `execute`.",
    "test/prompts/choose.test.ts",
    "a session begins with > `execute` where nothing is set",
  ],
  [
    "Facet for a non-interactive `agent exec` run; falls back to `execute`.",
    "test/prompts/choose.test.ts",
    "a session begins with > `execute` for `agent exec` where only the other default is set",
  ],
  [
    "`bash` or `powershell`), the shell used for shell tool calls",
    "test/shell/calls.test.ts",
    "PowerShell runs without a profile and takes a path in quotes of any kind",
  ],
  [
    "sourced once before the first shell tool call so its environment changes apply to later calls",
    "test/shell/script.test.ts",
    "C307 P-S79 the script runs once before the first call, and every later call has its environment, also of another turn",
  ],
  [
    "a project-relative script",
    "test/shell/script.test.ts",
    "a script outside the project is not run, neither by its path nor by a link, and what is no file is not read",
  ],
  [
    "Values blocked from environment exposure and redacted from tool output.",
    "test/shell/calls.test.ts",
    "C307 the environment of a call is the daemon's without secrets, asked anew at each call",
  ],
  [
    "Files the tool asks before reading and redacts from search results.",
    "test/shell/calls.test.ts",
    "lines of secret files are redacted from results, unless the command names the file: then the user was asked",
  ],
  [
    "File-edit format exposed for the model; omitted means the default.",
    "test/daemon/file-tools.test.ts",
    "a model with `edit_format: whole` is offered `write`",
  ],
  [
    "entries collected before the walk stops",
    "test/files/search.test.ts",
    "outside a repository the walk ends at its budget of files, and the result says so",
  ],
  ["walk time budget", "test/files/search.test.ts", "outside a repository it ends after its time"],
  [
    "seconds a cached catalog is served; also invalidated when a file-mutating tool completes",
    "test/files/search.test.ts",
    "the catalog is served for a while, and anew after a change by a tool",
  ],
  [
    "prunes generated build-output trees (the dependency directory and build-tool output directories) from the catalog in all modes, including show-ignored mode",
    "test/files/search.test.ts",
    "generated trees are left out, also with ignored files: output beside its project",
  ],
  ["inside one the walk is uncapped", "test/files/search.test.ts", "inside a repository it has none"],
  [
    "`bypass` (allow every call without asking)",
    "test/daemon/tools.test.ts",
    "C308 the monitor is switched: `bypass` asks nobody, and a secret file is asked about nevertheless",
  ],
  [
    "`autonomous` (a classifier decides)",
    "test/daemon/tools.test.ts",
    "C308 `autonomous`: a model judges by a forced tool, denials count, and then a person is asked",
  ],
  [
    "Strategy deciding whether a tool call is allowed when no other matcher applies. Omitted means `standard`.",
    "test/daemon/tools.test.ts",
    "C308 `standard` asks before the shell runs: a denial is told to the model",
  ],
  [
    "`max_consecutive_denials` (uint32, default 3; denials in a row before escalating to the user)",
    "test/daemon/tools.test.ts",
    "C308 `autonomous`: a model judges by a forced tool, denials count, and then a person is asked",
  ],
  [
    "`classifier_rules` (string or null; free-form guidance)",
    "test/daemon/tools.test.ts",
    "C308 `autonomous`: a model judges by a forced tool, denials count, and then a person is asked",
  ],
  [
    "MCP tool names in the form `mcp__server__tool` hidden from the model.",
    "test/mcp/states.test.ts",
    "blocked tools are hidden, by the name that is configured and by the one that is offered",
  ],
  [
    "Maximum seconds for one tool call to this server before cancel.",
    "test/mcp/states.test.ts",
    "a call that takes longer than the configuration allows is cancelled, and says so",
  ],
  [
    "Directory name under `auth/mcp/` storing this server's OAuth credentials.",
    "test/mcp/oauth/stored.test.ts",
    "P-S84 a login lies in `auth/mcp/<auth_key_name>`, for its user alone",
  ],
  [
    "`false` keeps it available but disconnected until enabled with `/mcp`.",
    "test/daemon/tool-servers.test.ts",
    "P-S81 a server is disabled, enabled and reconnected; an unknown one is 404",
  ],
  [
    "Variables set on the child, which starts with a cleared environment; they override variables copied by `pass_env`.",
    "test/mcp/child.test.ts",
    "a child gets the variables that the specification says under five configurations, and no other",
  ],
  [
    "Omitted: safe set. Empty list: none. List: exactly those.",
    "test/mcp/child.test.ts",
    "a child gets the variables that the specification says under five configurations, and no other",
  ],
  [
    "Log server stderr to a per-server log file.",
    "test/mcp/child.test.ts",
    "stderr is logged without secrets, and the processes that a server has started end with it",
  ],
  [
    "Extra headers sent with every request.",
    "test/mcp/http.test.ts",
    "a server that answers with a stream is called, with the configured headers on every request",
  ],
  [
    "Reinitialize the HTTP session automatically when the server signals expiry.",
    "test/mcp/http.test.ts",
    "a session that has expired is set up again at a call, which is repeated, where the configuration says so",
  ],
  [
    "a shipped `agent://` reference or a project-relative file path that stays within the project",
    "test/prompts/links.test.ts",
    "links > a configured source does not lead out by a link",
  ],
  [
    "Fixed `Authorization` header value including any scheme prefix.",
    "test/mcp/http.test.ts",
    "a server that answers with a stream is called, with the configured headers on every request",
  ],
  [
    "`auto` (server drives dynamic registration)",
    "test/mcp/oauth/logins.test.ts",
    "P-S84 registration auto, registered 0: the server is called after a login",
  ],
  [
    "temporary loopback redirect URI, callback captured automatically",
    "test/mcp/oauth/callback.test.ts",
    "C025 the listener is on loopback, on a port of its own for each login, and wants no bearer",
  ],
  [
    "`fixed` with `uri`",
    "test/daemon/tool-servers.test.ts",
    "C024 a login whose redirect leads elsewhere ends at the authenticated route, and its state is good once",
  ],
  [
    "saves a redacted report (without request or response contents) for each provider failure",
    "test/daemon/autopsies.test.ts",
    "a refusal: its facts, and no contents or credentials",
  ],
  [
    "on stall the partial content is collated, persisted and the request is retried with it in context",
    "test/daemon/broken-answers.test.ts",
    "C300 a stalled stream: its text is kept, and asked again with it",
  ],
  [
    "partial content is preserved and the turn continues with a continuation prompt",
    "test/daemon/broken-answers.test.ts",
    "C301 a stream that lasts too long is cut, kept and continued (retry: )",
  ],
  [
    "Omitted: built-in default; zero disables.",
    "test/daemon/broken-answers.test.ts",
    "C301 0 never: a stream of an hour is whole; unset, it is cut after half of it",
  ],
  ["0 disables all provider retries", "test/daemon/retries.test.ts", "`max_retries: 0` disables all of them"],
  [
    "use a fixed six-step schedule of 30 s, 60 s, 120 s, 240 s, 480 s, 960 s for any positive value",
    "test/model/retry-step.test.ts",
    "a rate limit without a hint has six fixed waits with `max_retries: 1`",
  ],
  ["base of computed exponential backoff", "test/model/retry-step.test.ts", "computed waits double up to the cap"],
  [
    "caps computed backoff only, not provider-hinted retry-after values nor the fixed schedule",
    "test/model/retry-step.test.ts",
    "a rate limit without a hint has six fixed waits with `max_retries: 3`",
  ],
  [
    "Smaller model used to compact context and to run the autonomous classifier.",
    "test/daemon/compaction.test.ts",
    "the smaller model summarises, without tools",
  ],
  [
    "used to decide when to compact",
    "test/daemon/compaction.test.ts",
    "a record and a notice say from how much to how much, and the snapshot shows it, after a restart too",
  ],
  [
    "Share of the context window at which compaction triggers.",
    "test/daemon/compaction.test.ts",
    "`compaction_threshold` decides when",
  ],
  [
    "When omitted it is computed from the context window and the per-tier compaction reserve, rounded down to two decimals",
    "test/configuration/models.test.ts",
    "a session is compacted at so many tokens: down to two decimals",
  ],
  [
    "when `max_output_tokens_per_turn` is set the reserve grows to fit it",
    "test/configuration/models.test.ts",
    "a session is compacted at so many tokens: a longer output",
  ],
  [
    "Each retry strips history more aggressively",
    "test/daemon/compaction.test.ts",
    "two empty answers: it is no summary, and one is asked for again with less",
  ],
  [
    "empty-summary retries append a stronger instruction",
    "test/daemon/compaction.test.ts",
    "after an empty answer the instruction is stronger",
  ],
  [
    "Maximum retries when a compaction pass fails on a provider error or empty summary.",
    "test/daemon/compaction.test.ts",
    "a model that gives no summary fails the turn, and nothing is kept: with `compaction_max_retries: 5`",
  ],
  [
    "Zero disables retries.",
    "test/daemon/compaction.test.ts",
    "a model that gives no summary fails the turn, and nothing is kept: with `compaction_max_retries: 0`",
  ],
];
