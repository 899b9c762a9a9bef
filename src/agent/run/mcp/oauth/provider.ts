/**
 * The login of a server, as a transport of the package takes it: a token for each request, and a new one when it is refused. It is the small
 * interface of the two that the package has: with the large one, a transport would register clients and begin logins by itself.
 */
import type { Account } from "./account.js";
import type { Challenge } from "./client.js";
import type { AuthProvider, OAuthPackage } from "./package.js";

export interface ProviderParts {
  readonly account: Account;
  readonly load: () => Promise<OAuthPackage>;
  /** Takes what the server said about the login that it wants. */
  readonly onChallenge: (challenge: Challenge) => void;
}

/** A request that is refused for good rejects with the package's `UnauthorizedError`: a user has to log in. */
export function providerOf({ account, load, onChallenge }: ProviderParts): AuthProvider {
  let given: string | undefined;
  return {
    async token() {
      given = (await account.login())?.tokens.access_token;
      return given;
    },
    // The package's own `fetchFn` would send the configured headers of the tool server to its authorization server.
    async onUnauthorized({ response }) {
      const { UnauthorizedError, extractWWWAuthenticateParams } = await load();
      onChallenge(extractWWWAuthenticateParams(response));
      if (!(await account.renewed(given))) throw new UnauthorizedError("a user has to log in");
    },
  };
}
