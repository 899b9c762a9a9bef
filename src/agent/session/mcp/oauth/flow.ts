/** The requests of a login, each of whose steps is a function of the package: from the tool server to its tokens, and from old tokens to new ones. */
import type { Fetch } from "../connect-fetch.js";
import type { OAuthServer } from "../host.js";
import { clientOf, scopesOf, type Wanted } from "./client.js";
import { isTokens, type StoredClient, type StoredLogin, type StoredTokens } from "./disk.js";
import { pageToOpen } from "./login-fetch.js";
import type { AuthorizationServerMetadata, OAuthPackage } from "./package.js";
import { LoginProblem, refusedWith } from "./problem.js";

/** A login that waits for its user. The verifier and the client are needed to end it. */
export interface Begun {
  /** The page on which the user logs in. */
  readonly url: string;
  readonly verifier: string;
  readonly redirectUri: string;
  readonly authorizationServer: string;
  readonly metadata: AuthorizationServerMetadata | undefined;
  readonly client: StoredClient;
  readonly resource: string | undefined;
  /** The scopes that were asked for. */
  readonly scope: string | undefined;
}

export interface Asking {
  readonly oauth: OAuthPackage;
  readonly send: Fetch;
}

interface Beginning extends Wanted {
  readonly redirectUri: string;
  readonly state: string;
  /** The authorization server of the login so far, of the same client. */
  readonly known: string | undefined;
}

/** Finds the authorization server, registers this client there, and makes the address of the page for the user. */
export async function begin(
  { oauth, send: fetchFn }: Asking,
  server: OAuthServer,
  { redirectUri, state, known, ...wanted }: Beginning,
): Promise<Begun> {
  const { resourceMetadataUrl } = wanted.challenge;
  const found = await oauth.discoverOAuthServerInfo(server.url, {
    fetchFn,
    skipIssuerMetadataValidation: true,
    ...(resourceMetadataUrl === undefined ? {} : { resourceMetadataUrl }),
  });
  const {
    authorizationServerUrl: authorizationServer,
    authorizationServerMetadata: metadata,
    resourceMetadata,
  } = found;
  expectIssuer(authorizationServer, metadata);
  const resource = resourceMetadata?.resource;
  if (resource !== undefined && !isOf(oauth, server, resource))
    throw new LoginProblem("the tool server's metadata is of another server");
  // A client of a configuration is registered at one authorization server, and its secret is not for others.
  if (server.auth.registration.type === "pre-registered" && known !== undefined && known !== authorizationServer)
    throw new LoginProblem("the tool server names another authorization server than the one of the login so far");
  const scope = scopesOf(server, wanted, found);
  const given = { metadata, fetchFn, redirectUri, scope };
  const client = await clientOf(oauth, server, authorizationServer, given);
  const { authorizationUrl, codeVerifier } = await oauth.startAuthorization(authorizationServer, {
    ...{ clientInformation: client, redirectUrl: redirectUri, state },
    ...(metadata === undefined ? {} : { metadata }),
    ...(scope === undefined ? {} : { scope }),
    ...(resource === undefined ? {} : { resource }),
  });
  const url = pageToOpen(authorizationUrl, server.url);
  return { url, verifier: codeVerifier, redirectUri, authorizationServer, metadata, client, resource, scope };
}

/**
 * Metadata is of the authorization server that was asked for it (RFC 8414, 3.3). Older ones name another address of their origin, which is theirs
 * where the server that was asked is the origin itself: below a path there may be other servers.
 */
function expectIssuer(asked: string, metadata: AuthorizationServerMetadata | undefined): void {
  if (metadata === undefined) return;
  const { issuer } = metadata;
  const [server, named] = [new URL(asked), URL.canParse(issuer) ? new URL(issuer) : undefined];
  const isWhole = server.href === `${server.origin}/` && named?.username === "" && named.origin === server.origin;
  if (issuer !== asked && issuer !== asked.replace(/\/$/, "") && !isWhole)
    throw new LoginProblem("the answer is not of the authorization server that was asked");
}

function isOf(oauth: OAuthPackage, { url }: OAuthServer, resource: string): boolean {
  const requestedResource = oauth.resourceUrlFromServerUrl(url);
  return oauth.checkResourceAllowed({ requestedResource, configuredResource: resource });
}

/** The parameters with which an authorization server sends the browser back. */
export interface Answered {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
  /** The issuer (RFC 9207). */
  readonly iss?: string | undefined;
}

/** Changes the code for tokens. The issuer is judged before anything else in the answer is. */
export async function finish(
  { oauth, send: fetchFn }: Asking,
  server: OAuthServer,
  begun: Begun,
  { code, error, iss }: Answered,
): Promise<StoredLogin> {
  const { metadata, authorizationServer, client, resource } = begun;
  oauth.validateAuthorizationResponseIssuer({
    iss,
    expectedIssuer: metadata?.issuer,
    issParameterSupported: metadata?.authorization_response_iss_parameter_supported === true,
  });
  if (code === undefined) throw refusedWith(error ?? "");
  const tokens = await oauth.exchangeAuthorization(authorizationServer, {
    ...{ clientInformation: client, authorizationCode: code, codeVerifier: begun.verifier },
    ...{ redirectUri: begun.redirectUri, fetchFn },
    ...(iss === undefined ? {} : { iss }),
    ...(metadata === undefined ? {} : { metadata }),
    ...(resource === undefined ? {} : { resource }),
  });
  return {
    ...{ version: 1, kind: "agent-mcp-login", server: server.url, authorization_server: authorizationServer },
    ...(resource === undefined ? {} : { resource }),
    client: server.auth.registration.type === "auto" ? client : { client_id: client.client_id },
    // An answer without scopes grants those that were asked for (RFC 6749, 5.1).
    tokens: { ...(begun.scope === undefined ? {} : { scope: begun.scope }), ...usable(tokens) },
  };
}

/** New tokens for the refresh token of a login. They are asked for at the authorization server of the login, whatever the tool server names now. */
export async function renew(
  { oauth, send: fetchFn }: Asking,
  { auth: { registration } }: OAuthServer,
  login: StoredLogin,
): Promise<StoredLogin> {
  const { authorization_server, resource, client, tokens } = login;
  if (tokens.refresh_token === undefined) throw new LoginProblem("it cannot be renewed");
  const metadata = await oauth.discoverAuthorizationServerMetadata(authorization_server, {
    fetchFn,
    skipIssuerValidation: true,
  });
  expectIssuer(authorization_server, metadata);
  const renewed = await oauth.refreshAuthorization(authorization_server, {
    clientInformation:
      registration.type === "pre-registered" ? { ...client, ...secretIn(registration.client_secret) } : client,
    ...{ refreshToken: tokens.refresh_token, fetchFn },
    ...(metadata === undefined ? {} : { metadata }),
    ...(resource === undefined ? {} : { resource }),
  });
  return { ...login, tokens: { ...(tokens.scope === undefined ? {} : { scope: tokens.scope }), ...usable(renewed) } };
}

function secretIn(secret: string | undefined | null): { readonly client_secret?: string } {
  return secret == null ? {} : { client_secret: secret };
}

function usable(tokens: unknown): StoredTokens {
  if (!isTokens(tokens)) throw new LoginProblem("the authorization server gave a token that cannot be sent");
  const { access_token, refresh_token, scope } = tokens;
  return {
    access_token,
    ...(refresh_token === undefined ? {} : { refresh_token }),
    ...(scope === undefined ? {} : { scope }),
  };
}
