/** Where daemons were when they were last looked for: looking anew for every request would read three files each time. */
import { type Located, locate, type SourceHost } from "../sources/daemon.js";

export type Running = Extract<Located, { readonly kind: "running" }>;

/** More places are forgotten together. */
const MOST = 1024;

export class Places {
  readonly #host: SourceHost;
  readonly #state: string;
  readonly #known = new Map<string, Running>();

  constructor(host: SourceHost, state: string) {
    this.#host = host;
    this.#state = state;
  }

  /** The place of before, which may be wrong now. */
  known(sessionId: string): Running | undefined {
    return this.#known.get(sessionId);
  }

  async look(sessionId: string): Promise<Located> {
    const located = await locate(this.#host, this.#state, sessionId);
    if (this.#known.size >= MOST) this.#known.clear();
    if (located.kind === "running") this.#known.set(sessionId, located);
    else this.#known.delete(sessionId);
    return located;
  }
}
