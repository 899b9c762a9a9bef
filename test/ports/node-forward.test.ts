/** Requests that are passed on: what an answer is, wherever it is cut, and that nothing else is one (RFC 9112, C154). */

import type { AddressInfo } from "node:net";
import { createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import type { ForwardAnswer } from "../../src/agent/ports/forward.js";
import { nodeForward } from "../../src/agent/ports/node-forward.js";

interface Upstream {
  readonly url: string;
  /** What came on each connection. */
  readonly asked: string[];
  readonly sockets: Socket[];
}

/** A server that sends `pieces` for each request, one write after the other; `ends`: and then ends the connection. */
async function upstream(pieces: readonly string[], ends = false): Promise<Upstream> {
  const [asked, sockets]: [string[], Socket[]] = [[], []];
  const server = createServer((socket) => {
    const index = sockets.push(socket) - 1;
    asked.push("");
    socket.on("error", () => {});
    socket.on("data", async (bytes) => {
      asked[index] += bytes.toString("latin1");
      if (!(asked[index] ?? "").endsWith("\r\n\r\n")) return;
      for (const piece of pieces) await new Promise<void>((resolve) => socket.write(piece, "latin1", () => resolve()));
      if (ends) socket.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked, sockets };
}

/** The answer as its reader has it, or why there is none. */
function asked(url: string, method = "GET", reuse = false): Promise<string> {
  return new Promise((resolve) => {
    let said = "";
    const read = ({ status, headers, read }: ForwardAnswer): void => {
      said = `${status} ${headers.map(([name, value]) => `${name}=${value}`).join(",")} `;
      read({
        take(bytes) {
          said += Buffer.from(bytes).toString("latin1");
          return true;
        },
        end(bytes) {
          resolve(said + Buffer.from(bytes ?? new Uint8Array()).toString("latin1"));
        },
        fail: () => resolve(`${said}|cut`),
      });
    };
    const forwarding = nodeForward(
      { url, method, target: "/sync", headers: [["authorization", "Bearer t"]], reuse },
      { connected() {}, drained() {}, answered: read, failed: resolve },
    );
    forwarding.end();
  });
}

const WHOLE: readonly (readonly [name: string, answer: string, said: string, method: string])[] = [
  [
    "a length",
    "HTTP/1.1 200 OK\r\ncontent-length: 5\r\nx-a:  b \r\n\r\nhello",
    "200 content-length=5,x-a=b hello",
    "GET",
  ],
  ["no bytes", "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n", "200 content-length=0 ", "GET"],
  [
    "chunks",
    "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n3\r\nhel\r\n2;x=y\r\nlo\r\n0\r\nx-t: 1\r\n\r\n",
    "200 transfer-encoding=chunked hello",
    "GET",
  ],
  ["no body by its status", "HTTP/1.1 304 Not Modified\r\ncontent-length: 7\r\n\r\n", "304 content-length=7 ", "GET"],
  ["no body by its method", "HTTP/1.1 200 OK\r\ncontent-length: 7\r\n\r\n", "200 content-length=7 ", "HEAD"],
  [
    "a head before its own",
    "HTTP/1.1 103 Early Hints\r\nlink: a\r\n\r\nHTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx",
    "200 content-length=1 x",
    "GET",
  ],
];

test.each(WHOLE)("an answer with %s, cut at every byte", async (_, answer, said, method) => {
  const { url } = await upstream([answer]);
  expect(await asked(url, method)).toBe(said);
  const bytes = await upstream([...answer]);
  expect(await asked(bytes.url, method)).toBe(said);
});

const HEAD = "HTTP/1.1 200 OK\r\n";

test.each([
  ["another version", "HTTP/1.0 200 OK\r\ncontent-length: 0\r\n\r\n"],
  ["no status", "HTTP/1.1 OK\r\ncontent-length: 0\r\n\r\n"],
  ["HTML", "<html>\r\n\r\n"],
  ["both lengths", `${HEAD}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n`],
  ["two lengths", `${HEAD}content-length: 1\r\ncontent-length: 1\r\n\r\nx`],
  ["a list of lengths", `${HEAD}content-length: 1, 1\r\n\r\nx`],
  ["a length below zero", `${HEAD}content-length: -1\r\n\r\n`],
  ["another coding", `${HEAD}transfer-encoding: gzip, chunked\r\n\r\n`],
  ["no end but that of its connection", `${HEAD}\r\nhello`],
  ["a folded header", `${HEAD}a: b\r\n c: d\r\ncontent-length: 0\r\n\r\n`],
  ["a blank before the colon", `${HEAD}content-length : 0\r\n\r\n`],
  ["a bare line feed in a header", `${HEAD}a: b\nc: d\r\ncontent-length: 0\r\n\r\n`],
  ["a NUL", `${HEAD}a: \0\r\ncontent-length: 0\r\n\r\n`],
  ["more than 16 KiB of headers", `${HEAD}a: ${"x".repeat(17_000)}\r\n\r\n`],
  ["headers without an end", `${HEAD}${"a: b\r\n".repeat(4000)}`],
  ["a switch of the protocol", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\n\r\n"],
  ["bytes after its end", `${HEAD}content-length: 1\r\n\r\nxy`],
])("C154 %s is no answer", async (_, answer) => {
  const { url } = await upstream([answer], true);
  expect(await asked(url)).toBe("broken");
});

test.each([
  ["a size that is none", "x\r\nhello\r\n0\r\n\r\n", ""],
  ["a chunk that is longer than its size", "2\r\nhello\r\n0\r\n\r\n", ""],
  ["a size with a bare line feed", "5\nhello\r\n0\r\n\r\n", ""],
  ["bytes after the last chunk", "5\r\nhello\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n", ""],
  ["a size that never ends", `${"0".repeat(300)}5\r\nhello\r\n0\r\n\r\n`, ""],
  ["an end before the last chunk", "5\r\nhello\r\n", "hello"],
])("C154 chunks with %s break the answer", async (_, body, before) => {
  const { url } = await upstream([`${HEAD}transfer-encoding: chunked\r\n\r\n`, body], true);
  expect(await asked(url)).toBe(`200 transfer-encoding=chunked ${before}|cut`);
});

test("a connection is used again after a whole answer, and not after one that closes it", async () => {
  const kept = await upstream(["HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx"]);
  for (let time = 0; time < 3; time += 1) expect(await asked(kept.url, "GET", true)).toBe("200 content-length=1 x");
  expect(kept.sockets).toHaveLength(1);
  expect(
    kept.asked[0]?.match(/GET \/sync HTTP\/1\.1\r\nhost: 127\.0\.0\.1:\d+\r\nauthorization: Bearer t\r\n\r\n/g),
  ).toHaveLength(3);
  const closing = await upstream(["HTTP/1.1 200 OK\r\ncontent-length: 1\r\nConnection: close\r\n\r\nx"]);
  for (let time = 0; time < 2; time += 1) await asked(closing.url, "GET", true);
  expect(closing.sockets).toHaveLength(2);
});

test("a connection that ends while nobody uses it is not used, and one that ends with the next request is stale", async () => {
  const there = await upstream(["HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\nx"]);
  await asked(there.url, "GET", true);
  const [socket] = there.sockets;
  socket?.removeAllListeners("data");
  socket?.once("data", () => socket.destroy());
  expect(await asked(there.url, "GET", true)).toBe("stale");
  expect(await asked(there.url, "GET", true)).toBe("200 content-length=1 x");
});

test("nobody listens: refused; a head that could be read as more is never sent", async () => {
  const { url, asked: came } = await upstream([]);
  const events = { connected() {}, drained() {}, answered() {}, failed() {} };
  for (const [name, value] of [
    ["a", "b\r\nc: d"],
    ["a", "b\nc"],
    ["a\r\nb", "c"],
    ["a", "\u0100"],
  ] as const)
    expect(() =>
      nodeForward({ url, method: "GET", target: "/", headers: [[name, value]], reuse: false }, events),
    ).toThrow();
  expect(() =>
    nodeForward({ url, method: "GET", target: "/ HTTP/1.1\r\nx: y", headers: [], reuse: false }, events),
  ).toThrow();
  expect(came).toEqual([]);
  expect(await asked("http://127.0.0.1:1")).toBe("refused");
});
