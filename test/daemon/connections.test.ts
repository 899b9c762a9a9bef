/** P-S58: connections that say nothing, or stop saying something, cost the others nothing. Time is the test's; sockets are counted. */
import { connect, Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { nodeListen, Strangers } from "../../src/agent/machine/node/listen.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { HandClock } from "../ports/hand-clock.js";
import { settled } from "./bench.js";
import { AUTHORIZED, call, Wire, wired } from "./wire.js";

const PROMPT = `POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: 100\r\n\r\n{"cont`;

/** A socket that neither reads nor closes. */
class Mute {
  isOver = false;
  readonly #socket: Socket;
  readonly #open: Promise<unknown>;

  constructor(port: number, text: string, over: () => void = () => {}) {
    this.#socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    onTestFinished(() => {
      this.#socket.destroy();
    });
    const end = (): void => {
      if (!this.isOver) over();
      this.isOver = true;
    };
    this.#open = new Promise<void>((resolve) => {
      this.#socket.once("connect", () => (text === "" ? resolve() : this.#socket.write(text, () => resolve())));
      this.#socket.once("error", () => resolve());
    });
    for (const event of ["end", "error", "close"]) this.#socket.on(event, end);
  }

  async opened(): Promise<this> {
    await this.#open;
    return this;
  }

  /** Resolves when the other side is there no more: whatever is sent then is refused. */
  async refused(): Promise<void> {
    this.#socket.resume();
    let isTaken = true;
    while (isTaken) {
      // What the system takes at once lets nobody else run.
      await settled(1);
      isTaken = await new Promise((resolve) => this.#socket.write("x", (error) => resolve(!error)));
    }
  }
}

test("2,200 sockets without a token that never finish a request: whoever has it gets in at once, and 256 of them stay", async () => {
  const { port, url } = await wired();
  const count = 2200;
  let over = 0;
  let tell = (): void => {};
  const one = (text: string): Mute =>
    new Mute(port, text, () => {
      over += 1;
      tell();
    });
  for (let at = 0; at < count; at += 100) {
    const some = Array.from({ length: 100 }, (_, each) => one(each % 2 === 0 ? "" : "GET /health HTTP/1.1\r\nX-"));
    await Promise.all(some.map((mute) => mute.opened()));
  }
  expect((await call(url, "/health")).status).toBe(200);
  await new Promise<void>((resolve) => {
    tell = () => over >= count - limits.strangers && resolve();
    tell();
  });
  expect(over).toBeLessThanOrEqual(count - limits.strangers + 1);
});

test("of many that come at once those go that bring no token: what they bring is read first", async () => {
  const strangers = new Strangers(2);
  const [first, ...others] = Array.from({ length: 5 }, () => new Socket());
  if (first === undefined) throw new Error();
  for (const socket of [first, ...others]) strangers.add(socket);
  expect(others.some(({ destroyed }) => destroyed)).toBe(false);
  setImmediate(() => strangers.know(first));
  await settled();
  expect([first, ...others].map(({ destroyed }) => destroyed)).toEqual([false, true, true, false, false]);
});

test("those who have shown the token are no strangers: they stay however many come", async () => {
  const { bench, port } = await wired();
  const { cursor } = await bench.sync();
  const reader = new Wire(port);
  await reader.write(`GET /events?after=${cursor} HTTP/1.1\r\n${AUTHORIZED}\r\n`);
  await reader.heard("event: heartbeat");
  const kept = new Wire(port);
  await kept.write(`GET /health HTTP/1.1\r\n${AUTHORIZED}\r\n`);
  await kept.heard('"status":"ok"');
  const strangers = Array.from({ length: limits.strangers + 20 }, () => new Mute(port, ""));
  await Promise.all(strangers.map((stranger) => stranger.opened()));
  await kept.write(`GET /nowhere HTTP/1.1\r\n${AUTHORIZED}\r\n`);
  await kept.heard("404 Not Found");
  await bench.post("/prompt", { content: "hello" });
  bench.clock.pass(0);
  await reader.heard("turn_finished");
});

