/** The login of one server, on the disk and at its authorization server. It is read each time, because another daemon may have renewed it. */
import { limits } from "../../../../generated/protocol/tables.js";
import { within } from "../../../machine/interfaces/clock.js";
import { connectFetch } from "../connect-fetch.js";
import type { OAuthServer } from "../host.js";
import { isOfClient } from "./client.js";
import { changing, readLogin, type StoredLogin, secretsOf, type WriteLogin } from "./disk.js";
import { type Asking, renew } from "./flow.js";
import type { LoginHost } from "./host.js";
import { loginFetch } from "./login-fetch.js";
import { isOver, LoginProblem, wordsOf } from "./problem.js";

/**
 * Milliseconds after a renewal in which a refusal counts for the token before: the request may have been sent with that. It also bounds the
 * renewals for a server that refuses everything.
 */
const FRESH = 5000;

export class Account {
  readonly server: OAuthServer;
  readonly #host: LoginHost;
  readonly #signal: AbortSignal;
  /** The last reason that the log was told. */
  #told: string | undefined;
  #renewing: Promise<boolean> | undefined;
  #renewedAt = Number.NEGATIVE_INFINITY;

  /** `signal` ends what is under way. */
  constructor(host: LoginHost, server: OAuthServer, signal: AbortSignal) {
    this.#host = host;
    this.server = server;
    this.#signal = signal;
  }

  /** The login, when there is one that can be used. */
  async login(): Promise<StoredLogin | undefined> {
    const reading = await readLogin(this.#host, this.server);
    if (reading.kind === "login" && isOfClient(this.server, reading.login)) {
      this.#told = undefined;
      this.#host.onSecret(secretsOf(reading.login));
      return reading.login;
    }
    if (reading.kind !== "none") this.#tell(reading.kind === "login" ? "is of another client" : reading.reason);
    return undefined;
  }

  /** Runs one step of a login, which has a bounded time. `signal` ends it as well. */
  step<Value>(run: (asking: Asking) => Promise<Value>, signal?: AbortSignal): Promise<Value> {
    const { clock, connect, load } = this.#host;
    const { certificates, url } = this.server;
    return within(
      clock,
      limits.loginRequests,
      async (ending) => {
        const send = loginFetch(connectFetch(connect, ending, certificates), url);
        return await run({ oauth: await load(), send });
      },
      signal === undefined ? this.#signal : AbortSignal.any([this.#signal, signal]),
    );
  }

  async keep(login: StoredLogin): Promise<void> {
    this.#host.onSecret(secretsOf(login));
    await changing(this.#host, this.server, this.#signal, (write) => write(login));
  }

  /** Whether there is another token now than the one that was refused. Requests that are refused at once wait for one renewal. */
  renewed(refused: string | undefined): Promise<boolean> {
    this.#renewing ??= this.#renewed(refused).finally(() => {
      this.#renewing = undefined;
    });
    return this.#renewing;
  }

  async #renewed(refused: string | undefined): Promise<boolean> {
    if ((await this.login()) === undefined) return false;
    // The lock is held meanwhile: a refresh token that two daemons send counts as stolen at many servers.
    return await changing(this.#host, this.server, this.#signal, async (write) => {
      const login = await this.login();
      if (login === undefined) return false;
      if (login.tokens.access_token !== refused || this.#isFresh) return true;
      if (login.tokens.refresh_token === undefined) return false;
      return await this.#renew(login, write);
    });
  }

  get #isFresh(): boolean {
    return this.#host.clock.monotonic() - this.#renewedAt < FRESH;
  }

  async #renew(login: StoredLogin, write: WriteLogin): Promise<boolean> {
    try {
      const renewed = await this.step((asking) => renew(asking, this.server, login));
      this.#host.onSecret(secretsOf(renewed));
      await write(renewed);
      this.#renewedAt = this.#host.clock.monotonic();
      return true;
    } catch (error) {
      if (!isOver(error, this.server.auth.registration.type === "auto")) throw new LoginProblem(wordsOf(error));
      // What is left names the client and its authorization server.
      await write({ ...login, tokens: { access_token: login.tokens.access_token } });
      this.#tell(`cannot be renewed: ${wordsOf(error)}`);
      return false;
    }
  }

  #tell(reason: string): void {
    if (reason === this.#told) return;
    this.#told = reason;
    this.#host.log.say("warn", `the stored login of a tool server ${reason}`, { server: this.server.name });
  }
}
