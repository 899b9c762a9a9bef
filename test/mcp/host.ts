/** Tool servers in a test: their surroundings, and a way to wait for what they become. */
import { onTestFinished } from "vitest";
import type { Clock } from "../../src/agent/machine/interfaces/clock.js";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeChildren } from "../../src/agent/machine/node/children.js";
import { nodeConnect } from "../../src/agent/machine/node/connect.js";
import type { ServerHost } from "../../src/agent/session/mcp/host.js";
import { loadMcpPackage } from "../../src/agent/session/mcp/package.js";
import { type ServersConfig, ToolServers } from "../../src/agent/session/mcp/servers.js";
import type { ServerSnapshot } from "../../src/agent/session/mcp/shown.js";
import { Scrubber } from "../../src/agent/session/scrub/scrubber.js";
import type { Tool, ToolResult } from "../../src/agent/session/tools/tool.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";

/** A server of the configuration, with what the toolkit fills in. */
export type Written = Readonly<Record<string, unknown>>;

const STDIO = { transport: "stdio", args: [], env: {}, pass_env: ["HOME", "PATH", "LANG", "TMPDIR"] };
const HTTP = { transport: "http", auth: { type: "none" }, headers: {}, reinit_on_expired_session: false };
const BOTH = { block_list: [], default_enabled: true, log_stderr: true, log_stdout: false };

export function configured(servers: Readonly<Record<string, Written>>, certificates?: string): ServersConfig {
  const whole = Object.entries(servers).map(([name, server]) => {
    return [name, { ...("url" in server ? HTTP : STDIO), ...BOTH, ...server }] as const;
  });
  return { servers: Object.fromEntries(whole) as unknown as ServersConfig["servers"], certificates };
}

/** A real server of `fixtures/mcp` over stdio. */
export function real(more: Written = {}): Written {
  return { command: process.execPath, args: ["fixtures/mcp/stdio.js"], ...more };
}

export interface Running {
  readonly servers: ToolServers;
  readonly disk: Disk;
  /** Lines of the daemon's log. */
  readonly lines: readonly string[];
  /** How often something has changed. */
  readonly changes: () => number;
  of(name: string): ServerSnapshot;
  /** Resolves with a server as soon as it is in this state. */
  until(name: string, holds: (server: ServerSnapshot) => boolean): Promise<ServerSnapshot>;
  connected(name: string): Promise<ServerSnapshot>;
  call(name: string, input?: Written, signal?: AbortSignal): Promise<ToolResult>;
}

/** Servers that run until the test ends. */
export function running(config: ServersConfig, host: Partial<ServerHost> & { readonly clock?: Clock } = {}): Running {
  const disk = new Disk(1);
  const lines: string[] = [];
  const waiting = new Set<() => void>();
  let changes = 0;
  const clock = host.clock ?? nodeClock;
  const servers = new ToolServers(
    {
      ...{ clock, startChild: nodeChildren, connect: nodeConnect, files: disk.files(), env: {}, cwd: process.cwd() },
      log: logTo((line) => lines.push(line), clock, "debug"),
      logFolder: "/mcp",
      scrubber: () => new Scrubber(new Set(["the-canary-secret"])),
      version: "1.2.3",
      load: loadMcpPackage,
      ...host,
    },
    config,
    () => {
      changes += 1;
      for (const wake of [...waiting]) wake();
    },
  );
  onTestFinished(() => passing(clock, servers.stop()));
  const of = (name: string): ServerSnapshot => {
    const found = servers.snapshot().find((server) => server.name === name);
    if (found === undefined) throw new Error(`there is no server ${name}`);
    return found;
  };
  const until: Running["until"] = async (name, holds) => {
    while (!holds(of(name))) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          waiting.delete(wake);
          resolve();
        };
        waiting.add(wake);
      });
    }
    return of(name);
  };
  servers.start();
  return {
    ...{ servers, disk, lines, of, until },
    changes: () => changes,
    connected: (name) => until(name, ({ state }) => state === "connected"),
    call: (name, input = {}, signal = new AbortController().signal) => toolOf(servers, name).run(input, { signal }),
  };
}

/** Lets some seconds pass, where time is in the hands of the test, and resolves when something is done. */
export async function passing<Value>(clock: Clock, done: Promise<Value>, most = 5000): Promise<Value> {
  let isDone = false;
  const settled = done.finally(() => {
    isDone = true;
  });
  for (let passed = 0; clock instanceof HandClock && !isDone && passed < most; passed += 100) {
    await new Promise((resolve) => setImmediate(resolve));
    clock.pass(100);
  }
  return settled;
}

function toolOf(servers: ToolServers, name: string): Tool {
  const found = servers.tools().find((tool) => tool.name === name);
  if (found === undefined) throw new Error(`there is no tool ${name}`);
  return found;
}
