/** What only a real connection can show: bytes that are no request, bodies that nobody reads, readers that break off. */
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import { isProtocolError } from "../../src/generated/protocol/validators.js";
import { cases } from "../cases.js";
import { single } from "../model/asking.js";
import { DONE, delta, finish, modelServer } from "../model/server.js";
import { dice } from "../ports/chance.js";
import { settled, TOKEN } from "./bench.js";
import { AUTHORIZED, call, Wire, wired } from "./wire.js";

async function raw(port: number, text: string): Promise<string> {
  const wire = new Wire(port);
  await wire.write(text);
  return wire.closed();
}

test("C016 C028 without the token every kind of request is a 401 that says nothing else", async () => {
  const { port } = await wired();
  const CLOSE = "Connection: close\r\n\r\n";
  for (const text of [
    `GET /sync HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
    `GET /sync HTTP/1.1\r\n${CLOSE}`,
    "GET /sync HTTP/1.0\r\n\r\n",
    `HEAD /sync HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
    `OPTIONS * HTTP/1.1\r\nHost: localhost\r\n${CLOSE}`,
    `GET http://evil.example/sync HTTP/1.1\r\nHost: evil.example\r\n${CLOSE}`,
    "CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n",
    `POST /prompt HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 10\r\n${CLOSE}`,
    `POST /prompt HTTP/1.1\r\nHost: localhost\r\nExpect: nonsense\r\nContent-Length: 0\r\n${CLOSE}`,
    `GET /events HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade, close\r\nSec-WebSocket-Key: AA==\r\nSec-WebSocket-Version: 13\r\n\r\n`,
  ]) {
    const answer = await raw(port, text);
    expect(answer).toMatch(/^HTTP\/1\.1 401 Unauthorized\r\n/);
    expect(answer).toMatch(/\r\nwww-authenticate: Bearer\r\n/);
    expect(answer.match(/HTTP\/1\.1/g)?.length).toBe(1);
  }
});

test.each([
  ["nonsense\r\n\r\n", 400, "invalid_request"],
  ["GET /sync HTTP/9.9\r\n\r\n", 400, "invalid_request"],
  [
    `GET /sync HTTP/1.1\r\n${AUTHORIZED}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n`,
    400,
    "invalid_request",
  ],
  ["GET /sync HTTP/1.1\r\nBad Header: 1\r\n\r\n", 400, "invalid_request"],
  ["\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 400, "invalid_request"],
  [`GET /sync HTTP/1.1\r\n${AUTHORIZED}X-Much: ${"x".repeat(100_000)}\r\n\r\n`, 431, "headers_too_large"],
  [`GET /sync HTTP/1.1\r\nX-Much: ${"x".repeat(limits.headerBytes)}\r\n\r\n`, 431, "headers_too_large"],
])("what is no request is answered with a code, and the daemon goes on: %j is %i", async (text, status, code) => {
  const { port, url } = await wired();
  const [head = "", body = ""] = (await raw(port, text)).split("\r\n\r\n");
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toMatch(/\r\nconnection: close\r\n/);
  const error: unknown = JSON.parse(body);
  expect(isProtocolError(error)).toBe(true);
  expect(error).toMatchObject({ code, status });
  expect((await call(url, "/health")).status).toBe(200);
});

test.each([
  ["a foreign origin", `${AUTHORIZED}`, "Origin: https://evil.example\r\n", 403],
  ["another token", `${AUTHORIZED}`, "Authorization: Bearer wrong\r\n", 401],
  ["the only token", "Host: localhost\r\n", `Authorization: Bearer ${TOKEN}\r\n`, 200],
])("P-S4 P-S5 %s counts, however many header fields stand before it", async (_, first, last, status) => {
  const { port } = await wired();
  const many = "a: b\r\n".repeat(2000);
  const answer = await raw(port, `GET /sync HTTP/1.1\r\n${first}${many}${last}Connection: close\r\n\r\n`);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
});

test("C016 chunks that are none are a 400 with a code, a 401 without the token, and no part of another answer", async () => {
  const { bench, port, url } = await wired();
  const { cursor } = await bench.sync();
  const chunked = "POST /turn/cancel HTTP/1.1\r\nTransfer-Encoding: chunked\r\n";
  for (const body of ["zz\r\n", "-1\r\n\r\n", "2\r\n{}0\r\n\r\n", "ffffffffffffffffff\r\n"]) {
    const refused = await raw(port, `${chunked}${AUTHORIZED}\r\n${body}`);
    expect(refused).toMatch(/^HTTP\/1\.1 400 [\s\S]*\r\nconnection: close\r\n[\s\S]*"code":"invalid_request"/i);
    expect(await raw(port, `${chunked}Host: localhost\r\n\r\n${body}`)).toMatch(/^HTTP\/1\.1 401 /);
    const wire = new Wire(port);
    await wire.write(`GET /events?after=${cursor} HTTP/1.1\r\n${AUTHORIZED}\r\n`);
    await wire.heard("event: heartbeat");
    await wire.write(`${chunked}${AUTHORIZED}\r\n${body}`);
    expect((await wire.closed()).match(/HTTP\/1\.1/g)?.length).toBe(1);
  }
  expect((await call(url, "/health")).status).toBe(200);
});

test("a command with garbage behind it is answered all the same", async () => {
  const { port, url } = await wired();
  const command = `POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: 2\r\n\r\n{}nonsense\r\n\r\n`;
  expect(await raw(port, command)).toMatch(/^HTTP\/1\.1 202 [\s\S]*"status":"admitted"[^}]*\}$/);
  expect((await call(url, "/health")).status).toBe(200);
});

