/** The dictionary of each tool. A tool without an entry does not compile. */
import type { ToolId } from "../../read/other-tools/table.js";
import type { Dialect, Dictionary, ModelKey, ProviderKey, ServerKey } from "./dialect.js";
import { SERVER_KEYS } from "./server-keys.js";
import { MODEL_WORDS, PROVIDER_WORDS, picked, SERVER_WORDS } from "./words.js";

/** Keys of a server that not every tool reads. */
const server = (...keys: readonly (keyof typeof SERVER_WORDS)[]): Dictionary<ServerKey> =>
  picked(SERVER_WORDS, ...keys);
const provider = (...keys: readonly (keyof typeof PROVIDER_WORDS)[]): Dictionary<ProviderKey> =>
  picked(PROVIDER_WORDS, ...keys);
const model = (...keys: readonly (keyof typeof MODEL_WORDS)[]): Dictionary<ModelKey> => picked(MODEL_WORDS, ...keys);

/** The keys of goose about the model in use. */
const GOOSE_NUMBERS: Dictionary<ModelKey> = {
  GOOSE_CONTEXT_LIMIT: "context_window",
  GOOSE_MAX_TOKENS: "max_output_tokens_per_turn",
};

export const DIALECTS: Readonly<Record<ToolId, Dialect>> = {
  "mcp-servers": {
    servers: { at: [["mcpServers", "*"]], keys: SERVER_KEYS },
  },
  "claude-code": {
    servers: {
      at: [
        ["mcpServers", "*"],
        ["projects", "*", "mcpServers", "*"],
      ],
      keys: { ...SERVER_KEYS, timeout: "milliseconds" },
    },
  },
  "claude-desktop": {
    servers: { at: [["mcpServers", "*"]], keys: SERVER_KEYS },
  },
  cursor: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: {
        ...SERVER_KEYS,
        ...server("auth.CLIENT_ID", "auth.CLIENT_SECRET", "auth.scopes"),
      },
    },
  },
  windsurf: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, ...server("disabledTools") },
    },
  },
  cline: {
    servers: { at: [["mcpServers", "*"]], keys: { ...SERVER_KEYS, timeout: "seconds" } },
  },
  roo: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, timeout: "seconds", ...server("disabledTools") },
    },
  },
  kiro: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, timeout: "milliseconds", ...server("disabledTools") },
    },
  },
  "copilot-cli": {
    servers: { at: [["mcpServers", "*"]], keys: { ...SERVER_KEYS, timeout: "milliseconds" } },
  },
  "gemini-cli": {
    servers: {
      at: [["mcpServers", "*"]],
      keys: {
        ...SERVER_KEYS,
        timeout: "milliseconds",
        ...server("excludeTools", "oauth.enabled"),
      },
    },
    shell: "variables",
  },
  vscode: {
    servers: {
      at: [
        ["servers", "*"],
        ["mcp", "servers", "*"],
      ],
      keys: SERVER_KEYS,
    },
  },
  zed: {
    servers: {
      at: [["context_servers", "*"]],
      keys: { ...SERVER_KEYS, ...server("command.path", "command.args", "command.env") },
    },
    providers: {
      at: [
        ["language_models", "*"],
        ["language_models", "openai_compatible", "*"],
      ],
      keys: provider("api_url", "available_models"),
      models: {
        name: "id",
        max_tokens: "context_window",
        ...model("max_output_tokens", "supports_images", "supports_tools", "capabilities.images", "capabilities.tools"),
      },
    },
  },
  opencode: {
    servers: {
      at: [
        ["mcp", "*"],
        ["mcp", "servers", "*"],
      ],
      keys: { ...SERVER_KEYS, ...server("environment", "oauth.scope"), timeout: "milliseconds" },
    },
    providers: {
      at: [["provider", "*"]],
      keys: {
        npm: "package",
        ...provider("options.baseURL", "options.apiKey", "options.headers", "models"),
      },
      models: {
        id: "id",
        ...model("limit.context", "limit.output", "attachment", "modalities.input", "tool_call"),
      },
    },
    defaults: { model: "full", small_model: "mini" },
  },
  crush: {
    servers: {
      at: [["mcp", "*"]],
      keys: {
        ...SERVER_KEYS,
        ...server("disabled_tools", "oauth_client_id", "oauth_client_secret"),
        timeout: "seconds",
      },
    },
    providers: {
      at: [["providers", "*"]],
      keys: { type: "package", ...provider("base_url", "api_key", "extra_headers", "models") },
      models: { id: "id", ...model("context_window", "default_max_tokens", "supports_attachments") },
    },
    defaults: { "models.large": "full", "models.small": "mini" },
    shell: "commands",
  },
  goose: {
    servers: {
      at: [["extensions", "*"]],
      keys: { ...SERVER_KEYS, name: "name", ...server("cmd", "envs", "env_keys", "uri"), timeout: "seconds" },
      parts: ["builtin", "platform", "frontend", "inline_python"],
    },
    providers: {
      at: [["providers", "*"]],
      keys: { model: "id" },
      active: { key: "active_provider", keys: GOOSE_NUMBERS },
    },
    models: {
      at: [[]],
      keys: { GOOSE_MODEL: "id", GOOSE_PROVIDER: "provider", ...GOOSE_NUMBERS },
      provider: "openai",
      urls: {
        ...{ OPENAI_HOST: "openai", ANTHROPIC_HOST: "anthropic", OLLAMA_HOST: "ollama", LITELLM_HOST: "litellm" },
        ...{ OPENROUTER_HOST: "openrouter", GROQ_HOST: "groq", XAI_HOST: "xai" },
      },
    },
    shell: "variables",
  },
  continue: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, name: "name", ...server("requestOptions.headers") },
    },
    providers: {
      at: [["models", "*"]],
      keys: {
        provider: "vendor",
        ...provider("apiBase", "apiKey", "requestOptions.headers"),
        model: "id",
        roles: "roles",
        capabilities: "capabilities",
        "defaultCompletionOptions.contextLength": "context_window",
        contextLength: "context_window",
        "defaultCompletionOptions.maxTokens": "max_output_tokens_per_turn",
        "completionOptions.maxTokens": "max_output_tokens_per_turn",
        "defaultCompletionOptions.stop": "stop_sequences",
      },
    },
  },
  codex: {
    servers: {
      at: [["mcp_servers", "*"]],
      keys: {
        ...SERVER_KEYS,
        ...server("tool_timeout_sec", "disabled_tools", "http_headers", "env_http_headers"),
        ...server("bearer_token_env_var", "env_vars"),
      },
    },
    providers: {
      at: [["model_providers", "*"]],
      keys: {
        wire_api: "package",
        ...provider("base_url", "env_key", "experimental_bearer_token", "http_headers", "env_http_headers"),
      },
      models: {},
    },
    models: {
      at: [[], ["profiles", "*"]],
      keys: {
        model: "id",
        model_provider: "provider",
        model_context_window: "context_window",
        model_max_output_tokens: "max_output_tokens_per_turn",
      },
      provider: "openai",
    },
  },
  litellm: {
    servers: {
      at: [["mcp_servers", "*"]],
      keys: {
        ...SERVER_KEYS,
        ...server("auth_type", "auth_value", "authentication_token", "static_headers", "disallowed_tools"),
        ...{ client_id: "client_id", client_secret: "client_secret", scopes: "scopes" },
      },
    },
    providers: {
      at: [["model_list", "*"]],
      keys: {
        model_name: "name",
        "litellm_params.model": "vendor_and_id",
        "litellm_params.api_base": "url",
        "litellm_params.base_url": "url",
        "litellm_params.api_key": "key",
        "litellm_params.extra_headers": "headers",
        "litellm_params.max_tokens": "max_output_tokens_per_turn",
        "litellm_params.stop": "stop_sequences",
        "model_info.mode": "roles",
        "model_info.max_input_tokens": "context_window",
        "model_info.max_output_tokens": "max_tokens",
        "model_info.supports_vision": "supports_vision",
        "model_info.supports_function_calling": "tools",
      },
    },
  },
  "bare-servers": {
    servers: { at: [["*"]], keys: SERVER_KEYS },
  },
};
