/** Made from schema/config.schema.json by `npm run gen`; not edited by hand. */

/**
 * A built-in catalog entry or a custom backend.
 */
export type ProviderKind = CatalogProvider | CustomAlphaProvider | CustomBetaProvider | CustomBetaResponsesProvider;
/**
 * How requests to this provider are authenticated.
 */
export type ProviderAuth = NoAuth | StaticKeyAuth | DeltaDeviceAuth | EpsilonDeviceAuth;
/**
 * How the model reasons.
 */
export type ModelReasoning = NoReasoning | EffortReasoning | ThinkingReasoning;
/**
 * One MCP server, reached over the transport that `transport` names.
 */
export type McpServerConfig = McpStdioServer | McpHttpServer;
/**
 * Tools hidden from the model, each as `mcp__server__tool`.
 */
export type McpBlockList = string[];
/**
 * Most seconds for one tool call to this server before it is cancelled. Omitted or null means no limit for the server as a whole; zero is rejected.
 */
export type McpDefaultTimeout = number;
/**
 * Directory under `auth/mcp/` that stores this server's OAuth credentials: ASCII letters, digits, hyphens and single underscores, not starting with an underscore. Omitted or null means the server's name.
 */
export type McpAuthKeyName = string;
/**
 * Whether to connect at startup. `false` keeps the server available but disconnected until it is enabled with `/mcp`.
 */
export type McpDefaultEnabled = boolean;
/**
 * How requests to this server are authenticated.
 */
export type McpRemoteAuth = McpNoAuth | McpHeaderAuth | McpOAuth;
/**
 * How the client is registered.
 */
export type OAuthRegistration = AutoRegistration | MetadataUrlRegistration | PreRegistration;
/**
 * Where the server sends the browser back to.
 */
export type OAuthRedirect = LoopbackRedirect | FixedRedirect;

/**
 * Configuration of the agent: one file, `config.yaml`, `config.yml`, `config.json` or `config.jsonc`, in two layers. The global layer is yours; the project layer (`.agent/`) overrides it, except for the keys marked global-only.
 */
export interface EffectiveConfig {
  /**
   * Where editors find this schema. The agent ignores it.
   */
  $schema?: string;
  /**
   * Version of the configuration format. The tool writes 3. A file without it is older and is upgraded in memory when loaded.
   */
  version: number;
  /**
   * Whether `$(command)` and `${VAR:-command}` in values of the global file are resolved by running each command with `/bin/sh -c` once when the configuration loads. Omitted or null means off. Values in a project file never run commands.
   */
  config_command_substitution: boolean;
  defaults?: ModelClassDefaults;
  /**
   * The model providers the agent can use. The key is the name that models refer to.
   */
  providers?: {
    [k: string]: ProviderInstance;
  };
  /**
   * The models the agent can select. A key that matches a catalog or discovered model overrides only the fields it sets; any other key builds a new model. Keys may hold dots, slashes, underscores and hyphens; the exact key is looked up.
   */
  models?: {
    [k: string]: ModelOverride;
  };
  active_session?: SessionConfig;
  agent_behavior?: AgentBehavior;
  permissions?: PermissionSettings;
  notifications: Notifications;
  /**
   * Decides whether a tool call is allowed when no other matcher applies. Omitted or null means `standard`.
   *
   * - `standard`: Applies the allow, ask and deny rules.
   * - `bypass`: Allows every call without asking.
   * - `bypass_plus`: Allows every call except those that a deny rule blocks.
   * - `autonomous`: Lets a classifier decide.
   */
  default_permission_matcher: "standard" | "bypass" | "bypass_plus" | "autonomous";
  autonomous_permission_matcher: AutonomousMatcher;
  /**
   * Settings passed to extensions. The key is the extension's name; the value is handed over with its substitutions replaced, and not interpreted otherwise.
   */
  plugins?: {
    /**
     * Whatever this extension expects.
     */
    [k: string]: unknown;
  };
  /**
   * Tool servers that speak the Model Context Protocol. The key is the server's name.
   */
  mcp_servers?: {
    [k: string]: McpServerConfig;
  };
  daemon: DaemonConfig;
  integrations?: IntegrationsConfig;
  /**
   * Sources of the prompts of named facets (modes such as plan or execute). An entry here wins over built-in facets and over discovered facet files.
   */
  facets?: {
    [k: string]: PromptDefinition;
  };
  /**
   * Sources of the prompts of named subagents (delegates with a context of their own). An entry here wins over built-in subagents and over files in `.agent/subagents/`.
   */
  subagents?: {
    [k: string]: PromptDefinition;
  };
  tui: TuiConfig;
  data?: DataConfig;
  updates?: UpdatesConfig;
  telemetry?: TelemetryConfig;
}
/**
 * The default model of each size class.
 */