test("garbage behind the request of a stream does not become a part of it", async () => {
  const { bench, port } = await wired();
  const { cursor } = await syncOf(bench.daemon.url);
  const wire = new Wire(port);
  await wire.write(`GET /events?after=${cursor} HTTP/1.1\r\n${AUTHORIZED}\r\n`);
  await wire.heard("event: heartbeat");
  await wire.write("nonsense\r\n\r\n");
  expect((await wire.closed()).match(/HTTP\/1\.1/g)?.length).toBe(1);
});

async function syncOf(url: string): Promise<{ readonly cursor: string }> {
  return JSON.parse((await call(url, "/sync")).text) as { readonly cursor: string };
}

test("C016 after a CONNECT nobody keeps the connection open", async () => {
  const { port } = await wired();
  const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => {
    socket.destroy();
  });
  socket.on("error", () => {});
  socket.on("data", () => {});
  socket.write("CONNECT evil.example:80 HTTP/1.1\r\nHost: evil.example\r\n\r\n");
  await new Promise((resolve) => socket.once("end", resolve));
  // Where nobody is there any more the system says so; else it takes what there is room for, and no more.
  let isTaken = true;
  while (isTaken) isTaken = await new Promise((resolve) => socket.write("x", (error) => resolve(!error)));
  expect(socket.destroyed).toBe(true);
});

test("HTTP/1.0 and HEAD, with the token", async () => {
  const { port } = await wired();
  expect(await raw(port, `GET /health HTTP/1.0\r\n${AUTHORIZED}\r\n`)).toMatch(
    /^HTTP\/1\.1 200 OK\r\n[\s\S]*"status":"ok"/,
  );
  const head = await raw(port, `HEAD /health HTTP/1.1\r\n${AUTHORIZED}Connection: close\r\n\r\n`);
  expect(head).toMatch(/^HTTP\/1\.1 405 [\s\S]*allow: GET[\s\S]*\r\n\r\n$/i);
  expect(await raw(port, `CONNECT /health HTTP/1.1\r\n${AUTHORIZED}\r\n`)).toMatch(/^HTTP\/1\.1 40[45] /);
});

