/** A proxy that listens, in front of the daemon of one session: a real one, or one that a test scripts byte by byte. */
import { createServer, type Socket } from "node:net";
import { onTestFinished } from "vitest";
import { type Permit, proxyOf } from "../../src/agent/fleet/hub/proxy/proxy.js";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeForward } from "../../src/agent/machine/node/forward.js";
import { nodeListen } from "../../src/agent/machine/node/listen.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import { routerOf } from "../../src/agent/wire/protocol/router.js";
import { LISTENING } from "../../src/agent/wire/server/listening.js";
import { serverOf } from "../../src/agent/wire/server/server.js";
import { credentialOf, SESSION, STATE, TOKEN } from "../daemon/bench.js";
import { seededRandom } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { Machine } from "../store/bench.js";

/** The caller's own credential, which is not the daemon's. */
export const CALLER = "fedcba9876543210".repeat(4);
export const BELOW = `/api/v1/sessions/${SESSION}/daemon`;

export class Proxied {
  readonly disk: Disk;
  readonly machine = new Machine();
  readonly clock = new HandClock();
  readonly log: string[] = [];
  url = "";

  constructor(disk = new Disk(1)) {
    this.disk = disk;
  }

  get port(): number {
    return Number(new URL(this.url).port);
  }

  async listen(permit: Permit = () => undefined): Promise<this> {
    const host = {
      ...{ files: this.disk.files(), processes: this.machine.start(9000), clock: this.clock },
      forward: nodeForward,
    };
    const proxy = proxyOf(host, STATE);
    const answering = serverOf<Record<never, never>, "caller">({
      served: {
        ...{ routes: {}, router: routerOf<never>({}), uncounted: new Set<never>() },
        readBody: () => {
          throw new Error("there is no route");
        },
      },
      gate: (headers) =>
        headers.some(([name, value]) => name === "authorization" && value === `Bearer ${CALLER}`)
          ? { caller: "caller" }
          : { denied: "unauthorized" },
      ...{ handlers: {}, random: seededRandom(7), isStopping: () => false },
      log: logTo((line) => this.log.push(line), this.clock),
      beside: (exchange) => proxy(exchange, permit),
    });
    const listener = await nodeListen({ ...LISTENING, clock: this.clock, host: "127.0.0.1", port: 0 }, answering);
    onTestFinished(() => listener.close(true));
    this.url = listener.url;
    return this;
  }

  /** Writes down where the daemon of the session is; the process that holds its lock runs. */
  async place(url: string, token = TOKEN): Promise<void> {
    const files = this.disk.files();
    const paths = sessionPaths(files.join, STATE, SESSION);
    const holder = this.machine.start(8000).self;
    await files.makeDirectory(paths.directory);
    const startup = {
      ...{ version: 1, state: "ready", session_id: SESSION, pid: holder.pid, daemon_epoch: "0".repeat(32), url },
      started_at: new Date(0).toISOString(),
    };
    const all = [
      [paths.session, "{}"],
      [paths.lock, JSON.stringify(holder)],
      [paths.startup, JSON.stringify(startup)],
      [paths.credential, credentialOf(token)],
    ] as const;
    for (const [path, text] of all) {
      await files.remove(path).catch(() => {});
      const file = await files.open(path, "create");
      await file.append(Buffer.from(text));
      await file.sync();
    }
  }
}

/** A daemon of which a test writes every byte. */
export interface Scripted {
  readonly url: string;
  /** What each connection has sent so far, in the order they came. */
  readonly heard: string[];
  readonly sockets: Socket[];
}

export function scripted(answer: (socket: Socket, heard: string, connection: number) => void): Promise<Scripted> {
  const [heard, sockets]: [string[], Socket[]] = [[], []];
  const server = createServer((socket) => {
    const at = sockets.push(socket) - 1;
    heard.push("");
    socket.on("error", () => {});
    socket.on("data", (bytes) => {
      heard[at] += bytes.toString("latin1");
      answer(socket, heard[at] ?? "", at);
    });
  });
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return new Promise((resolve) => {
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      const port = typeof address === "object" && address !== null ? address.port : 0;
      resolve({ url: `http://127.0.0.1:${port}`, heard, sockets });
    });
  });
}
