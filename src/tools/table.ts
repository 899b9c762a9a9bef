/** The tools whose files are understood. One is an entry here, with an example of its own in `fixtures/import`. */
import { SERVER_KEYS } from "./server-keys.js";
import type { Mark, Tool } from "./tool.js";

const MCP_SERVERS: Mark = { at: ["mcpServers"], is: "mapping" };

/** A mark of files whose servers are in `mcpServers`: a key that only this tool gives a server. */
const serverWith = (key: string, is: Mark["is"] = "value"): Mark => ({ at: ["mcpServers", "*", key], is });

/** Where two have the same marks, the first one is taken: what is said of it holds for all. */
export const TOOLS: readonly Tool[] = [
  {
    id: "mcp-servers",
    name: "Claude Code or another tool with `mcpServers`",
    files: [],
    marks: [MCP_SERVERS],
    servers: { at: [["mcpServers", "*"]], keys: SERVER_KEYS },
  },
  {
    id: "claude-code",
    name: "Claude Code",
    files: [".mcp.json", ".claude.json"],
    marks: [MCP_SERVERS, { at: ["projects", "*", "mcpServers"], is: "mapping" }, serverWith("headersHelper")],
    servers: {
      at: [
        ["mcpServers", "*"],
        ["projects", "*", "mcpServers", "*"],
      ],
      keys: { ...SERVER_KEYS, timeout: "milliseconds" },
    },
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    files: ["claude_desktop_config.json"],
    marks: [MCP_SERVERS, { at: ["globalShortcut"], is: "value" }],
    servers: { at: [["mcpServers", "*"]], keys: SERVER_KEYS },
  },
  {
    id: "cursor",
    name: "Cursor",
    files: [".cursor/mcp.json"],
    marks: [MCP_SERVERS, serverWith("auth", "mapping")],
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
  {
    id: "windsurf",
    name: "Windsurf",
    files: ["mcp_config.json"],
    marks: [MCP_SERVERS, serverWith("serverUrl")],
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, serverUrl: "url", disabledTools: "blocked_tools" },
    },
  },
  {
    id: "cline",
    name: "Cline",
    files: ["cline_mcp_settings.json"],
    marks: [MCP_SERVERS, serverWith("autoApprove", "list")],
    servers: { at: [["mcpServers", "*"]], keys: { ...SERVER_KEYS, timeout: "seconds" } },
  },
  {
    id: "roo",
    name: "Roo Code or Kilo Code",
    files: [".roo/mcp.json", ".kilocode/mcp.json", "mcp_settings.json"],
    marks: [MCP_SERVERS, serverWith("alwaysAllow", "list"), serverWith("watchPaths", "list")],
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, timeout: "seconds", disabledTools: "blocked_tools" },
    },
  },
  {
    id: "kiro",
    name: "Kiro or Amazon Q",
    files: [".kiro/settings/mcp.json", ".amazonq/mcp.json"],
    marks: [MCP_SERVERS, serverWith("disabledTools", "list")],
    servers: {
      at: [["mcpServers", "*"]],
      keys: { ...SERVER_KEYS, timeout: "milliseconds", disabledTools: "blocked_tools" },
    },
  },
  {
    id: "copilot-cli",
    name: "Copilot CLI",
    files: [".copilot/mcp-config.json"],
    marks: [MCP_SERVERS, serverWith("tools", "list")],
    servers: { at: [["mcpServers", "*"]], keys: { ...SERVER_KEYS, timeout: "milliseconds" } },
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    files: [".gemini/settings.json", "gemini-extension.json"],
    marks: [
      MCP_SERVERS,
      serverWith("httpUrl"),
      serverWith("trust"),
      serverWith("includeTools", "list"),
      serverWith("excludeTools", "list"),
    ],
    servers: {
      at: [["mcpServers", "*"]],
      keys: {
        ...SERVER_KEYS,
        httpUrl: "url",
        timeout: "milliseconds",
        excludeTools: "blocked_tools",
        "oauth.enabled": "oauth",
      },
    },
    bareVariables: true,
  },
  {
    id: "vscode",
    name: "VS Code",
    files: [".vscode/mcp.json", ".vscode/settings.json"],
    marks: [
      { at: ["servers", "*"], is: "mapping" },
      { at: ["mcp", "servers", "*"], is: "mapping" },
    ],
    servers: {
      at: [
        ["servers", "*"],
        ["mcp", "servers", "*"],
      ],
      keys: SERVER_KEYS,
    },
  },
  {
    id: "zed",
    name: "Zed",
    files: [".config/zed/settings.json", ".zed/settings.json"],
    marks: [
      { at: ["context_servers"], is: "mapping" },
      { at: ["language_models"], is: "mapping" },
    ],
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
  {
    id: "opencode",
    name: "OpenCode",
    files: ["opencode.json", "opencode.jsonc"],
    marks: [
      { at: ["$schema"], is: ["https://opencode.ai/config.json"] },
      { at: ["mcp", "*", "type"], is: ["local", "remote"] },
      { at: ["mcp", "servers", "*", "type"], is: ["local", "remote"] },
      { at: ["provider", "*", "npm"], is: "value" },
      { at: ["provider", "*", "options"], is: "mapping" },
    ],
    shared: ["tui"],
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
  {
    id: "continue",
    name: "Continue",
    files: [".continue/config.yaml"],
    marks: [
      { at: ["schema"], is: ["v1"] },
      { at: ["mcpServers"], is: "list" },
    ],
    shared: ["version", "models"],
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
  {
    id: "bare-servers",
    name: "an agent whose MCP servers stand at the top",
    files: [],
    marks: [{ at: ["*", "args"], is: "list" }],
    servers: { at: [["*"]], keys: SERVER_KEYS },
  },
];
