/** The part of the client package of MCP that speaks OAuth. The package is large: it is loaded when a server with such a login is used. */

export type OAuthPackage = Pick<
  typeof import("@modelcontextprotocol/client"),
  | "UnauthorizedError"
  | "checkResourceAllowed"
  | "discoverAuthorizationServerMetadata"
  | "discoverOAuthServerInfo"
  | "exchangeAuthorization"
  | "extractWWWAuthenticateParams"
  | "refreshAuthorization"
  | "registerClient"
  | "resourceUrlFromServerUrl"
  | "startAuthorization"
  | "validateAuthorizationResponseIssuer"
>;

export type { AuthorizationServerMetadata, AuthProvider, OAuthServerInfo } from "@modelcontextprotocol/client";

export const loadPackage = (): Promise<OAuthPackage> => import("@modelcontextprotocol/client");