export interface ModelClassDefaults {
  /**
   * The primary model of a session.
   */
  full?: string;
  /**
   * A smaller model that compacts context and runs the autonomous classifier. Omitted or null falls back to `full`.
   */
  mini?: string;
  /**
   * The smallest class, with a model and effort of its own. Omitted or null falls back to `mini`, then `full`.
   */
  nano?: string;
}
/**
 * One provider of models.
 */
export interface ProviderInstance {
  kind: ProviderKind;
  /**
   * Base URL of the provider; the agent appends the path of the protocol, and asks the same base for the list of models. Required for custom providers; for catalog providers it replaces the catalog's own. With `alpha_messages` give the origin only; with `beta_chat_completions` the versioned base ending in `/v1`; with `beta_responses` either, as a doubled `/v1` is removed; with gamma responses the resource host followed by `/openai/v1`, where the name of the deployment is the name of the model.
   */
  url?: string;
  auth?: ProviderAuth;
  /**
   * The API dialect. Omitted or null, `custom_alpha_compatible` speaks `alpha_messages`, `custom_beta_compatible` `beta_chat_completions` and `custom_beta_responses` `beta_responses`.
   *
   * - `alpha_messages`: Alpha's messages; the URL is the origin alone.
   * - `beta_responses`: Beta's responses; the URL may end in `/v1` or not.
   * - `beta_chat_completions`: Beta's chat completions; the URL ends in `/v1`.
   * - `v3_chat_completions`: Chat completions of v3.
   * - `v4_chat_completions`: Chat completions of v4.
   * - `v5_chat_completions`: Chat completions of v5.
   * - `v6_messages`: Messages of v6.
   * - `v7_messages`: Messages of v7.
   * - `v8_messages`: Messages of v8.
   * - `v9_messages`: Messages of v9.
   * - `v10_messages`: Messages of v10.
   * - `v11_chat_completions`: Chat completions of v11.
   * - `v12_chat_completions`: Chat completions of v12.
   * - `v13_responses`: Responses of v13.
   * - `test`: Not explained by the specification.
   */
  protocol?:
    | "alpha_messages"
    | "beta_responses"
    | "beta_chat_completions"
    | "v3_chat_completions"
    | "v4_chat_completions"
    | "v5_chat_completions"
    | "v6_messages"
    | "v7_messages"
    | "v8_messages"
    | "v9_messages"
    | "v10_messages"
    | "v11_chat_completions"
    | "v12_chat_completions"
    | "v13_responses"
    | "test";
  headers?: HeaderMap;
  /**
   * Prompt caching, for providers of the alpha-messages dialect only. Omitted or null: `alpha_breakpoints` for the first-party alpha endpoint, `provider_managed` for all others.
   *
   * - `provider_managed`: Leaves caching to the server; no explicit breakpoints are sent.
   * - `alpha_breakpoints`: Sends explicit cache breakpoints.
   */
  cache_control_strategy?: "provider_managed" | "alpha_breakpoints";
}
/**
 * A built-in provider, found by name in the catalog.
 */
export interface CatalogProvider {
  /**
   * Name of the catalog entry.
   */
  name: string;
  /**
   * A built-in provider.
   */
  type: "catalog";
}
/**
 * A custom backend that speaks the alpha messages dialect.
 */
export interface CustomAlphaProvider {
  /**
   * A custom backend that speaks the alpha messages dialect.
   */
  type: "custom_alpha_compatible";
}
/**
 * A custom backend that speaks a beta-compatible dialect. The protocol defaults to `beta_chat_completions`; set `beta_responses` only if the provider serves that API.
 */
