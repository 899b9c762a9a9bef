/** One login from its start to its end: its state, which is good once and for ten minutes, and all that has to be closed with it. */
import { limits } from "../../../../generated/protocol/tables.js";
import type { Clock } from "../../../machine/interfaces/clock.js";
import { sameBytes, sha256 } from "../../../machine/interfaces/hash.js";
import type { Random } from "../../../machine/interfaces/random.js";
import type { Account } from "./account.js";
import type { Answered, Begun } from "./flow.js";

/** The answer of an authorization server, by way of a browser. */
export interface CallbackAnswer extends Answered {
  readonly state: string;
}

export class Attempt {
  readonly account: Account;
  readonly state: string;
  readonly #end = new AbortController();
  readonly #clock: Clock;
  readonly #expires: number;
  readonly #forget: () => void;
  /** Set when the user can be asked. */
  begun: Begun | undefined;

  constructor({ clock, random }: { readonly clock: Clock; readonly random: Random }, account: Account) {
    this.account = account;
    this.state = Buffer.from(random.bytes(32)).toString("base64url");
    this.#clock = clock;
    this.#expires = clock.monotonic() + limits.loginLife;
    this.#forget = clock.after(limits.loginLife, () => this.end());
  }

  /** Aborts when the login has ended, well or not. */
  get signal(): AbortSignal {
    return this.#end.signal;
  }

  /** Whether an answer is for this login, and says how it went. The time tells nothing about the state. */
  isFor({ state, code, error }: CallbackAnswer): boolean {
    if (!sameBytes(sha256(state), sha256(this.state))) return false;
    const isOpen = !this.signal.aborted && this.#clock.monotonic() < this.#expires;
    return isOpen && (code === undefined) !== (error === undefined);
  }

  /** The user has answered: the login no longer expires. */
  answered(): void {
    this.#forget();
  }

  end(): void {
    this.#forget();
    this.#end.abort();
  }
}
