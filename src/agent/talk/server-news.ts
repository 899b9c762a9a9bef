/**
 * Tool servers that cannot be used, on standard error: once when the conversation has begun and none is connecting any more, and where a turn
 * begins without others.
 */
import type { MissingServer } from "../../generated/protocol/types.js";
import type { Terminal } from "../../terminal/terminal.js";
import { complain } from "../program/complain.js";
import { missingMessage } from "../run/mcp/missing.js";
import { type Change, ClientError, type Daemon, type DaemonState } from "../wire/client/index.js";

type Servers = DaemonState["mcp_servers"];

export class ServerNews {
  readonly #terminal: Pick<Terminal, "stderr">;
  readonly #client: Pick<Daemon, "catalog">;
  #isSettled = false;
  /** Servers that were named. */
  readonly #named = new Set<string>();

  constructor(terminal: Pick<Terminal, "stderr">, client: Pick<Daemon, "catalog">) {
    [this.#terminal, this.#client] = [terminal, client];
  }

  async take(change: Change, signal: AbortSignal): Promise<void> {
    if (change.kind === "item") return this.#say(change.item.tools?.missing ?? []);
    const isNews = change.kind === "snapshot" || change.record.kind === "daemon_catalog_changed";
    if (!isNews || this.#isSettled) return;
    const servers = await this.#servers(signal);
    if (servers === undefined || servers.some(({ state }) => state === "connecting")) return;
    this.#isSettled = true;
    const broken = servers.filter(({ state }) => state !== "connected" && state !== "disabled");
    await this.#say(
      broken.flatMap(({ name: server, problem }) => (problem === undefined ? [] : [{ server, problem }])),
    );
  }

  /** Undefined when the daemon does not say: the conversation hears of its end by itself. */
  async #servers(signal: AbortSignal): Promise<Servers | undefined> {
    try {
      return (await this.#client.catalog({ signal })).mcp_servers;
    } catch (error) {
      if (signal.aborted || error instanceof ClientError) return undefined;
      throw error;
    }
  }

  async #say(missing: readonly MissingServer[]): Promise<void> {
    const unknown = missing.filter(({ server }) => !this.#named.has(server));
    if (unknown.length === 0) return;
    for (const { server } of unknown) this.#named.add(server);
    await complain(this.#terminal, missingMessage(unknown));
  }
}
