/** The seam to logins: what a transport needs for a server whose `auth.type` is `oauth` (spec 5.2). Knows no login itself. */
import type { AuthProvider, OAuthClientProvider } from "@modelcontextprotocol/client";
import type { McpOAuth } from "../../../generated/effective.js";

interface LoginServer {
  /** Its key in `mcp_servers`. */
  readonly name: string;
  /** Its endpoint. */
  readonly url: string;
  /** `auth_key_name`, or the name (spec 2.10). */
  readonly authKey: string;
  readonly auth: McpOAuth;
  /** Certificates that are trusted beside the usual ones, as PEM. */
  readonly certificates?: string | undefined;
}

export type Login = (server: LoginServer) => AuthProvider | OAuthClientProvider;
