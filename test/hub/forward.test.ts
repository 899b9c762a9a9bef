/** Requests that are passed on, against a server of which a test writes every byte: what is an answer, what is none, and which connection carries the next request. */
import { expect, test } from "vitest";
import { nodeForward } from "../../src/agent/machine/node/forward.js";
import { type Scripted, scripted } from "./proxied.js";

const HEAD_END = "\r\n\r\n";

interface Asking {
  readonly method?: string;
  readonly reuse?: boolean;
  readonly headers?: readonly (readonly [string, string])[];
}

/** The status with the body, `cut` for a body that breaks off, or the failure. */
function ask({ url }: Scripted, { method = "GET", reuse = false, headers = [] }: Asking = {}): Promise<string> {
  return new Promise((resolve) => {
    const forwarding = nodeForward(
      { url, method, target: "/x", headers, reuse },
      {
        connected() {},
        drained() {},
        answered(answer) {
          let body = "";
          answer.read({
            take(bytes) {
              body += Buffer.from(bytes).toString("latin1");
              return true;
            },
            end: (last) => resolve(`${answer.status} ${body}${Buffer.from(last).toString("latin1")}`),
            fail: () => resolve("cut"),
          });
        },
        failed: resolve,
      },
    );
    forwarding.end();
  });
}

/** A server that gives one answer to each request. */
const always = (answer: string): Promise<Scripted> =>
  scripted((socket, heard) => {
    if (heard.endsWith(HEAD_END)) socket.write(answer, "latin1");
  });

const OK = "HTTP/1.1 200 OK\r\n";
const BIG = "x".repeat(17_000);

test.each([
  ["a length", `${OK}Content-Length: 2\r\n\r\nok`, "200 ok"],
  [
    "chunks, extensions and trailers",
    `${OK}Transfer-Encoding: Chunked\r\n\r\n1;a=b\r\no\r\n1\r\nk\r\n0\r\nT: x\r\n\r\n`,
    "200 ok",
  ],
  ["no reason", "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n", "200 "],
  ["a head before its own", `HTTP/1.1 103 Early\r\nLink: x\r\n\r\n${OK}Content-Length: 2\r\n\r\nok`, "200 ok"],
  ["204, which has no body", "HTTP/1.1 204 No\r\n\r\n", "204 "],
])("an answer with %s", async (_, bytes, expected) => {
  expect(await ask(await always(bytes))).toBe(expected);
});

test.each([
  ["both lengths", `${OK}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`],
  ["two lengths", `${OK}Content-Length: 2\r\nContent-Length: 2\r\n\r\nok`],
  ["a list of lengths", `${OK}Content-Length: 2, 2\r\n\r\nok`],
  ["a signed length", `${OK}Content-Length: +2\r\n\r\nok`],
  ["another coding", `${OK}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`],
  ["no length", `${OK}\r\nok`],
  ["a continued line", `${OK}X: a\r\n b\r\nContent-Length: 2\r\n\r\nok`],
  ["a space before the colon", `${OK}Content-Length : 2\r\n\r\nok`],
  ["a line end of its own", `${OK}X: a\nContent-Length: 2\r\n\r\nok`],
  ["a carriage return in a value", `${OK}X: a\rb\r\nContent-Length: 2\r\n\r\nok`],
  ["a zero byte", `${OK}X: a\0b\r\nContent-Length: 2\r\n\r\nok`],
  ["a line without a name", `${OK}: a\r\nContent-Length: 2\r\n\r\nok`],
  ["another version", "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok"],
  ["no status", "HTTP/1.1 20 OK\r\nContent-Length: 2\r\n\r\nok"],
  ["another protocol", "HTTP/1.1 101 Switching\r\nUpgrade: x\r\n\r\n"],
  ["a long head", `${OK}X: ${BIG}\r\nContent-Length: 2\r\n\r\nok`],
  ["a head without an end", `${OK}X: ${BIG}`],
  ["endless heads before its own", `${"HTTP/1.1 103 E\r\n\r\n".repeat(9)}${OK}Content-Length: 0\r\n\r\n`],
])("an answer with %s is none, and its connection ends", async (_, bytes) => {
  const server = await always(bytes);
  expect(await ask(server, { reuse: true })).toBe("broken");
  const [socket] = server.sockets;
  if (socket?.closed === false) await new Promise((resolve) => socket.once("close", resolve));
});