export interface CustomBetaProvider {
  /**
   * A custom backend that speaks a beta-compatible dialect.
   */
  type: "custom_beta_compatible";
}
/**
 * A custom backend that speaks the beta responses dialect. The protocol defaults to `beta_responses`.
 */
export interface CustomBetaResponsesProvider {
  /**
   * A custom backend that speaks the beta responses dialect.
   */
  type: "custom_beta_responses";
}
/**
 * No authentication header, for local servers that need no credentials.
 */
export interface NoAuth {
  /**
   * No authentication header.
   */
  type: "no_auth";
}
/**
 * A fixed key.
 */
export interface StaticKeyAuth {
  /**
   * The key, usually a reference to an environment variable. White space and newlines at both ends are removed when loaded; every other character is kept.
   */
  key: string;
  /**
   * The header that carries the key. Omitted or null means what the provider recommends.
   *
   * - `bearer_token`: Sends `Authorization: Bearer <key>`, for beta-compatible APIs.
   * - `alpha_x_api_key`: Sends `x-api-key: <key>`, for alpha's own APIs.
   * - `gamma_api_key`: Sends `api-key: <key>`, for beta hosted by gamma.
   */
  format?: "bearer_token" | "alpha_x_api_key" | "gamma_api_key";
  /**
   * A fixed key.
   */
  type: "static_key";
}
/**
 * The delta device login (OAuth).
 */
export interface DeltaDeviceAuth {
  /**
   * The profile whose tokens are used.
   */
  profile: string;
  /**
   * The delta device login (OAuth).
   */
  type: "delta_device";
}
/**
 * The epsilon device-code login (OAuth).
 */
export interface EpsilonDeviceAuth {
  /**
   * The profile name chosen when running `agent login`.
   */
  profile: string;
  /**
   * The epsilon device-code login (OAuth).
   */
  type: "epsilon_device";
}
/**
 * Extra HTTP headers on every request to this provider. Where a name matches a header the agent sends by itself, the agent's value wins.
 */
export interface HeaderMap {
  /**
   * The value sent for this header.
   */
  [k: string]: string;
}
/**
 * Settings of one model. Every field is optional. If the key is that of a catalog model, the fields that are set override those of the catalog. A model that matches no catalog entry must name its provider and class. Every model needs a context window, its own or an inherited one. An entry for a model that its provider reports has no effect until the provider reports it.
 */
export interface ModelOverride {
  /**
   * `false` removes a model that would otherwise be offered.
   */
  enabled?: boolean;
  /**
   * The model identifier sent to the provider. May differ from the key.
   */
  provider_name?: string;
  /**
   * The model family; picks defaults that suit the provider.
   *
   * - `family_a`: Models of family a.
   * - `beta`: Models of beta.
   * - `family_c`: Models of family c.
   * - `other`: Models of any other family.
   */
  variant?: "family_a" | "beta" | "family_c" | "other";
  /**
   * Size class. Required for custom models that match no catalog entry. For discovered models it only informs: the provider's list of capabilities decides which default slots fit.
   *
   * - `full`: For the primary model of a session.
   * - `mini`: For a smaller model, which compacts context and runs the autonomous classifier.
   * - `nano`: For the smallest models.
   */
  class?: "full" | "mini" | "nano";
  /**
   * Absolute output ceiling in tokens, as reported by the catalog. Used only for validation.
   */
  max_tokens?: number;
  /**
   * Output limit per turn in tokens, sent to the provider. Must not exceed `max_tokens`. Omitted or null: derived from the context window.
   */
  max_output_tokens_per_turn?: number;
  /**
   * Strings at which the model stops, forwarded to the provider.
   */
  stop_sequences?: string[];
  /**
   * The provider this model runs on: a name under `providers`. Required for custom models.
   */
  provider?: string;
  reasoning?: ModelReasoning;
  /**
   * The file-edit format offered to the model. Omitted or null means the default. The agent of this package knows `diff`, its default, and `whole`.
   */
  edit_format?: string;
  /**
   * Context size in tokens; decides when to compact. Every model needs one: its own, or one inherited from another model or the catalog.
   */
  context_window?: number;
  /**
   * Share of the context window at which compaction starts: above 0, at most 1. Omitted or null: computed from the context window and the compaction reserve of the tier, rounded down to two decimals; the reserve grows to fit `max_output_tokens_per_turn` when that is set.
   */
  compaction_threshold?: number;
  /**
   * How the model is told of its tools.
   *
   * - `eager`: Shows all tools of the active facet from the first turn.
   * - `native_deferred`: Starts without the full list and lets the model ask for tools; needs support by the provider.
   * - `no_tools`: The model cannot use tools.
   */
  tool_loading?: "eager" | "native_deferred" | "no_tools";
  /**
   * Whether the model accepts images and sees them in tool results. Omitted or null means false for custom models.
   */
  supports_vision?: boolean;
  /**
   * Whether forcing a tool choice works end to end. With `false` a reminder message is used instead.
   */
  forced_tool_choice_supported: boolean;
  /**
   * Most counted, non-exclusive tool calls in one assistant message. Omitted or null: 4 for an unknown or small window, rising with larger windows up to 8.
   */
  max_tool_batch_size?: number;
  /**
   * Request options applied by default when calling this model. Omitted or empty means the provider's defaults.
   */
  request_option_defaults?: {
    /**
     * A switch, or a string of at most 512 bytes of UTF-8.
     */
    [k: string]: boolean | string;
  };
  /**
   * Name of a model whose provider, provider name, class, context window and request defaults are inherited. If that model has no `provider_name`, its key is inherited instead. Request options set here replace the parent's of the same name.
   */
  inherits?: string;
}
/**
 * The model does not reason.
 */
