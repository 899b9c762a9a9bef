/** Logins on a disk in memory and by a clock that the test moves; sockets are real. */
import { onTestFinished } from "vitest";
import { type Level, logTo } from "../../../src/agent/machine/interfaces/log.js";
import type { Processes } from "../../../src/agent/machine/interfaces/processes.js";
import { nodeRandom } from "../../../src/agent/machine/interfaces/random.js";
import { nodeConnect } from "../../../src/agent/machine/node/connect.js";
import { nodeListen } from "../../../src/agent/machine/node/listen.js";
import type { OAuthServer } from "../../../src/agent/session/mcp/host.js";
import type { LoginHost } from "../../../src/agent/session/mcp/oauth/host.js";
import { Logins } from "../../../src/agent/session/mcp/oauth/logins.js";
import { loadPackage } from "../../../src/agent/session/mcp/oauth/package.js";
import type { McpOAuth } from "../../../src/generated/effective.js";
import { Disk } from "../../ports/disk.js";
import { HandClock } from "../../ports/hand-clock.js";
import { type Authority, authority } from "./authority.js";

const STATE = "/state";
export const FILE = `${STATE}/auth/mcp/notes/login.json`;

export const AUTO = { type: "auto" } as const;
export const EPHEMERAL = { type: "ephemeral-loopback" } as const;
export const FIXED = { type: "fixed", uri: "https://agent.example/back" } as const;

/** A process that runs. */
export const processOf = (pid: number): Processes => ({ self: { pid, boot: "b", started: "s" }, mayRun: () => true });

export interface Bench {
  readonly there: Authority;
  readonly disk: Disk;
  readonly clock: HandClock;
  readonly log: string[];
  readonly secrets: Set<string>;
  /** Names of servers whose logins have ended well. */
  readonly done: string[];
  readonly logins: Logins;
  readonly server: OAuthServer;
  /** Another daemon of the same user, or the same one after a restart. */
  another(host?: Partial<LoginHost>): Logins;
}

export interface Wanted {
  readonly auth?: Partial<McpOAuth>;
  readonly server?: Partial<OAuthServer>;
  readonly host?: Partial<LoginHost>;
  readonly level?: Level;
}

export async function bench({ auth = {}, server = {}, host = {}, level = "trace" }: Wanted = {}): Promise<Bench> {
  const there = await authority();
  const [disk, clock] = [new Disk(1), new HandClock()];
  const log: string[] = [];
  const secrets = new Set<string>();
  const done: string[] = [];
  const another = (own: Partial<LoginHost> = {}): Logins => {
    const logins = new Logins({
      ...{ files: disk.files(), clock, random: nodeRandom, connect: nodeConnect, listen: nodeListen },
      ...{ processes: processOf(1), state: STATE, load: loadPackage },
      log: logTo((line) => log.push(line), clock, level),
      onSecret: (values) => {
        for (const value of values) secrets.add(value);
      },
      onLogin: (name) => done.push(name),
      ...host,
      ...own,
    });
    onTestFinished(() => logins.close());
    return logins;
  };
  return {
    ...{ there, disk, clock, log, secrets, done, another, logins: another() },
    server: {
      ...{ name: "notes", url: there.endpoint, authKey: "notes" },
      auth: { type: "oauth", registration: AUTO, redirect: EPHEMERAL, ...auth },
      ...server,
    },
  };
}

/** The address of a login that has begun. */
export async function begun(logins: Logins, server: OAuthServer): Promise<string> {
  const start = await logins.start(server);
  if (start.kind !== "started") throw new Error(start.reason);
  return start.url;
}

/** The parameters that a browser comes back with. */
export function answerIn(back: URL) {
  const given = Object.fromEntries(back.searchParams);
  return { state: given["state"] ?? "", code: given["code"], error: given["error"], iss: given["iss"] };
}

/** What a browser gets from the listener. */
export async function browse(
  url: URL | string,
  init: RequestInit = {},
): Promise<{ readonly status: number; readonly headers: Headers; readonly text: string }> {
  const response = await fetch(url, init);
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/** Logs in from beginning to end, as a user with a browser does. */
export async function logIn({ there, logins, server }: Pick<Bench, "there" | "logins" | "server">): Promise<void> {
  const back = there.agree(await begun(logins, server));
  if (server.auth.redirect.type === "ephemeral-loopback") {
    await browse(back);
    return;
  }
  const end = await logins.callback(server.name, answerIn(back));
  if (end.kind !== "done") throw new Error(end.kind);
}