test("C016 10 MB without the token: the answer comes, and with `Expect` nothing is asked for", async () => {
  const { url, port } = await wired();
  const body = new Uint8Array(10_000_000);
  const answer = await call(url, "/prompt", { method: "POST", body, headers: { authorization: "Bearer no" } });
  expect(answer.status).toBe(401);
  const wire = new Wire(port);
  await wire.write(
    "POST /prompt HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10000000\r\nExpect: 100-continue\r\n\r\n",
  );
  await wire.heard("401 Unauthorized");
  expect(wire.text).not.toContain("100 Continue");
});

test.each([
  ["C016 without the token", 401, "/prompt", "Host: localhost\r\n"],
  ["for a path that there is not", 404, "/nowhere", AUTHORIZED],
  ["for a body that is too long", 413, "/turn/cancel", AUTHORIZED],
])(
  "%s the answer %d comes at once, and what is still being sent is taken before the connection is closed",
  async (_, status, path, headers) => {
    const { port } = await wired();
    const wire = new Wire(port);
    const rest = new Uint8Array(20_000_000);
    const head = `POST ${path} HTTP/1.1\r\n${headers}Content-Length: ${rest.length + 1}\r\nConnection: close\r\n\r\n`;
    await wire.write(`${head}{`);
    await wire.heard(/"code":[\s\S]*\}/);
    expect(wire.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(await new Promise((resolve) => wire.socket.write(rest, resolve))).toBeFalsy();
    await wire.closed();
  },
);

test("413 comes before a body that says how long it is, and after as much as is taken of one that does not", async () => {
  const { url, port } = await wired();
  const wire = new Wire(port);
  const length = limits.promptBodyBytes + 1;
  await wire.write(`POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: ${length}\r\nExpect: 100-continue\r\n\r\n`);
  await wire.heard("413 Payload Too Large");
  expect(wire.text).not.toContain("100 Continue");
  const headers = { "transfer-encoding": "chunked" };
  const much = await call(url, "/turn/cancel", { method: "POST", body: new Uint8Array(3_000_000), headers });
  expect(much.status).toBe(413);
  const good = new Wire(port);
  await good.write(`POST /turn/cancel HTTP/1.1\r\n${AUTHORIZED}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`);
  await good.heard("100 Continue");
  await good.write("{}");
  await good.heard("turn_not_running");
});

test("bodies that break off, and requests one behind the other on one connection", async () => {
  const { url, port } = await wired();
  for (let each = 0; each < 5; each += 1) {
    const wire = new Wire(port);
    await wire.write(`POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: 20\r\n\r\n{"content":`);
    wire.socket.destroy();
  }
  const both = new Wire(port);
  const one = `GET /health HTTP/1.1\r\n${AUTHORIZED}\r\n`;
  await both.write(one + one.replace("/health", "/nowhere"));
  await both.heard(/200 OK[\s\S]*404 Not Found/);
  expect((await call(url, "/health")).status).toBe(200);
  expect(JSON.parse((await call(url, "/history")).text)).toMatchObject({ total_items: 0 });
});

test("C077 readers that break off at any byte of the answer leave nothing behind", async () => {
  const { bench, url, port } = await wired();
  const { cursor } = await syncOf(url);
  await call(url, "/prompt", { method: "POST", body: '{"content":"three blind mice"}' });
  const idle = bench.clock.waiting;
  const whole = new Wire(port);
  await whole.write(`GET /events?after=${cursor} HTTP/1.1\r\n${AUTHORIZED}\r\n`);
  await whole.heard("turn_finished");
  whole.socket.destroy();
  const roll = dice(7);
  for (let each = 0; each < cases(200); each += 1) {
    const bytes = roll(whole.text.length + 200);
    const text = `GET /events?after=${cursor} HTTP/1.1\r\n${AUTHORIZED}\r\n`;
    const wire = new Wire(port);
    if (bytes < text.length) await wire.write(text.slice(0, bytes));
    else {
      await wire.write(text);
      while (wire.text.length < bytes - text.length && wire.text.length < whole.text.length)
        await wire.heard(new RegExp(`^[\\s\\S]{${wire.text.length + 1}}`));
    }
    if (each % 2 === 0) wire.socket.resetAndDestroy();
    else wire.socket.destroy();
  }
  // Told by the system one after the other.
  while (bench.clock.waiting > idle) await settled(1);
  expect(bench.clock.waiting).toBe(idle);
});

