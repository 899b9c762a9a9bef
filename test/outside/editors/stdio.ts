/** A language server in a process of its own, spoken to over its standard streams: JSON-RPC, each message behind its length. */
import { spawn } from "node:child_process";

type Message = {
  readonly id?: number;
  readonly method?: string;
  readonly params?: unknown;
  readonly result?: unknown;
};

interface Connection {
  readonly request: (method: string, params: unknown) => Promise<unknown>;
  readonly notify: (method: string, params: unknown) => void;
  readonly stop: () => void;
}

interface Client {
  /** Answers what the server asks. */
  readonly answer: (method: string, params: unknown) => unknown;
  /** Hears what the server says. */
  readonly hear: (method: string, params: unknown) => void;
}

/** Starts a script of Node.js that is a language server. */
export function startServer(script: string, { answer, hear }: Client): Connection {
  const server = spawn(process.execPath, [script, "--stdio"], { stdio: ["pipe", "pipe", "ignore"] });
  const waiting = new Map<number, (result: unknown) => void>();
  let received = Buffer.alloc(0);
  const send = (message: Message): void => {
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    server.stdin.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
  };
  const take = ({ id, method, params, result }: Message): void => {
    if (method === undefined) waiting.get(id ?? -1)?.(result);
    else if (id === undefined) hear(method, params);
    else send({ id, result: answer(method, params) ?? null });
  };
  server.stdout.on("data", (chunk: Buffer) => {
    received = Buffer.concat([received, chunk]);
    for (;;) {
      const end = received.indexOf("\r\n\r\n");
      const length = Number(/Content-Length: (\d+)/i.exec(received.subarray(0, Math.max(end, 0)).toString())?.[1]);
      if (end === -1 || received.length < end + 4 + length) return;
      const body = received.subarray(end + 4, end + 4 + length).toString();
      received = received.subarray(end + 4 + length);
      take(JSON.parse(body));
    }
  });
  let last = 0;
  return {
    request: (method, params) => {
      last += 1;
      const id = last;
      return new Promise((resolve) => {
        waiting.set(id, resolve);
        send({ id, method, params });
      });
    },
    notify: (method, params) => send({ method, params }),
    stop: () => server.kill(),
  };
}
