/**
 * All words of all tools for the keys of servers, providers and models: the one table of their meanings. People copy entries from one tool's
 * file to another's, so an import understands each word in every file; a check only those that the tool itself reads.
 */
import type { Dictionary, ModelKey, ProviderKey, ServerKey } from "./dialect.js";

export const SERVER_WORDS = {
  ...{ type: "transport", transport: "transport", transportType: "transport" },
  ...{ command: "command", cmd: "command", "command.path": "command", executable: "command", program: "command" },
  ...{ args: "args", arguments: "args", "command.args": "args" },
  ...{ env: "env", environment: "env", envs: "env", "command.env": "env" },
  ...{ env_vars: "passed_variables", env_keys: "passed_variables" },
  ...{ url: "url", uri: "url", httpUrl: "url", serverUrl: "url", endpoint: "url", baseUrl: "url" },
  ...{ headers: "headers", header: "headers", http_headers: "headers", request_headers: "headers" },
  ...{ static_headers: "headers", "requestOptions.headers": "headers", "requestInit.headers": "headers" },
  ...{ env_http_headers: "header_variables", bearer_token_env_var: "bearer_variable", bearer_token: "bearer" },
  ...{
    auth_type: "auth_type",
    auth_value: "auth_value",
    authentication_token: "auth_value",
    "auth.token": "auth_value",
  },
  ...{ enabled: "enabled", isActive: "enabled", active: "enabled", disabled: "disabled", disable: "disabled" },
  ...{ timeout: "duration", tool_timeout_sec: "seconds", timeout_seconds: "seconds", timeout_ms: "milliseconds" },
  ...{ disabledTools: "blocked_tools", disabled_tools: "blocked_tools", excludeTools: "blocked_tools" },
  ...{ disallowed_tools: "blocked_tools", blocked_tools: "blocked_tools" },
  ...{ oauth: "oauth", "oauth.enabled": "oauth" },
  ...{ "oauth.clientId": "client_id", oauth_client_id: "client_id", "auth.CLIENT_ID": "client_id" },
  ...{ "oauth.clientSecret": "client_secret", oauth_client_secret: "client_secret" },
  ...{ "auth.CLIENT_SECRET": "client_secret" },
  ...{ "oauth.scopes": "scopes", "oauth.scope": "scopes", "auth.scopes": "scopes" },
  ...{ "oauth.redirectUri": "redirect_uri" },
} as const satisfies Dictionary<ServerKey>;

export const PROVIDER_WORDS = {
  ...{ url: "url", base_url: "url", baseURL: "url", apiBase: "url", api_base: "url", api_url: "url" },
  ...{ "options.baseURL": "url" },
  ...{ api_key: "key", apiKey: "key", "options.apiKey": "key", experimental_bearer_token: "key" },
  ...{ env_key: "key_variable", api_key_env: "key_variable" },
  ...{ headers: "headers", http_headers: "headers", extra_headers: "headers", default_headers: "headers" },
  ...{ "options.headers": "headers", "requestOptions.headers": "headers", env_http_headers: "header_variables" },
  ...{ models: "models", available_models: "models" },
} as const satisfies Dictionary<ProviderKey>;

export const MODEL_WORDS = {
  ...{ context_window: "context_window", context_length: "context_window", "limit.context": "context_window" },
  ...{ max_input_tokens: "context_window" },
  ...{ "limit.output": "max_tokens", max_output_tokens: "max_tokens" },
  ...{ default_max_tokens: "max_output_tokens_per_turn", max_completion_tokens: "max_output_tokens_per_turn" },
  ...{ supports_images: "supports_vision", supports_vision: "supports_vision", attachment: "supports_vision" },
  ...{ supports_attachments: "supports_vision", "capabilities.images": "supports_vision" },
  ...{ "modalities.input": "capabilities" },
  ...{ supports_tools: "tools", tool_call: "tools", supports_function_calling: "tools", "capabilities.tools": "tools" },
} as const satisfies Dictionary<ModelKey>;

/** Sections of servers that people copy to the files of tools with another one. */
export const SERVER_SECTIONS: readonly string[] = ["mcpServers", "context_servers"];

/** Those keys that a tool reads, with their meanings. */
export function picked<Words extends Dictionary<string>, Key extends keyof Words>(
  words: Words,
  ...keys: readonly Key[]
): Pick<Words, Key> {
  return Object.fromEntries(keys.map((key) => [key, words[key]])) as Pick<Words, Key>;
}

/** Whose words are understood: those of all tools, or only the ones that the tool of the file reads. */
export type Vocabulary = "all-tools" | "own";

/** The words of other tools that are understood. */
export interface Borrowed {
  readonly server: Dictionary<ServerKey>;
  readonly provider: Dictionary<ProviderKey>;
  readonly model: Dictionary<ModelKey>;
}

export const BORROWED: Readonly<Record<Vocabulary, Borrowed>> = {
  "all-tools": { server: SERVER_WORDS, provider: PROVIDER_WORDS, model: MODEL_WORDS },
  own: { server: {}, provider: {}, model: {} },
};