export interface NoReasoning {
  /**
   * The model does not reason.
   */
  type: "no_reasoning";
}
/**
 * The model reasons with one of several efforts.
 */
export interface EffortReasoning {
  /**
   * Name of the set of efforts, such as `acme`.
   */
  effort_set: string;
  /**
   * Whether reasoning can be turned off.
   */
  can_disable: boolean;
  /**
   * The efforts, in the provider's order.
   */
  levels: string[];
  /**
   * The default effort. Must be one of `levels`.
   */
  default_level?: string;
  /**
   * The model reasons with one of several efforts.
   */
  type: "effort";
}
/**
 * The model thinks, without levels.
 */
export interface ThinkingReasoning {
  /**
   * Whether thinking can be turned off.
   */
  can_disable: boolean;
  /**
   * The model thinks, without levels.
   */
  type: "thinking";
}
/**
 * What new sessions start with.
 */
export interface SessionConfig {
  /**
   * The facet of a new interactive session. Omitted or null falls back to `execute`.
   */
  default_facet?: string;
  /**
   * The facet of a non-interactive `agent exec` run. Omitted or null falls back to `execute`.
   */
  default_exec_facet?: string;
}
/**
 * How tool calls use the shell.
 */
export interface AgentBehavior {
  shell: ShellConfig;
}
/**
 * The shell of shell tool calls.
 */
export interface ShellConfig {
  /**
   * The shell used for shell tool calls.
   *
   * - `bash`: Tool calls run in bash.
   * - `powershell`: Tool calls run in PowerShell.
   */
  command: "bash" | "powershell";
  /**
   * A script, relative to the project, sourced once before the first shell tool call so that later calls see the variables and functions that it sets.
   */
  init_script?: string;
}
/**
 * Protection of secrets. The rules that allow, ask about or deny single tools live in their own file, not here.
 */
export interface PermissionSettings {
  /**
   * Values kept out of the environment of tools and redacted from their output.
   */
  secret_words?: string[];
  /**
   * Files the agent asks about before reading and redacts from search results.
   */
  secret_files?: string[];
}
/**
 * How notifications reach a session.
 */
export interface Notifications {
  /**
   * Reserved; has no effect.
   */
  trigger_turn: boolean;
  /**
   * Reserved; has no effect.
   */
  trigger_types: string[];
  /**
   * Whether each notification is folded into the session history as it arrives.
   */
  auto_drain_notifications: boolean;
}
/**
 * Tuning of the autonomous classifier. Takes effect only while the `autonomous` strategy is active.
 */
