/** The tool servers of a daemon (spec 2.10, P-S35): all at once, none waits for another, and nothing here waits for any of them but `stop`. */
import type { McpServerConfig } from "../../../generated/effective.js";
import type { Tool } from "../tools/tool.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { ToolServer } from "./server.js";
import type { ServerSnapshot } from "./shown.js";

export interface ServersConfig {
  /** `mcp_servers`. */
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  /** The certificates of `daemon.tls.trust_store`, as PEM. */
  readonly certificates?: string | undefined;
}

export class ToolServers {
  readonly #host: ServerHost;
  readonly #onChange: () => void;
  #servers = new Map<string, ToolServer>();
  readonly #ending = new Set<Promise<void>>();
  #isStarted = false;
  #isStopped = false;

  /** `onChange` is called after each change of a state or of tools. */
  constructor(host: ServerHost, config: ServersConfig, onChange: () => void) {
    [this.#host, this.#onChange] = [host, onChange];
    this.apply(config);
  }

  /** Connects all servers that are enabled. Returns at once. */
  start(): void {
    this.#isStarted = true;
    for (const server of this.#servers.values()) server.start();
  }

  /** Another configuration: servers that are as before stay as they are, changed ones begin again, and removed ones end. */
  apply(config: ServersConfig): void {
    if (this.#isStopped) return;
    const before = this.#servers;
    this.#servers = new Map();
    for (const setup of setupsOf(config)) {
      const old = before.get(setup.name);
      const isSame = old !== undefined && isEqual(old.setup, setup);
      if (isSame) before.delete(setup.name);
      const server = isSame ? old : new ToolServer(setup, this.#host, this.#onChange, this.#end(old));
      this.#servers.set(setup.name, server);
      before.delete(setup.name);
      if (!isSame && this.#isStarted) server.start();
    }
    for (const old of before.values()) void this.#end(old);
    if (this.#isStarted) this.#onChange();
  }

  /** Sorted by name. */
  snapshot(): readonly ServerSnapshot[] {
    return Array.from(this.#servers.values(), ({ shown }) => shown.snapshot);
  }

  /** The tools of all servers that are connected, each with a name of its own. */
  tools(): readonly Tool[] {
    return this.snapshot().flatMap(({ tools }) => tools);
  }

  /** The server afterwards; undefined when there is none of this name. The same holds for the two that follow. */
  enable(name: string): ServerSnapshot | undefined {
    this.#servers.get(name)?.enable();
    return this.#servers.get(name)?.shown.snapshot;
  }

  disable(name: string): ServerSnapshot | undefined {
    this.#servers.get(name)?.disable();
    return this.#servers.get(name)?.shown.snapshot;
  }

  /** Connects anew; a disabled server stays disabled. */
  reconnect(name: string): ServerSnapshot | undefined {
    this.#servers.get(name)?.reconnect();
    return this.#servers.get(name)?.shown.snapshot;
  }

  /** Ends all. Resolves when their processes have ended, which takes a bounded time; never rejects. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    for (const server of this.#servers.values()) void this.#end(server);
    await Promise.all(this.#ending);
  }

  #end(server: ToolServer | undefined): Promise<void> {
    if (server === undefined) return Promise.resolve();
    const ended = server.stop();
    this.#ending.add(ended);
    return ended.finally(() => this.#ending.delete(ended));
  }
}

function setupsOf({ servers, certificates }: ServersConfig): readonly ServerSetup[] {
  const names = Object.keys(servers).toSorted();
  return names.flatMap((name) => {
    const config = servers[name];
    if (config === undefined) return [];
    return [{ name, config, certificates: config.transport === "http" ? certificates : undefined }];
  });
}

function isEqual(a: ServerSetup, b: ServerSetup): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
