/** The tool servers of a daemon (spec 2.10, P-S35). They connect at the same time; only `ready` and `stop` wait for them. */
import type { McpServerConfig } from "../../../generated/effective.js";
import type { MissingServer } from "../../../generated/protocol/types.js";
import { within } from "../../machine/interfaces/clock.js";
import type { Tool } from "../tools/tool.js";
import type { ServerHost, ServerSetup } from "./host.js";
import { ToolServer } from "./server.js";
import type { ServerSnapshot } from "./shown.js";

export interface ServersConfig {
  /** `mcp_servers`. */
  readonly servers: Readonly<Record<string, McpServerConfig>>;
  /** The certificates of `daemon.tls.trust_store`, as PEM. */
  readonly certificates?: string | undefined;
  /** Where a server starts (P-S97); in the working directory without it. */
  readonly startOf?: ((name: string) => string) | undefined;
  /** The stranger's directory in which no program of a server is looked for. */
  readonly avoidedBy?: ((name: string) => string | undefined) | undefined;
}

export class ToolServers {
  readonly #host: ServerHost;
  readonly #onChange: () => void;
  #servers = new Map<string, ToolServer>();
  /** Servers that are ending, by name: a new server of that name starts after them. */
  readonly #ending = new Map<string, Promise<unknown>>();
  /** Servers that a turn has waited for. */
  readonly #awaited = new WeakSet<ToolServer>();
  readonly #waiting = new Set<() => void>();
  #isStarted = false;
  #isStopped = false;

  /** `onChange` is called after each change of a state or of tools. */
  constructor(host: ServerHost, config: ServersConfig, onChange: () => void) {
    this.#host = host;
    this.#onChange = () => {
      for (const wake of [...this.#waiting]) wake();
      onChange();
    };
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
    const setups = setupsOf(config, this.#host.cwd);
    const kept = setups.flatMap((setup) => {
      const old = before.get(setup.name);
      return old !== undefined && isEqual(old.setup, setup) ? [old] : [];
    });
    const ending = [...before.values()].filter((old) => !kept.includes(old));
    if (kept.length === setups.length && ending.length === 0) return;
    for (const old of ending) this.#end(old);
    this.#servers = new Map(
      setups.map((setup) => {
        const same = kept.find((old) => old.setup.name === setup.name);
        return [setup.name, same ?? new ToolServer(setup, this.#host, this.#onChange, this.#ending.get(setup.name))];
      }),
    );
    if (!this.#isStarted) return;
    for (const server of this.#servers.values()) if (!kept.includes(server)) server.start();
    this.#onChange();
  }

  /** Sorted by name. */
  snapshot(): readonly ServerSnapshot[] {
    return Array.from(this.#servers.values(), ({ shown }) => shown.snapshot);
  }

  /** The tools of all servers that are connected, each with a name of its own. */
  tools(): readonly Tool[] {
    return this.snapshot().flatMap(({ tools }) => tools);
  }

  /**
   * Waits until each enabled server that it has not waited for yet is connected or has failed once, and at most `ms` milliseconds. Resolves with
   * those of them that are missing then; when the signal aborts, with none, and the next call waits for them again.
   */
  async ready(ms: number, signal: AbortSignal): Promise<readonly MissingServer[]> {
    const wanted = (): readonly ToolServer[] =>
      [...this.#servers.values()].filter((one) => one.shown.state !== "disabled" && !this.#awaited.has(one));
    await within(this.#host.clock, ms, (ending) => this.#until(() => !wanted().some(isConnecting), ending), signal);
    if (signal.aborted) return [];
    const [seconds, all] = [ms / 1000, wanted()];
    for (const { shown } of all.filter(isConnecting)) shown.set("connecting", `it did not answer in ${seconds} s`);
    for (const server of all) this.#awaited.add(server);
    return all.flatMap(({ setup: { name: server }, shown: { snapshot } }) =>
      snapshot.state === "connected" ? [] : [{ server, problem: snapshot.problem ?? "it is not connected" }],
    );
  }

  /** Resolves when it holds, or when the signal aborts. */
  async #until(holds: () => boolean, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !holds()) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          this.#waiting.delete(wake);
          signal.removeEventListener("abort", wake);
          resolve();
        };
        this.#waiting.add(wake);
        signal.addEventListener("abort", wake);
      });
    }
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
    for (const server of this.#servers.values()) this.#end(server);
    await Promise.all(this.#ending.values());
  }

  #end(server: ToolServer): void {
    const { name } = server.setup;
    const end = Promise.all([this.#ending.get(name), server.stop()]).then(() => {
      if (this.#ending.get(name) === end) this.#ending.delete(name);
    });
    this.#ending.set(name, end);
  }
}

function setupsOf({ servers, certificates, startOf, avoidedBy }: ServersConfig, cwd: string): readonly ServerSetup[] {
  const names = Object.keys(servers).toSorted();
  return names.flatMap((name): readonly ServerSetup[] => {
    const config = servers[name];
    if (config === undefined) return [];
    if (config.transport === "http") return [{ name, config, certificates, cwd }];
    return [{ name, config, certificates: undefined, cwd: startOf?.(name) ?? cwd, avoided: avoidedBy?.(name) }];
  });
}

function isConnecting({ shown }: ToolServer): boolean {
  return shown.state === "connecting";
}

function isEqual(a: ServerSetup, b: ServerSetup): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