export interface AutonomousMatcher {
  /**
   * The model that judges each call.
   */
  classifier_model?: string;
  /**
   * Guidance for the classifier, in free form.
   */
  classifier_rules?: string;
  /**
   * Denials in a row before the user is asked.
   */
  max_consecutive_denials: number;
}
/**
 * A server started as a local child process.
 */
export interface McpStdioServer {
  /**
   * A local child process.
   */
  transport: "stdio";
  /**
   * The executable to start.
   */
  command: string;
  /**
   * Arguments of the command.
   */
  args: string[];
  /**
   * Variables set on the child, which starts with a cleared environment. They win over variables copied by `pass_env`.
   */
  env: {
    /**
     * The value of this variable.
     */
    [k: string]: string;
  };
  /**
   * Names of variables copied from the agent's own environment. Omitted or null: the safe set `HOME`, `PATH`, `LANG`, `TMPDIR`. An empty list: none. A list: exactly those.
   *
   * Items: Name of an environment variable.
   */
  pass_env: string[];
  /**
   * Whether the server's stderr goes to a log file of its own.
   */
  log_stderr: boolean;
  /**
   * Whether the server's stdout goes to a log file of its own.
   */
  log_stdout: boolean;
  block_list: McpBlockList;
  default_timeout_seconds?: McpDefaultTimeout;
  auth_key_name?: McpAuthKeyName;
  default_enabled: McpDefaultEnabled;
}
/**
 * A remote server over streamable HTTP.
 */
export interface McpHttpServer {
  /**
   * A remote server over streamable HTTP.
   */
  transport: "http";
  /**
   * The endpoint.
   */
  url: string;
  auth: McpRemoteAuth;
  headers: HeaderMap1;
  /**
   * Whether the HTTP session is set up again when the server signals that it expired.
   */
  reinit_on_expired_session: boolean;
  block_list: McpBlockList;
  default_timeout_seconds?: McpDefaultTimeout;
  auth_key_name?: McpAuthKeyName;
  default_enabled: McpDefaultEnabled;
}
/**
 * No authentication is sent.
 */
export interface McpNoAuth {
  /**
   * No authentication is sent.
   */
  type: "none";
}
/**
 * A fixed `Authorization` header.
 */
export interface McpHeaderAuth {
  /**
   * The header's value, including any scheme such as `Bearer`.
   */
  value: string;
  /**
   * A fixed `Authorization` header.
   */
  type: "authorization-header";
}
/**
 * The OAuth client flow.
 */
export interface McpOAuth {
  /**
   * The scopes to ask for. Omitted lets the server choose.
   */
  scopes?: string[];
  registration: OAuthRegistration;
  redirect: OAuthRedirect;
  /**
   * The OAuth client flow.
   */
  type: "oauth";
}
/**
 * The server drives dynamic registration.
 */
export interface AutoRegistration {
  /**
   * The server drives dynamic registration.
   */
  type: "auto";
}
/**
 * A client metadata document at a URL.
 */
export interface MetadataUrlRegistration {
  /**
   * HTTPS URL, with a path of its own, that serves the client metadata document.
   */
  url: string;
  /**
   * A client metadata document at a URL.
   */
  type: "client-metadata-url";
}
/**
 * A client registered beforehand.
 */
export interface PreRegistration {
  /**
   * The client's identifier.
   */
  client_id: string;
  /**
   * The client's secret, where it has one.
   */
  client_secret?: string;
  /**
   * A client registered beforehand.
   */
  type: "pre-registered";
}
/**
 * A temporary loopback address, captured by the agent.
 */
export interface LoopbackRedirect {
  /**
   * A temporary loopback address, captured by the agent.
   */
  type: "ephemeral-loopback";
}
/**
 * A fixed address.
 */
export interface FixedRedirect {
  /**
   * The address: HTTPS, or HTTP on a loopback host.
   */
  uri: string;
  /**
   * A fixed address. At one of loopback the agent listens while a login waits.
   */
  type: "fixed";
}
/**
 * Extra HTTP headers on every request to this server.
 */
export interface HeaderMap1 {
  /**
   * The value sent for this header.
   */
  [k: string]: string;
}
/**
 * Settings of the local daemon.
 */