test.each([
  ["garbage", "nonsense\r\n\r\n"],
  ["too much", `GET / HTTP/1.1\r\nX: ${"x".repeat(limits.headerBytes)}`],
])("a socket that sends %s, gets its answer and keeps still is destroyed", async (_, text) => {
  const { port } = await wired();
  await (await new Mute(port, text).opened()).refused();
});

test("a head that does not come to its end is a 408 with a code", async () => {
  const answering = {
    answer: (): void => expect.unreachable(),
    unreadable: (problem: string) => ({ status: 408, headers: [], text: problem }),
  };
  const listener = await nodeListen(
    {
      ...{ host: "127.0.0.1", port: 0, clock: new HandClock(), headerTimeout: 1, headerBytes: 1000 },
      ...{ bodyTimeout: 1, bodyTime: 1, bodyPace: 1 },
      ...{ strangers: 4, connections: 4 },
    },
    answering,
  );
  onTestFinished(() => listener.close(true));
  const port = Number(new URL(listener.url).port);
  for (const text of ["GET /health HTTP/1.1\r\nX-", ""]) {
    const wire = new Wire(port);
    await wire.write(text);
    expect(await wire.closed()).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n[\s\S]*\r\n\r\nslow$/);
  }
});

test("70 bodies that stop: health, cancel and terminate are answered, and after ten seconds of silence everything is", async () => {
  const { bench, port, url } = await wired();
  const wires = Array.from({ length: 70 }, () => new Wire(port));
  for (const wire of wires) await wire.write(PROMPT);
  while (wires.filter(({ text }) => text.includes("overloaded")).length < 70 - limits.requests) await settled(1);
  expect((await call(url, "/sync")).status).toBe(503);
  expect((await call(url, "/health")).status).toBe(200);
  expect((await call(url, "/turn/cancel", { method: "POST" })).status).toBe(409);
  bench.clock.pass(limits.bodyTimeout);
  const answers = await Promise.all(wires.map((wire) => wire.closed()));
  const silent = answers.filter((answer) => /^HTTP\/1\.1 408 [\s\S]*"code":"request_timeout"/.test(answer));
  expect(silent).toHaveLength(limits.requests);
  expect((await call(url, "/sync")).status).toBe(200);
  expect((await call(url, "/terminate", { method: "POST" })).status).toBe(202);
});

test("a body that comes slowly is waited for, as long as something of it comes and a minute is not over", async () => {
  const { bench, port } = await wired();
  const wire = new Wire(port);
  const body = '{"content":"hello"}';
  await wire.write(`POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: ${body.length}\r\n\r\n`);
  const idle = bench.clock.waiting;
  while (bench.clock.waiting === idle) await settled(1);
  for (const letter of body.slice(0, -1)) {
    bench.clock.pass(limits.bodyTime / body.length);
    await wire.write(letter);
    await settled(50);
  }
  await wire.write("}");
  await wire.heard("202 Accepted");
});

const CHUNKED = `POST /prompt HTTP/1.1\r\n${AUTHORIZED}Transfer-Encoding: chunked\r\n\r\n`;

test.each<[string, string, (count: number) => string]>([
  ["with a length", PROMPT, () => " "],
  ["in chunks", CHUNKED, () => "1\r\n \r\n"],
  ["that is thrown away", PROMPT.replace("/prompt", "/nowhere"), () => " "],
])("a body of one byte every four seconds %s ends after a minute", async (_, head, piece) => {
  const { bench, port, url } = await wired();
  const wires = Array.from({ length: limits.requests }, () => new Wire(port));
  for (const wire of wires) await wire.write(head);
  await settled(50);
  for (let each = 0; each < 16; each += 1) {
    for (const wire of wires) await wire.write(piece(each));
    await settled(50);
    bench.clock.pass(4000);
    await settled(50);
  }
  const answers = await Promise.all(wires.map((wire) => wire.closed()));
  expect(new Set(answers.map((answer) => answer.slice(9, 12)))).toEqual(
    new Set([head.includes("nowhere") ? "404" : "408"]),
  );
  expect((await call(url, "/sync")).status).toBe(200);
});

