/** The usual keys of MCP servers in other tools, the meanings of their values, and advice for keys without a counterpart. */
import type { Dictionary, ServerKey } from "./dialect.js";

export const SERVER_KEYS: Dictionary<ServerKey> = {
  type: "transport",
  transport: "transport",
  command: "command",
  args: "args",
  env: "env",
  url: "url",
  httpUrl: "url",
  serverUrl: "url",
  headers: "headers",
  enabled: "enabled",
  disabled: "disabled",
  timeout: "duration",
  oauth: "oauth",
  "oauth.clientId": "client_id",
  "oauth.clientSecret": "client_secret",
  "oauth.scopes": "scopes",
  "oauth.redirectUri": "redirect_uri",
};

/** Names of the two transports in other tools. */
export const TRANSPORTS: Readonly<Record<string, "stdio" | "http" | "sse">> = {
  stdio: "stdio",
  local: "stdio",
  http: "http",
  remote: "http",
  "streamable-http": "http",
  streamable_http: "http",
  streamableHttp: "http",
  sse: "sse",
};

/** Advice for common keys without a counterpart. */
export const ADVICE: Readonly<Record<string, string>> = {
  cwd: "write absolute paths in `args`",
  envFile: "set its variables and name them in `pass_env`",
  autoApprove: "the file of permission rules decides what may run without asking",
  alwaysAllow: "the file of permission rules decides what may run without asking",
  trust: "the file of permission rules decides what may run without asking",
  tools: "`block_list` names the tools to hide; a list of allowed tools does not exist",
  enabled_tools: "`block_list` names the tools to hide; a list of allowed tools does not exist",
  includeTools: "`block_list` names the tools to hide; a list of allowed tools does not exist",
};
