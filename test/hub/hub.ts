/** A hub in the process of the test: the real disk, a real listener, and requests to it with the tokens of its callers. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type IncomingHttpHeaders, request } from "node:http";
import { request as requestSecurely } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createToken, type NewPrincipal } from "../../src/agent/fleet/hub/access/tokens.js";
import { type Hub, type HubHost, type HubOptions, startHub } from "../../src/agent/fleet/hub/start.js";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { machine } from "../../src/agent/program/common/machine.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import type { ProtocolError } from "../../src/generated/protocol/types.js";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export interface Call {
  readonly method?: string;
  /** Undefined sends no token. */
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string | string[]>>;
  readonly body?: string;
}

export class HubBench {
  readonly state: string;
  readonly log: string[] = [];
  /** Of a `machine` principal with the scope `machine`. */
  machineToken = "";
  #hub: Hub | undefined;

  constructor(state: string) {
    this.state = state;
  }

  get hub(): Hub {
    if (this.#hub === undefined) throw new Error("it does not run");
    return this.#hub;
  }

  async start(options: Partial<HubOptions> = {}, host: Partial<HubHost> = {}): Promise<this> {
    const log = logTo((line) => this.log.push(line), machine.clock, "trace");
    const started = await startHub(
      {
        ...{ stateDirectory: this.state, host: "127.0.0.1", port: 0 },
        ...{ names: { scheme: "http", names: [], isLocal: true } },
        ...options,
      },
      { ...machine, processes: machine.processes, log, ...host },
    );
    if (started.kind === "failed") throw new Error(started.message);
    const { hub } = started;
    this.#hub = hub;
    onTestFinished(() => hub.stop());
    return this;
  }

  /** The token of a new principal. */
  async token(principal: NewPrincipal): Promise<{ readonly id: string; readonly token: string }> {
    return createToken(machine, this.state, principal);
  }

  /** One request over a connection of its own; with the machine's token by default. */
  call(path: string, { method = "GET", headers = {}, body, ...call }: Call = {}): Promise<Answer> {
    const token = "token" in call ? call.token : this.machineToken;
    const { protocol, hostname, port } = new URL(this.hub.url);
    const send = protocol === "https:" ? requestSecurely : request;
    return new Promise((resolve, reject) => {
      const asked = send({
        ...{ hostname: hostname.replace(/^\[|\]$/g, ""), port, path, method, agent: false, rejectUnauthorized: false },
        headers: {
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) }),
          ...headers,
        },
      });
      asked.on("error", reject);
      asked.on("response", (response) => {
        const chunks: Uint8Array[] = [];
        response.on("data", (chunk: Uint8Array) => chunks.push(chunk));
        response.on("error", reject);
        response.on("end", () => {
          const { statusCode: status = 0, headers: had } = response;
          resolve({ status, headers: had, text: Buffer.concat(chunks).toString() });
        });
      });
      asked.end(body);
    });
  }

  /** The code of a refusal; the status of any other answer. */
  async code(path: string, call?: Call): Promise<string | number> {
    const { status, text } = await this.call(path, call);
    return status < 400 ? status : (JSON.parse(text) as ProtocolError).code;
  }

  /** A session that has stopped, or crashed: its folder, and no process. */
  session(id: string): void {
    const paths = sessionPaths(join, this.state, id);
    mkdirSync(paths.directory, { recursive: true, mode: 0o700 });
    const file = { version: 1, session_id: id, created_at: "2027-01-15T08:00:00.000Z", working_directory: this.state };
    writeFileSync(paths.session, JSON.stringify(file), { mode: 0o600 });
  }
}

/** A state directory, with a `machine` token; both are gone with the test. */
export async function hubBench(): Promise<HubBench> {
  const state = mkdtempSync(join(tmpdir(), "agent-hub-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const bench = new HubBench(state);
  bench.machineToken = (await bench.token({ kind: "machine", scopes: ["machine"] })).token;
  return bench;
}

/** A hub that runs. */
export async function runningHub(options?: Partial<HubOptions>, host?: Partial<HubHost>): Promise<HubBench> {
  return (await hubBench()).start(options, host);
}
