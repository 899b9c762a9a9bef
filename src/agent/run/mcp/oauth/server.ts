/** A tool server whose `auth.type` is `oauth` (spec 5.2), as its logins need it. */
import type { McpOAuth } from "../../../../generated/effective.js";

export interface OAuthServer {
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