export interface DaemonConfig {
  /**
   * How much the diagnostic logs say.
   *
   * - `error`: Failures alone.
   * - `warn`: Failures and warnings.
   * - `info`: What happens in normal operation, too.
   * - `debug`: Details that help to find a fault, too.
   * - `trace`: Every step.
   */
  log_level?: "error" | "warn" | "info" | "debug" | "trace";
  logging: DaemonLogging;
  web: DaemonWeb;
  tls?: DaemonTls;
  system_reminders?: SystemReminders;
  /**
   * Most tool round-trips in one turn before the turn ends. Omitted or null means the built-in default; zero is treated as unset.
   */
  max_tool_turns?: number;
  /**
   * Seconds to wait for the next chunk of a provider's stream before it counts as stalled; what arrived is kept and the request is tried again with it. Omitted or null means the built-in default; zero is treated as unset.
   */
  provider_stream_idle_timeout_secs?: number;
  /**
   * Most seconds one provider stream may last before it is cut; what arrived is kept and the turn goes on with a continuation prompt. Omitted or null means the built-in default; zero disables the limit.
   */
  provider_stream_max_lifetime_secs?: number;
  /**
   * Seconds without activity before a subagent counts as stalled and its provider stream is made to reconnect. Omitted or null: a value above the stream idle timeout; zero is treated as unset. Changing it needs a restart.
   */
  subagent_stall_threshold_secs?: number;
  /**
   * Seconds between scans of running subagents for stalled streams. Omitted or null means the built-in default; zero is treated as unset. Changing it needs a restart.
   */
  subagent_liveness_watchdog_interval_secs?: number;
  /**
   * Whether symbolic links are followed when configuration and context files (`AGENTS.md`, skills, facets, subagents, project variables, `.agentblock` and the like) are loaded, in the project's `.agent/` and in the global directory. When off, linked files are skipped with a warning each. Taken from the global config only.
   */
  follow_symlinks_for_configs: boolean;
  retry: RetryConfig;
  goal_driver: GoalDriverConfig;
  /**
   * Most retries when a compaction pass fails or gives an empty summary; each retry strips more history, and one after an empty summary adds a stronger instruction. Omitted or null means the built-in default; zero disables retries.
   */
  compaction_max_retries?: number;
  file_catalog: FileCatalogConfig;
}
/**
 * What the daemon records beside its log.
 */
export interface DaemonLogging {
  /**
   * Whether a redacted report, without contents of requests or responses, is saved for each failure of a provider.
   */
  provider_autopsy: boolean;
}
/**
 * How the built-in web tools reach the network.
 */
export interface DaemonWeb {
  /**
   * Proxy URL for plain-HTTP requests of the built-in web tools.
   */
  http_proxy?: string;
  /**
   * Proxy URL for HTTPS requests of the built-in web tools.
   */
  https_proxy?: string;
  /**
   * Whether `web_fetch` refuses plain-HTTP URLs, except those of localhost and loopback addresses.
   */
  web_fetch_disallow_http: boolean;
}
/**
 * Which servers the daemon trusts in its own HTTPS requests.
 */
export interface DaemonTls {
  /**
   * Path of a PEM file with CA certificates to trust in addition to the built-in ones. A relative path starts at the daemon's working directory. A file that cannot be read or parsed is a hard error at startup and on reload. Applies to the daemon's own HTTPS requests: to providers, of `web_fetch` and `web_search`, and to refresh a delta login; not to `agent auth` in a terminal, nor to the configurator.
   */
  trust_store?: string;
}
/**
 * The reminders the agent adds to sessions.
 */
export interface SystemReminders {
  /**
   * Names of built-in reminders to leave out of a session. Unknown and malformed names are errors.
   */
  disabled?: string[];
}
/**
 * How failed provider requests are tried again.
 */
export interface RetryConfig {
  /**
   * Most retries of a failed provider request. Zero disables all retries.
   */
  max_retries: number;
  /**
   * First delay of the computed exponential backoff, in milliseconds.
   */
  base_delay_ms: number;
  /**
   * Longest computed backoff, in milliseconds. Does not cap a delay the provider asks for, nor the fixed rate-limit schedule.
   */
  max_computed_delay_ms: number;
}
/**
 * How the agent pursues goals by itself.
 */
