/** The part of the client package of MCP that speaks OAuth. The package is large: it is loaded when a server with such a login is used. */

type Whole = typeof import("@modelcontextprotocol/client");

/** What is used of it; nothing else of it is in the built program. */
export const OAUTH_NAMES = [
  "UnauthorizedError",
  "checkResourceAllowed",
  "discoverAuthorizationServerMetadata",
  "discoverOAuthServerInfo",
  "exchangeAuthorization",
  "extractWWWAuthenticateParams",
  "refreshAuthorization",
  "registerClient",
  "resourceUrlFromServerUrl",
  "startAuthorization",
  "validateAuthorizationResponseIssuer",
] as const satisfies readonly (keyof Whole)[];

export type OAuthPackage = Pick<Whole, (typeof OAUTH_NAMES)[number]>;

export type { AuthorizationServerMetadata, OAuthServerInfo } from "@modelcontextprotocol/client";

export const loadPackage = (): Promise<OAuthPackage> => import("@modelcontextprotocol/client");
