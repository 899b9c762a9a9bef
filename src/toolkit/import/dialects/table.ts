/** The dictionary of each tool. A tool without an entry does not compile. */
import type { ToolId } from "../../read/other-tools/table.js";
import type { Dialect } from "./dialect.js";
import { SERVER_KEYS } from "./server-keys.js";

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
        "auth.CLIENT_ID": "client_id",
        "auth.CLIENT_SECRET": "client_secret",
        "auth.scopes": "scopes",
      },
    },
  },
  windsurf: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, disabledTools: "blocked_tools" },
    },
  },
  cline: {
    servers: { at: [["mcpServers", "*"]], keys: { ...SERVER_KEYS, timeout: "seconds" } },
  },
  roo: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, timeout: "seconds", disabledTools: "blocked_tools" },
    },
  },
  kiro: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, timeout: "milliseconds", disabledTools: "blocked_tools" },
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
        excludeTools: "blocked_tools",
        "oauth.enabled": "oauth",
      },
    },
    bareVariables: true,
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
      keys: { ...SERVER_KEYS, "command.path": "command", "command.args": "args", "command.env": "env" },
    },
    providers: {
      at: [
        ["language_models", "*"],
        ["language_models", "openai_compatible", "*"],
      ],
      keys: { api_url: "url", available_models: "models" },
      models: {
        name: "id",
        max_tokens: "context_window",
        max_output_tokens: "max_tokens",
        supports_images: "supports_vision",
        supports_tools: "tools",
        "capabilities.images": "supports_vision",
        "capabilities.tools": "tools",
      },
    },
  },
  opencode: {
    servers: {
      at: [
        ["mcp", "*"],
        ["mcp", "servers", "*"],
      ],
      keys: { ...SERVER_KEYS, environment: "env", timeout: "milliseconds", "oauth.scope": "scopes" },
    },
    providers: {
      at: [["provider", "*"]],
      keys: {
        npm: "package",
        "options.baseURL": "url",
        "options.apiKey": "key",
        "options.headers": "headers",
        models: "models",
      },
      models: {
        id: "id",
        "limit.context": "context_window",
        "limit.output": "max_tokens",
        attachment: "supports_vision",
        tool_call: "tools",
      },
    },
    defaults: { model: "full", small_model: "mini" },
  },
  continue: {
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, name: "name", "requestOptions.headers": "headers" },
    },
    providers: {
      at: [["models", "*"]],
      keys: {
        provider: "vendor",
        apiBase: "url",
        apiKey: "key",
        "requestOptions.headers": "headers",
        model: "id",
        roles: "roles",
        capabilities: "capabilities",
        "defaultCompletionOptions.contextLength": "context_window",
        "defaultCompletionOptions.maxTokens": "max_output_tokens_per_turn",
        "defaultCompletionOptions.stop": "stop_sequences",
      },
    },
  },
  codex: {
    servers: {
      at: [["mcp_servers", "*"]],
      keys: {
        ...SERVER_KEYS,
        tool_timeout_sec: "seconds",
        disabled_tools: "blocked_tools",
        http_headers: "headers",
        env_http_headers: "header_variables",
        bearer_token_env_var: "bearer_variable",
        env_vars: "passed_variables",
      },
    },
    providers: {
      at: [["model_providers", "*"]],
      keys: {
        base_url: "url",
        wire_api: "package",
        env_key: "key_variable",
        experimental_bearer_token: "key",
        http_headers: "headers",
        env_http_headers: "header_variables",
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
    servers: { at: [["mcp_servers", "*"]], keys: SERVER_KEYS },
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
