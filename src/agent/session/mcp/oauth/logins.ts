/**
 * Logins at tool servers whose `auth.type` is `oauth` (spec 5.2). One is begun by a user, who opens its address, and ended by the answer of the
 * authorization server: at the listener of the login, or at the authenticated route. Nothing here opens a browser.
 */
import type { Challenge, LoginProvider, OAuthServer } from "../host.js";
import { Account } from "./account.js";
import { Attempt, type CallbackAnswer } from "./attempt.js";
import { listenForCallback, placeOf } from "./callback.js";
import { begin, finish } from "./flow.js";
import type { LoginHost } from "./host.js";
import type { OAuthPackage } from "./package.js";
import { LoginProblem, wordsOf } from "./problem.js";
import { scopesIn } from "./scopes.js";

/** `reason` completes "the login failed: …", and holds no text of a server. */
export type LoginStart =
  | { readonly kind: "started"; readonly url: string }
  | { readonly kind: "failed"; readonly reason: string };

/** `refused`: no login waits for this answer, and nothing has changed. */
export type LoginEnd =
  | { readonly kind: "done" }
  | { readonly kind: "refused" }
  | { readonly kind: "failed"; readonly reason: string };

export class Logins {
  readonly #host: LoginHost;
  readonly #ending = new AbortController();
  /** The logins that wait for their users, by the names of their servers. */
  readonly #waiting = new Map<string, Attempt>();
  readonly #challenges = new Map<string, Challenge>();
  /** Scopes that the logins of servers lack, by the names of the servers. */
  readonly #lacking = new Map<string, readonly string[]>();

  constructor(host: LoginHost) {
    this.#host = host;
  }

  /** The provider for a transport: what is stored, renewed when the server refuses it. */
  providerFor(server: OAuthServer): LoginProvider {
    const { load } = this.#host;
    const { name } = server;
    const account = new Account(this.#host, server, this.#ending.signal);
    return {
      ...providerOf(account, load, (challenge) => this.challenge(name, challenge)),
      onInsufficientScope: ({ scope, ...challenge }) => {
        this.challenge(name, { ...this.#challenges.get(name), ...challenge });
        const lacking = [...(this.#lacking.get(name) ?? []), ...scopesIn(scope)];
        this.#lacking.set(name, scopesIn(lacking.join(" ")));
      },
    };
  }

  /** Remembers what a server asked for when it refused a request: the next login asks its authorization server for that. */
  challenge(server: string, challenge: Challenge): void {
    this.#challenges.set(server, challenge);
  }

  /** Begins a login, in place of one that waits. Never rejects, and takes a bounded time. */
  async start(server: OAuthServer): Promise<LoginStart> {
    this.cancel(server.name);
    const account = new Account(this.#host, server, this.#ending.signal);
    const attempt = new Attempt(this.#host, account);
    this.#waiting.set(server.name, attempt);
    attempt.signal.addEventListener("abort", () => this.#forget(attempt));
    if (this.#ending.signal.aborted) attempt.end();
    try {
      const redirectUri = await this.#redirectOf(attempt);
      const before = await account.login();
      const wanted = {
        challenge: this.#challenges.get(server.name) ?? {},
        lacking: this.#lacking.get(server.name) ?? [],
        granted: scopesIn(before?.tokens.scope),
      };
      const { state, signal } = attempt;
      const known = before?.authorization_server;
      const begun = await account.step(
        (asking) => begin(asking, server, { redirectUri, state, known, ...wanted }),
        signal,
      );
      signal.throwIfAborted();
      attempt.begun = begun;
      return { kind: "started", url: begun.url };
    } catch (error) {
      const reason = attempt.signal.aborted ? "it was cancelled" : wordsOf(error);
      attempt.end();
      return this.#failed(server.name, reason);
    }
  }

  /** Ends the login that an answer is for. Never rejects, and takes a bounded time. */
  async callback(server: string, answer: CallbackAnswer): Promise<LoginEnd> {
    const attempt = this.#waiting.get(server);
    const begun = attempt?.begun;
    if (attempt === undefined || begun === undefined || !attempt.isFor(answer)) return { kind: "refused" };
    // A state is good once, however the login ends.
    this.#forget(attempt);
    attempt.answered();
    const { account, signal } = attempt;
    try {
      await account.keep(await account.step((asking) => finish(asking, account.server, begun, answer), signal));
    } catch (error) {
      return this.#failed(server, wordsOf(error));
    } finally {
      attempt.end();
    }
    this.#challenges.delete(server);
    this.#lacking.delete(server);
    this.#host.log.say("info", "logged in at a tool server", { server });
    this.#host.onLogin(server);
    return { kind: "done" };
  }

  /** Ends the login that waits for the user of a server, if there is one. */
  cancel(server: string): void {
    this.#waiting.get(server)?.end();
  }

  /** Ends everything that waits or is under way. */
  close(): void {
    this.#ending.abort();
    for (const attempt of [...this.#waiting.values()]) attempt.end();
  }

  #forget(attempt: Attempt): void {
    const { name } = attempt.account.server;
    if (this.#waiting.get(name) === attempt) this.#waiting.delete(name);
  }

  #failed(server: string, reason: string): { readonly kind: "failed"; readonly reason: string } {
    this.#host.log.say("warn", `a login at a tool server failed: ${reason}`, { server });
    return { kind: "failed", reason };
  }

  /** Where the browser comes back to. On this machine a listener waits there, which ends with the login. */
  async #redirectOf({ account: { server }, signal }: Attempt): Promise<string> {
    const { redirect } = server.auth;
    const place = redirect.type === "fixed" ? placeOf(redirect.uri) : undefined;
    if (redirect.type === "fixed" && place === undefined) return redirect.uri;
    const take = async (answer: CallbackAnswer) => (await this.callback(server.name, answer)).kind;
    const callback = await listenForCallback(this.#host, take, place).catch(({ message }: Error) => {
      if (place === undefined) throw new LoginProblem(`there is no port for the browser to come back to (${message})`);
      // Another program may serve a port that takes more rights, and hand the answer on.
      if (message !== "EACCES")
        throw new LoginProblem(`port ${place.port} of its redirect address is taken (${message})`);
      return undefined;
    });
    if (signal.aborted) callback?.close();
    signal.addEventListener("abort", () => callback?.close());
    return redirect.type === "fixed" ? redirect.uri : (callback?.redirectUri ?? "");
  }
}

/**
 * The login of a server, as a transport of the package takes it: a token for each request, and a new one when it is refused. It is the small
 * interface of the two that the package has: with the large one, a transport would register clients and begin logins by itself. A request that is
 * refused for good rejects with the package's `UnauthorizedError`: a user has to log in. `onChallenge` takes what the server said about the login
 * that it wants.
 */
function providerOf(
  account: Account,
  load: () => Promise<OAuthPackage>,
  onChallenge: (challenge: Challenge) => void,
): Required<Pick<LoginProvider, "token" | "onUnauthorized">> {
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
