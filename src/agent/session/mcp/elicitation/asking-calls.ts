/** The calls that run over one connection, and the questions of the server during them: without a call it asks nobody (P-S100). */
import type { CallTime } from "../call-time.js";
import { isFields } from "../listed.js";
import type { McpPackage } from "../package.js";
import { type Asker, addressesIn, Elicitations, type Elicited, WrongElicitation } from "./elicitations.js";

/** A code of JSON-RPC. */
const INVALID_PARAMS = -32_602;

export class AskingCalls {
  readonly #times = new Set<CallTime>();
  readonly #elicitations: Elicitations | undefined;
  readonly #ProtocolError: McpPackage["ProtocolError"];
  /** Aborts when no call runs any more; aborted while none does. */
  #busy = new AbortController();

  constructor(asker: Asker | undefined, ProtocolError: McpPackage["ProtocolError"]) {
    this.#elicitations = asker && new Elicitations(asker);
    this.#ProtocolError = ProtocolError;
    this.#busy.abort();
  }

  /** Sends a call; again when a person has opened the addresses without which it was refused. Rejects as `send` does. */
  async run(time: CallTime, send: () => Promise<unknown>): Promise<unknown> {
    if (this.#times.size === 0) this.#busy = new AbortController();
    this.#times.add(time);
    try {
      return await send().catch(async (error: unknown) => {
        const addresses = addressesIn(error);
        if (addresses.length === 0) throw error;
        for (const one of addresses) if ((await this.ask(one, time.signal)).action !== "accept") throw error;
        return send();
      });
    } finally {
      this.#times.delete(time);
      if (this.#times.size === 0) this.#busy.abort();
    }
  }

  /** The time of all calls stands still meanwhile. Rejects with an error for the server. */
  async ask(params: unknown, request: AbortSignal): Promise<Elicited> {
    const releases = Array.from(this.#times, (time) => time.hold());
    try {
      const asked = isFields(params) ? params : {};
      return (await this.#elicitations?.ask(asked, this.#busy.signal, request)) ?? { action: "decline" };
    } catch (error) {
      if (!(error instanceof WrongElicitation)) throw error;
      throw new this.#ProtocolError(INVALID_PARAMS, error.message);
    } finally {
      for (const release of releases) release();
    }
  }
}
