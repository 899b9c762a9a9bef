/** This program as a client of an authorization server: how it is registered (spec 5.2), and what it asks for. */
import type { Fetch } from "../connect-fetch.js";
import type { Challenge, OAuthServer } from "../host.js";
import type { StoredClient, StoredLogin } from "./disk.js";
import type { AuthorizationServerMetadata, OAuthPackage, OAuthServerInfo } from "./package.js";
import { LoginProblem } from "./problem.js";

interface Registering {
  readonly metadata: AuthorizationServerMetadata | undefined;
  readonly fetchFn: Fetch;
  readonly redirectUri: string;
  readonly scope: string | undefined;
}

/** The client of a login. `auto` registers a new one each time, because an ephemeral redirect address is never the same. */
export async function clientOf(
  oauth: OAuthPackage,
  { auth: { registration } }: OAuthServer,
  authorizationServer: string,
  { metadata, fetchFn, redirectUri, scope }: Registering,
): Promise<StoredClient> {
  switch (registration.type) {
    case "pre-registered": {
      const { client_id, client_secret } = registration;
      return { client_id, ...(client_secret == null ? {} : { client_secret }) };
    }
    case "client-metadata-url":
      if (metadata?.client_id_metadata_document_supported !== true)
        throw new LoginProblem(
          "the authorization server reads no client metadata documents; choose another `registration`",
        );
      return { client_id: registration.url };
    case "auto": {
      if (metadata !== undefined && metadata.registration_endpoint === undefined)
        throw new LoginProblem("the authorization server registers no clients; `registration` must name one");
      const registered = await oauth.registerClient(authorizationServer, {
        ...(metadata === undefined ? {} : { metadata }),
        ...(scope === undefined ? {} : { scope }),
        ...{ clientMetadata: metadataFor(redirectUri, metadata), fetchFn },
      });
      const { client_id, client_secret, token_endpoint_auth_method } = registered;
      return {
        client_id,
        ...(client_secret === undefined ? {} : { client_secret }),
        ...(token_endpoint_auth_method === undefined ? {} : { token_endpoint_auth_method }),
      };
    }
  }
}

function metadataFor(redirectUri: string, metadata: AuthorizationServerMetadata | undefined) {
  return {
    ...{ client_name: "agent", redirect_uris: [redirectUri], response_types: ["code"] },
    grant_types: ["authorization_code", "refresh_token"],
    token_endpoint_auth_method: methodIn(metadata?.token_endpoint_auth_methods_supported ?? []),
    application_type: redirectUri.startsWith("http:") ? "native" : "web",
  };
}

/** A program on its user's machine keeps no secret from them: it takes one only from a server that insists. */
function methodIn(supported: readonly string[]): string {
  if (supported.length === 0 || supported.includes("none")) return "none";
  return supported.includes("client_secret_basic") ? "client_secret_basic" : "client_secret_post";
}

/** The scopes that a login is to have. */
export interface Wanted {
  readonly challenge: Challenge;
  /** Scopes for which the server has refused requests with the login so far. */
  readonly lacking: readonly string[];
  /** Those of the login so far. */
  readonly granted: readonly string[];
}

/**
 * The scopes to ask for. Configured ones are asked for as they are; without them the server chooses: by its refusal, then by its metadata. A login
 * that lacks a scope is made anew with all that it had, and that scope. `offline_access` is added where the server offers it, as there is no
 * refresh token without it.
 */
export function scopesOf(
  { auth: { scopes } }: OAuthServer,
  { challenge, lacking, granted }: Wanted,
  { authorizationServerMetadata, resourceMetadata }: OAuthServerInfo,
): string | undefined {
  if (scopes !== undefined) return listed([...scopes, ...lacking]);
  const known = lacking.length > 0 && granted.length > 0 ? granted : undefined;
  const base = known ?? challenge.scope?.split(" ") ?? resourceMetadata?.scopes_supported ?? [];
  const chosen = [...base, ...lacking];
  const offered = authorizationServerMetadata?.scopes_supported ?? [];
  return listed([...chosen, ...offered.filter((scope) => chosen.length > 0 && scope === "offline_access")]);
}

function listed(scopes: readonly string[]): string | undefined {
  return scopes.length === 0 ? undefined : [...new Set(scopes)].join(" ");
}

/** Whether a stored login is of the client that the configuration names. */
export function isOfClient({ auth: { registration } }: OAuthServer, { client }: StoredLogin): boolean {
  if (registration.type === "auto") return true;
  return client.client_id === (registration.type === "pre-registered" ? registration.client_id : registration.url);
}
