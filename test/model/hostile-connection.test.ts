/** A kept connection whose server does what no server should: the next request never hears of it. */
import { type AddressInfo, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { settled } from "../daemon/bench.js";
import { configOf, HELLO, heard, single, targetIn } from "./asking.js";
import { DONE, delta, finish } from "./server.js";

const body = (text: string): string => delta(text) + finish() + DONE;

const head = (more: string): string => `HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\n${more}\r\n`;

const whole = (text: string, more = ""): string =>
  `${head(`content-length: ${Buffer.byteLength(body(text))}\r\n${more}`)}${body(text)}`;

const chunk = (text: string): string => `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;

interface Raw {
  readonly ask: () => ReturnType<typeof heard>;
  readonly sockets: readonly Socket[];
  readonly open: () => number;
}

/** `answer` is called for each request, with its number from 1 on. */
async function raw(answer: (socket: Socket, number: number) => unknown): Promise<Raw> {
  const sockets: Socket[] = [];
  let number = 0;
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.push(socket);
    let text = "";
    socket.on("error", () => undefined);
    socket.on("data", (data: Uint8Array) => {
      text += Buffer.from(data).toString();
      const length = /content-length: (\d+)/.exec(text)?.[1];
      const end = text.indexOf("\r\n\r\n");
      if (end < 0 || text.length < end + 4 + Number(length)) return;
      text = "";
      number += 1;
      answer(socket, number);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const target = targetIn(await configOf(single(`http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`)));
  return {
    sockets,
    open: () => sockets.filter(({ destroyed }) => !destroyed).length,
    ask: async () => {
      const told = await heard(target, HELLO);
      await settled();
      return told;
    },
  };
}

const one = (socket: Socket): unknown => socket.write(whole("one"));

const chunked = (socket: Socket): unknown =>
  socket.write(`${head("transfer-encoding: chunked\r\n")}${chunk(body("one"))}`);

/** The first answer, and what comes when it has been read. */
test.each<[string, (socket: Socket) => unknown, ((socket: Socket) => unknown)?]>([
  ["a second answer in the same packet", (socket) => socket.write(whole("one") + whole("POISON"))],
  ["a second answer a moment later", one, (socket) => socket.write(whole("POISON"))],
  ["junk a moment later", one, (socket) => socket.write("junk\r\n\r\n")],
  ["the end of its side", (socket) => socket.end(whole("one"))],
  ["the end of its side a moment later", one, (socket) => socket.end()],
  ["a reset a moment later", one, (socket) => socket.resetAndDestroy()],
  ["more events after the last", chunked, (socket) => socket.write(`${chunk(body("POISON"))}0\r\n\r\n`)],
  ["a body without a length that ends", (socket) => socket.end(`${head("")}${body("one")}`)],
])("%s", async (_, first, later = () => undefined) => {
  const { ask, sockets } = await raw((socket, number) => (number === 1 ? first(socket) : socket.write(whole("two"))));
  expect((await ask()).text).toBe("one");
  for (const socket of sockets) later(socket);
  await settled();
  expect(await ask()).toMatchObject({ text: "two" });
});

test("an answer that never ends after its last event is cut, and its connection is no other's", async () => {
  const { ask, sockets } = await raw((socket, number) => {
    if (number > 1) return void socket.write(whole("two"));
    socket.write(`${head("transfer-encoding: chunked\r\n")}${chunk(body("one"))}`);
    const more = setInterval(
      () => (socket.destroyed ? clearInterval(more) : socket.write(chunk("x".repeat(65536)))),
      1,
    );
    onTestFinished(() => clearInterval(more));
  });
  const closed = (): Promise<void> => new Promise((resolve) => sockets[0]?.once("close", () => resolve()));
  expect((await ask()).text).toBe("one");
  const over = closed();
  expect((await ask()).text).toBe("two");
  await over;
});

test("500 requests, some of which fail, leave few connections", async () => {
  const { ask, open } = await raw((socket, number) => {
    if (number % 7 === 0) return socket.destroy();
    if (number % 5 === 0) return socket.write("HTTP/1.1 429 No\r\ncontent-length: 2\r\n\r\n{}");
    if (number % 11 === 0) return socket.end(whole("x"));
    return socket.write(whole("x"));
  });
  for (let number = 0; number < 500; number += 1) await ask();
  expect(open()).toBeLessThanOrEqual(3);
});