test.each([
  ["zz\r\nok\r\n0\r\n\r\n"],
  ["2\nok\r\n0\r\n\r\n"],
  ["2\r\nokay\r\n0\r\n\r\n"],
  ["-2\r\nok\r\n0\r\n\r\n"],
  ["0x2\r\nok\r\n0\r\n\r\n"],
  ["2 \r\nok\r\n0\r\n\r\n"],
  ["1ffffffffffffffff\r\nok"],
  [`2;${BIG}\r\nok\r\n0\r\n\r\n`],
  ["0\r\nno trailer\r\n\r\n"],
  [`0\r\nX: ${BIG}\r\n\r\n`],
])("chunks %# break off", async (chunks) => {
  expect(await ask(await always(`${OK}Transfer-Encoding: chunked\r\n\r\n${chunks}`), { reuse: true })).toBe("cut");
});

test.each([
  ["a length", "GET", `${OK}Content-Length: 2\r\n\r\nok!`, "200 ok"],
  ["chunks", "GET", `${OK}Transfer-Encoding: chunked\r\n\r\n2\r\nok\r\n0\r\n\r\nHTTP/1.1 200 OK\r\n\r\n`, "200 ok"],
  ["no body", "GET", "HTTP/1.1 204 No\r\n\r\nbody", "204 "],
  ["an answer to HEAD", "HEAD", `${OK}Content-Length: 2\r\n\r\nok`, "200 "],
])("bytes after the end of %s answer nothing, and end the connection", async (_, method, bytes, expected) => {
  const server = await always(bytes);
  for (const _again of [1, 2]) expect(await ask(server, { method, reuse: true })).toBe(expected);
  expect(server.sockets).toHaveLength(2);
});

test("an answer to HEAD has a length and no body", async () => {
  const server = await always(`${OK}Content-Length: 2\r\n\r\n`);
  expect(await ask(server, { method: "HEAD", reuse: true })).toBe("200 ");
  expect(await ask(server, { method: "HEAD", reuse: true })).toBe("200 ");
  expect(server.sockets).toHaveLength(1);
});

test("a connection carries the next request only when both agree", async () => {
  const server = await always(`${OK}Content-Length: 2\r\n\r\nok`);
  for (const reuse of [true, true, false, false]) expect(await ask(server, { reuse })).toBe("200 ok");
  expect(server.sockets).toHaveLength(3);
  expect(server.heard.map((text) => text.includes("connection: close"))).toEqual([false, true, true]);
  const closes = await always(`${OK}Connection: close\r\nContent-Length: 2\r\n\r\nok`);
  for (const reuse of [true, true]) expect(await ask(closes, { reuse })).toBe("200 ok");
  expect(closes.sockets).toHaveLength(2);
});

test("a free connection on which a server speaks carries nothing more", async () => {
  const server = await always(`${OK}Content-Length: 2\r\n\r\nok`);
  expect(await ask(server, { reuse: true })).toBe("200 ok");
  const [socket] = server.sockets;
  const gone = new Promise((resolve) => socket?.once("close", resolve));
  socket?.write(`${OK}Content-Length: 3\r\n\r\nbad`);
  await gone;
  expect(await ask(server, { reuse: true })).toBe("200 ok");
  expect(server.sockets).toHaveLength(2);
});

test("an end before the answer is stale on a connection of before, and broken on a new one", async () => {
  const server = await scripted((socket, heard) => {
    if (heard.split(HEAD_END).length > 2) socket.destroy();
    else socket.write(`${OK}Content-Length: 2\r\n\r\nok`);
  });
  expect(await ask(server, { reuse: true })).toBe("200 ok");
  expect(await ask(server, { reuse: true })).toBe("stale");
  expect(await ask(await scripted((socket) => socket.end()))).toBe("broken");
  expect(await ask({ url: "http://127.0.0.1:1", heard: [], sockets: [] })).toBe("refused");
});

test.each([[["x", "a\r\nb: c"]], [["x\r\ny", "a"]], [["x", "a\nb"]], [["x", "a\0"]], [["x", "ā"]]] as const)(
  "a header %j is never sent",
  async (header) => {
    const server = await always("");
    expect(() =>
      nodeForward(
        { url: server.url, method: "GET", target: "/", headers: [header], reuse: false },
        { connected() {}, drained() {}, answered() {}, failed() {} },
      ),
    ).toThrow();
    expect(server.sockets).toHaveLength(0);
  },
);