export interface GoalDriverConfig {
  /**
   * Whether an approved plan handoff starts goal mode. The specification says both that it does by default and that the default is false; false applies.
   */
  plan_handoff_activate_goal: boolean;
  /**
   * Whether goals proposed by the model are accepted without asking the user.
   */
  agent_goal_auto_accept: boolean;
  /**
   * Most automatic continuations for one goal. Zero disables them and keeps the goal's metadata and tools.
   */
  max_continuations_per_goal: number;
}
/**
 * Limits of the catalog of files.
 */
export interface FileCatalogConfig {
  /**
   * Entries collected before the walk stops.
   */
  max_files: number;
  /**
   * Time budget of the walk, in milliseconds.
   */
  max_duration_ms: number;
  /**
   * Whether generated trees (installed dependencies, build output) are left out, even when ignored files are shown.
   */
  exclude_generated: boolean;
  /**
   * Seconds a cached catalog is served. A tool that changes files also invalidates it.
   */
  cache_ttl_secs: number;
}
/**
 * Hosted web-search providers behind the `web_search` tool.
 */
export interface IntegrationsConfig {
  search?: SearchConfig;
}
/**
 * The `web_search` tool.
 */
export interface SearchConfig {
  /**
   * How one enabled provider is chosen for each call.
   *
   * - `round_robin`: One enabled provider after the other, in order.
   * - `random`: Any enabled provider, chosen anew for each call.
   */
  strategy?: "round_robin" | "random";
  providers?: SearchProviders;
}
/**
 * The search providers.
 */
export interface SearchProviders {
  search_a?: SearchProvider;
  search_b?: SearchProvider;
  search_c?: SearchProvider;
  search_d?: SearchProvider;
}
/**
 * One hosted search service.
 */
export interface SearchProvider {
  /**
   * Whether this provider may be chosen for `web_search` calls.
   */
  enabled: boolean;
  /**
   * The API key, usually a reference to an environment variable.
   */
  key: string;
}
/**
 * Where a prompt comes from.
 */
export interface PromptDefinition {
  /**
   * A shipped `agent://` reference, or the path of a file relative to the project that stays within the project.
   */
  source: string;
}
/**
 * Display settings of the terminal interface.
 */
export interface TuiConfig {
  /**
   * Palette of the terminal interface.
   *
   * - `auto`: Follows the background of the terminal.
   * - `light`: Colours for a light background.
   * - `dark`: Colours for a dark background.
   */
  theme: "auto" | "light" | "dark";
  /**
   * Full path of a theme: `agent://themes/default.yaml` for a built-in one, `$USER_DIRECTORY/themes/<file>.yaml` for your own, where `$USER_DIRECTORY` is the configuration directory. Variables of the environment are substituted, as `${NAME}`. Omitted or null means the built-in default theme.
   */
  "theme-file"?: string;
  /**
   * Use of the terminal's alternate screen.
   *
   * - `auto`: Inline under a terminal multiplexer, otherwise on the alternate screen.
   * - `always`: Always on the alternate screen.
   * - `never`: Always inline.
   */
  "alt-screen": "auto" | "always" | "never";
  /**
   * Whether to ask before quitting. Omitted or null follows the preference of the machine.
   */
  "confirm-quit"?: boolean;
  [k: string]: unknown;
}
/**
 * Policy for crash reports and diagnostic data. Global-only: a project may neither set nor erase it.
 */
export interface DataConfig {
  /**
   * Controls automatic crash reports. The specification does not show which values are allowed.
   */
  automatic_crash_reporting?: unknown;
  [k: string]: unknown;
}
/**
 * How the agent updates itself. Global-only: a project may neither set nor erase it.
 */
export interface UpdatesConfig {
  /**
   * Controls the check for updates at launch. The specification does not show which values are allowed.
   */
  automatic_check?: unknown;
  /**
   * The release channel. The specification does not show which values are allowed.
   */
  channel?: unknown;
  [k: string]: unknown;
}
/**
 * Export of OpenTelemetry traces. Absent means export is off and nothing is sent. All settings come from this block; `OTEL_*` environment variables neither enable nor configure it. Global-only: a project may neither set nor erase it.
 */
export interface TelemetryConfig {
  [k: string]: unknown;
}
