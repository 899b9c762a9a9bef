/** A login as it lies on the disk (P-S84). Its tokens are for one endpoint: a login of another one does not count. */
import { isFields } from "../../store/check.js";

export interface StoredLogin {
  readonly version: 1;
  readonly kind: "agent-mcp-login";
  /** The endpoint of the tool server. A project may name another server like one of its user, and must not get the token of that. */
  readonly server: string;
  readonly authorization_server: string;
  readonly resource?: string;
  readonly client: StoredClient;
  readonly tokens: StoredTokens;
}

/** The client that the login is of. The secret of a client that a configuration names stays in the configuration. */
export interface StoredClient {
  readonly client_id: string;
  readonly client_secret?: string;
  readonly token_endpoint_auth_method?: string;
}

export interface StoredTokens {
  readonly access_token: string;
  readonly refresh_token?: string;
  readonly scope?: string;
}

/** Most characters of a token; a header must have room for it. */
const LONGEST = 16_384;

/** Whether a token can be sent in a header, as it is and alone: a line break in it would begin another header. */
function isToken(value: unknown): value is string {
  return typeof value === "string" && value.length <= LONGEST && /^[!-~]+$/.test(value);
}

/** A refresh token travels in the body of a request, which may hold spaces (RFC 6749, A.17). */
const isRefreshToken = (value: unknown): value is string =>
  typeof value === "string" && value.length <= LONGEST && /^[ -~]+$/.test(value);

/** Whether the tokens of an authorization server can be used. */
export function isTokens(value: unknown): value is StoredTokens {
  if (!isFields(value)) return false;
  const { access_token, refresh_token, scope } = value;
  return isToken(access_token) && (refresh_token === undefined || isRefreshToken(refresh_token)) && isTextOrNone(scope);
}

const isText = (value: unknown): value is string => typeof value === "string";
const isTextOrNone = (value: unknown): boolean => value === undefined || isText(value);

export function isStoredLogin(value: unknown): value is StoredLogin {
  if (!isFields(value) || value["version"] !== 1 || value["kind"] !== "agent-mcp-login") return false;
  const { server, authorization_server, resource, client, tokens } = value;
  if (!isText(server) || !isText(authorization_server) || !URL.canParse(authorization_server)) return false;
  if (!isTextOrNone(resource) || !isFields(client)) return false;
  const { client_id, client_secret, token_endpoint_auth_method } = client;
  return (
    isText(client_id) && isTextOrNone(client_secret) && isTextOrNone(token_endpoint_auth_method) && isTokens(tokens)
  );
}

/** The values of a login that no record, log or answer may show. */
export function secretsOf({ client, tokens }: StoredLogin): readonly string[] {
  return [tokens.access_token, tokens.refresh_token, client.client_secret].filter((value) => value !== undefined);
}