test("stopping waits for nobody who only keeps a connection", async () => {
  const { bench, url } = await wired();
  const { cursor } = await syncOf(url);
  const agent = new Agent({ keepAlive: true });
  const kept = (path: string): Promise<string> =>
    new Promise((resolve, reject) => {
      const asked = request(`${url}${path}`, { agent, headers: { authorization: `Bearer ${TOKEN}` } }, (response) => {
        let text = "";
        response.on("data", (chunk) => {
          text += String(chunk);
        });
        response.on("end", () => resolve(text));
      });
      asked.on("error", reject);
      asked.end();
    });
  await kept("/health");
  const stream = kept(`/events?after=${cursor}`);
  const idle = new Wire(Number(new URL(url).port));
  await idle.write("GET /hea");
  await settled();
  await call(url, "/terminate", { method: "POST" });
  expect(await stream).toContain("session_stopping");
  let isOver = false;
  void bench.daemon.stopped.then(() => {
    isOver = true;
  });
  // Half a request has a second to become a whole one.
  while (bench.clock.next !== 1000) await settled(1);
  expect(isOver).toBe(false);
  bench.clock.pass(1000);
  await bench.daemon.stopped;
  agent.destroy();
});

test("C050 C049 C033 readers that come at any moment of a long answer, some of them slow: each gets exactly what came after its cursor", async () => {
  const pieces = Array.from({ length: 240 }, (_, at) => String(at).padEnd(limits.deltaBytes, "."));
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    for (const piece of pieces) {
      await one.send(delta(piece));
      await settled(2);
    }
    await one.send(`${finish()}${DONE}`);
    one.end();
  });
  const { bench, port } = await wired({ config: single(`${server.url}/v1`) });
  const whole = await bench.follow();
  const turns = cases(3);
  const readers: { readonly wire: Wire; readonly cursor: string }[] = [];
  const attach = async (): Promise<void> => {
    const { cursor } = await bench.sync();
    const wire = new Wire(port);
    await wire.write(`GET /events?after=${cursor} HTTP/1.1\r\n${AUTHORIZED}Accept: application/x-ndjson\r\n\r\n`);
    if (readers.length % 3 === 0) wire.socket.pause();
    readers.push({ wire, cursor });
  };
  for (let turn = 0; turn < turns; turn += 1) {
    await bench.post("/prompt", { content: "go" });
    while ((await bench.sync()).busy) {
      if (readers.length < Math.min(80, 25 * (turn + 1))) await attach();
      // Frames go out at the end of a turn.
      bench.clock.pass(0);
      await settled(1);
    }
  }
  bench.clock.pass(0);
  await settled();
  const { records } = whole;
  expect(records.length).toBeGreaterThan(240 * turns);
  const last = records.at(-1)?.cursor ?? "";
  for (const { wire, cursor } of readers) {
    wire.socket.resume();
    await wire.heard(`"cursor":"${last}"`);
    await wire.heard(/\n\r\n$/);
    const after = records.slice(records.findIndex((record) => record.cursor === cursor) + 1);
    expect(recordsIn(wire.text)).toEqual(after);
  }
  expect(readers.length).toBeGreaterThan(3);
});

/** Records of an answer in chunks. */
function recordsIn(answer: string): readonly unknown[] {
  let rest = Buffer.from(answer.slice(answer.indexOf("\r\n\r\n") + 4), "latin1");
  const body: Uint8Array[] = [];
  for (let end = rest.indexOf("\r\n"); end > 0; end = rest.indexOf("\r\n")) {
    const length = Number.parseInt(rest.subarray(0, end).toString(), 16);
    body.push(rest.subarray(end + 2, end + 2 + length));
    rest = rest.subarray(end + 4 + length);
  }
  return Buffer.concat(body)
    .toString()
    .split("\n")
    .filter((line) => line !== "")
    .flatMap((line) => (JSON.parse(line) as { readonly records?: readonly unknown[] }).records ?? []);
}
