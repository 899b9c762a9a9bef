/**
 * The tools with recognised files. A tool is an entry here, its dialect in `src/toolkit/import/dialects/table.ts`, and an example in
 * `fixtures/import`.
 */
import type { Mark, Tool } from "./tool.js";

const MCP_SERVERS: Mark = { at: ["mcpServers"], is: "mapping" };

/** A mark of files with their servers in `mcpServers`: a key that only this tool gives a server. */
const serverWith = (key: string, is: Mark["is"] = "value"): Mark => ({ at: ["mcpServers", "*", key], is });

const GOOSE_TYPES = ["stdio", "streamable_http", "sse", "builtin", "platform", "frontend", "inline_python"];

const ALL = [
  {
    id: "mcp-servers",
    name: "Claude Code or another tool with `mcpServers`",
    files: [],
    marks: [MCP_SERVERS],
  },
  {
    id: "claude-code",
    name: "Claude Code",
    files: [".mcp.json", ".claude.json", ".claude/settings.json", ".claude/settings.local.json"],
    json: "strict",
    marks: [
      MCP_SERVERS,
      { at: ["projects", "*", "mcpServers"], is: "mapping" },
      serverWith("headersHelper"),
      { at: ["$schema"], is: ["https://json.schemastore.org/claude-code-settings.json"] },
    ],
    shared: ["permissions"],
  },
  {
    id: "claude-desktop",
    name: "Claude Desktop",
    files: ["claude_desktop_config.json"],
    json: "strict",
    marks: [MCP_SERVERS, { at: ["globalShortcut"], is: "value" }],
  },
  {
    id: "cursor",
    name: "Cursor",
    files: [".cursor/mcp.json"],
    marks: [MCP_SERVERS, serverWith("auth", "mapping")],
  },
  {
    id: "windsurf",
    name: "Windsurf",
    files: ["mcp_config.json"],
    marks: [MCP_SERVERS, serverWith("serverUrl")],
  },
  {
    id: "cline",
    name: "Cline",
    files: ["cline_mcp_settings.json"],
    json: "strict",
    marks: [MCP_SERVERS, serverWith("autoApprove", "list")],
  },
  {
    id: "roo",
    name: "Roo Code or Kilo Code",
    files: [".roo/mcp.json", ".kilocode/mcp.json", "mcp_settings.json"],
    json: "strict",
    marks: [MCP_SERVERS, serverWith("alwaysAllow", "list"), serverWith("watchPaths", "list")],
  },
  {
    id: "kiro",
    name: "Kiro or Amazon Q",
    files: [".kiro/settings/mcp.json", ".amazonq/mcp.json"],
    json: "strict",
    marks: [MCP_SERVERS, serverWith("disabledTools", "list")],
  },
  {
    id: "copilot-cli",
    name: "Copilot CLI",
    files: [".copilot/mcp-config.json"],
    json: "strict",
    marks: [MCP_SERVERS, serverWith("tools", "list")],
  },
  {
    id: "gemini-cli",
    name: "Gemini CLI",
    files: [".gemini/settings.json", "gemini-extension.json"],
    json: "comments",
    marks: [
      MCP_SERVERS,
      serverWith("httpUrl"),
      serverWith("trust"),
      serverWith("includeTools", "list"),
      serverWith("excludeTools", "list"),
    ],
  },
  {
    id: "vscode",
    name: "VS Code",
    files: [".vscode/mcp.json", ".vscode/settings.json"],
    marks: [
      { at: ["servers", "*"], is: "mapping" },
      { at: ["mcp", "servers", "*"], is: "mapping" },
    ],
  },
  {
    id: "zed",
    name: "Zed",
    files: [".config/zed/settings.json", ".zed/settings.json"],
    marks: [
      { at: ["context_servers"], is: "mapping" },
      { at: ["language_models"], is: "mapping" },
    ],
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
  },
  {
    id: "crush",
    name: "Crush",
    files: ["crush.json", ".crush.json"],
    json: "strict",
    marks: [
      { at: ["$schema"], is: ["https://charm.land/crush.json"] },
      { at: ["mcp", "*", "type"], is: ["stdio", "http", "sse"] },
      { at: ["providers", "*", "models", "*", "id"], is: "value" },
      { at: ["models", "large", "model"], is: "value" },
      { at: ["models", "small", "model"], is: "value" },
    ],
    shared: ["models", "providers", "permissions"],
  },
  {
    id: "goose",
    name: "goose",
    files: ["goose/config.yaml", "goose/config/config.yaml"],
    marks: [
      { at: ["extensions", "*", "type"], is: [...GOOSE_TYPES] },
      { at: ["GOOSE_PROVIDER"], is: "value" },
      { at: ["GOOSE_MODEL"], is: "value" },
      { at: ["active_provider"], is: "value" },
    ],
    shared: ["version", "providers"],
  },
  {
    id: "continue",
    name: "Continue",
    files: [".continue/config.yaml", ".continue/config.json"],
    marks: [
      { at: ["schema"], is: ["v1"] },
      { at: ["models", "*", "title"], is: "value" },
      { at: ["mcpServers"], is: "list" },
    ],
    shared: ["version", "models"],
  },
  {
    id: "codex",
    name: "Codex",
    files: [".codex/config.toml"],
    marks: [
      { at: ["mcp_servers"], is: "mapping" },
      { at: ["model_providers"], is: "mapping" },
      { at: ["model"], is: "value" },
    ],
    format: "toml",
    shared: ["mcp_servers"],
  },
  {
    id: "litellm",
    name: "LiteLLM",
    files: ["litellm_config.yaml", "litellm-config.yaml"],
    marks: [{ at: ["model_list", "*", "litellm_params"], is: "mapping" }],
    shared: ["mcp_servers"],
  },
  {
    id: "bare-servers",
    name: "an agent whose MCP servers stand at the top",
    files: [],
    marks: [{ at: ["*", "args"], is: "list" }],
  },
] as const satisfies readonly Tool[];

export type ToolId = (typeof ALL)[number]["id"];

/** Of two tools with the same marks, the first one wins: its remarks hold for both. */
export const TOOLS: readonly Tool<ToolId>[] = ALL;
