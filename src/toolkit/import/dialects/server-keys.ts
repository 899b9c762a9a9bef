/** The usual keys of MCP servers in other tools, the meanings of their values, and advice for keys without a counterpart. */
import { picked, SERVER_WORDS } from "./words.js";

/** The keys that are read in the files of every tool. */
export const SERVER_KEYS = picked(
  SERVER_WORDS,
  ...(["type", "transport", "command", "args", "env", "url", "httpUrl", "serverUrl", "headers"] as const),
  ...(["enabled", "disabled", "timeout", "oauth", "oauth.clientId", "oauth.clientSecret"] as const),
  ...(["oauth.scopes", "oauth.redirectUri"] as const),
);

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

/** How other tools call the kinds of authentication: the words before a secret in `Authorization`, a header of its own, or a login. */
export const AUTHENTICATION: Readonly<Record<string, "Bearer " | "Basic " | "" | "X-API-Key" | "oauth" | "none">> = {
  bearer: "Bearer ",
  bearer_token: "Bearer ",
  token: "Bearer ",
  basic: "Basic ",
  authorization: "",
  api_key: "X-API-Key",
  apikey: "X-API-Key",
  oauth: "oauth",
  oauth2: "oauth",
  none: "none",
};

const HIDES_TOOLS = "`block_list` names the tools to hide; a list of allowed tools does not exist";

/** Advice for common keys without a counterpart. */
export const ADVICE: Readonly<Record<string, string>> = {
  cwd: "write absolute paths in `args`",
  envFile: "set its variables and name them in `pass_env`",
  autoApprove: "the file of permission rules decides what may run without asking",
  alwaysAllow: "the file of permission rules decides what may run without asking",
  trust: "the file of permission rules decides what may run without asking",
  ...Object.fromEntries(
    ["tools", "enabled_tools", "includeTools", "available_tools", "allowed_tools"].map((key) => [key, HIDES_TOOLS]),
  ),
};