test("a long body at 64 kB a second comes to its end, and one at half of that does not", async () => {
  const { bench, port } = await wired();
  const body = JSON.stringify({ content: "x".repeat(8_000_000) });
  for (const [pace, answer] of [
    [limits.bodyPace, "202 Accepted"],
    [limits.bodyPace / 2, "408 Request Timeout"],
  ] as const) {
    const wire = new Wire(port);
    await wire.write(`POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: ${body.length}\r\n\r\n`);
    for (let at = 0; at < body.length && !wire.text.includes("408"); at += pace) {
      await wire.write(body.slice(at, at + pace));
      await settled(30);
      bench.clock.pass(1000);
    }
    await wire.heard(`HTTP/1.1 ${answer}`);
  }
});

test.each<[string, number, string]>([
  ["many short headers", 431, Array.from({ length: 2500 }, (_, index) => `X${index}: y\r\n`).join("")],
  ["one long header", 431, `X: ${"y".repeat(limits.headerBytes)}\r\n`],
  ["headers that fit", 200, `X: ${"y".repeat(limits.headerBytes - 300)}\r\n`],
])("the head is counted whole: %s are %i", async (_, status, more) => {
  const { port } = await wired();
  const wire = new Wire(port);
  await wire.write(`GET /health HTTP/1.1\r\n${AUTHORIZED}Connection: close\r\n${more}\r\n`);
  expect((await wire.closed()).slice(9, 12)).toBe(String(status));
});

test("a head that is too long only as a whole is 431 with a code, with a body behind it too", async () => {
  const { port } = await wired();
  const more = Array.from({ length: 2500 }, (_, index) => `X${index}: y\r\n`).join("");
  const wire = new Wire(port);
  await wire.write(`POST /prompt HTTP/1.1\r\n${AUTHORIZED}${more}Content-Length: 5\r\n\r\nhello`);
  expect(await wire.closed()).toMatch(/^HTTP\/1\.1 431 [\s\S]*"code":"headers_too_large"/);
});

test.each([
  ["without the token", 401, "/prompt", "Host: localhost\r\n"],
  ["for a path that there is not", 404, "/nowhere", AUTHORIZED],
  ["for a body that says that it is too long", 413, "/turn/cancel", AUTHORIZED],
])(
  "%s a body that stops is answered with %i at once, and its socket is destroyed after ten seconds",
  async (_, status, path, headers) => {
    const { bench, port } = await wired();
    for (const connection of ["close", "keep-alive"]) {
      const wire = new Wire(port);
      await wire.write(
        `POST ${path} HTTP/1.1\r\n${headers}Content-Length: 20000000\r\nConnection: ${connection}\r\n\r\n{`,
      );
      await wire.heard(/"code":[\s\S]*\}/);
      expect(wire.text).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(wire.isClosed).toBe(false);
      bench.clock.pass(limits.bodyTimeout);
      await wire.closed();
    }
  },
);

test("a caller that half-closes its connection is answered", async () => {
  const { port } = await wired();
  const body = '{"content":"hello"}';
  for (const [request, answer] of [
    [`POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: ${body.length}\r\n\r\n${body}`, "202 Accepted"],
    [`GET /health HTTP/1.1\r\n${AUTHORIZED}\r\n`, "200 OK"],
    [`GET /health HTTP/1.1\r\n${AUTHORIZED}\r\nGET /nowhere HTTP/1.1\r\n${AUTHORIZED}\r\n`, "404 Not Found"],
    [`POST /prompt HTTP/1.1\r\n${AUTHORIZED}Content-Length: 100\r\n\r\n{`, "400 Bad Request"],
  ] as const) {
    const wire = new Wire(port);
    wire.socket.end(request);
    expect(await wire.closed()).toContain(`HTTP/1.1 ${answer}`);
  }
});

test("a stream whose reader half-closes has no reader any more", async () => {
  const { bench, port } = await wired();
  const { cursor } = await bench.sync();
  const wire = new Wire(port);
  await wire.write(`GET /events?after=${cursor} HTTP/1.1\r\n${AUTHORIZED}\r\n`);
  await wire.heard("event: heartbeat");
  wire.socket.end();
  await wire.closed();
});
