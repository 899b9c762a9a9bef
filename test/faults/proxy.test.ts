/** The fault proxy on real sockets: which bytes come through it, when connections end, and what its command line refuses. */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { dice } from "../ports/chance.js";
import { type Faults, faultProxy } from "./proxy.js";

/** A server that sends the same answer for each connection, and then what it is sent. */
async function server(answer: Uint8Array): Promise<{ readonly url: string; readonly sockets: ReadonlySet<Socket> }> {
  const sockets = new Set<Socket>();
  const one = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
    socket.write(answer);
    socket.pipe(socket);
  });
  await new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    one.close();
  });
  return { url: `http://127.0.0.1:${(one.address() as AddressInfo).port}`, sockets };
}

async function through(answer: Uint8Array, faults: Faults, seed = 1) {
  const { url, sockets } = await server(answer);
  const proxy = await faultProxy({ target: url, seed, faults: () => faults });
  onTestFinished(() => proxy.close());
  return { proxy, sockets };
}

/** All that comes of a connection until its end; what is sent first is half-closed after it. */
async function bytesOf(url: string, sent?: Uint8Array): Promise<Uint8Array> {
  const socket = opened(url);
  if (sent !== undefined) socket.end(sent);
  const chunks: Uint8Array[] = [];
  for await (const chunk of socket) chunks.push(chunk as Uint8Array);
  return Buffer.concat(chunks);
}

function opened(url: string): Socket {
  const { hostname, port } = new URL(url);
  const socket = connect({ host: hostname, port: Number(port), allowHalfOpen: true });
  onTestFinished(() => {
    socket.destroy();
  });
  return socket;
}

function bytes(count: number): Uint8Array {
  const roll = dice(count);
  return Uint8Array.from({ length: count }, () => roll(256));
}

test.each<Faults>([{}, { slice: 1 }, { slice: 7, latency: 1 }])(
  "%j: all bytes come through, both ways and in order",
  async (faults) => {
    const [answer, sent] = [bytes(3000), bytes(2000)];
    const { proxy, sockets } = await through(answer, faults);
    expect(Buffer.concat([answer, sent]).equals(await bytesOf(proxy.url, sent))).toBe(true);
    await proxy.close();
    expect(proxy.open()).toBe(0);
    while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
  },
);

test("a large answer comes through a reader that takes its time", async () => {
  const answer = bytes(3_000_000);
  const { proxy } = await through(answer, {});
  const socket = opened(proxy.url);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of socket) {
    chunks.push(chunk as Uint8Array);
    length += (chunk as Uint8Array).length;
    if (length === answer.length) break;
    await new Promise((resolve) => setImmediate(resolve));
  }
  expect(Buffer.concat(chunks).equals(answer)).toBe(true);
});

test.each([0, 1, 2, 2999, 3000])("a connection that is cut after %i bytes ends after exactly these", async (after) => {
  const answer = bytes(3000);
  const { proxy, sockets } = await through(answer, { stop: { how: "cut", after } });
  const heard = await bytesOf(proxy.url);
  expect(heard.length).toBe(after);
  expect(Buffer.from(answer.subarray(0, after)).equals(heard)).toBe(true);
  while (sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
});

test("random cuts are the same for a seed, and others for another", async () => {
  const answer = bytes(200_000);
  const lengths = async (seed: number): Promise<readonly number[]> => {
    const { proxy } = await through(answer, { stop: { how: "cut", after: "random" } }, seed);
    const found: number[] = [];
    for (let connection = 0; connection < 12; connection += 1) found.push((await bytesOf(proxy.url)).length);
    return found;
  };
  const first = await lengths(7);
  expect(await lengths(7)).toEqual(first);
  expect(await lengths(8)).not.toEqual(first);
  expect(new Set(first).size).toBeGreaterThan(4);
});

test("a black hole keeps the connection and passes nothing on, until the client goes", async () => {
  const { proxy, sockets } = await through(bytes(3000), { stop: { how: "hold", after: 10 } });
  const socket = opened(proxy.url);
  const heard: number[] = [];
  socket.on("data", (chunk: Uint8Array) => heard.push(chunk.length));
  let isEnded = false;
  socket.on("end", () => {
    isEnded = true;
  });
  await once(socket, "data");
  socket.write("more");
  // A second connection has its whole turn meanwhile.
  const other = opened(proxy.url);
  await once(other, "data");
  for (const one of sockets) one.end();
  while ([...sockets].some(({ writableFinished }) => !writableFinished))
    await new Promise((resolve) => setImmediate(resolve));
  expect(heard.reduce((sum, length) => sum + length, 0)).toBe(10);
  expect(isEnded).toBe(false);
  socket.destroy();
  other.destroy();
  while (proxy.open() > 0 || sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
});

test("a black hole that begins after the client has half-closed its connection ends it", async () => {
  const { proxy, sockets } = await through(bytes(3000), { stop: { how: "hold", after: 3001 } });
  expect((await bytesOf(proxy.url, bytes(2))).length).toBe(3001);
  while (proxy.open() > 0 || sockets.size > 0) await new Promise((resolve) => setImmediate(resolve));
  expect(proxy.held()).toBe(1);
});

test("a server that is not there ends the connection", async () => {
  const proxy = await faultProxy({ target: "http://127.0.0.1:1", faults: () => ({}) });
  onTestFinished(() => proxy.close());
  expect((await bytesOf(proxy.url)).length).toBe(0);
});

const ARGS = ["test/faults/run.js"];

test.each([
  [[], "--target URL is missing"],
  [["--target", "https://127.0.0.1:1"], "--target takes the address of a server on this machine"],
  [["--target", "http://example.com"], "--target takes the address of a server on this machine"],
  [["--target", "http://127.0.0.1:1", "--listen", "0.0.0.0:0"], "--listen takes a loopback address"],
  [["--target", "http://127.0.0.1:1", "--listen", "127.0.0.1:70000"], "--listen takes a loopback address"],
  [["--target", "http://127.0.0.1:1", "--slice", "0"], "--slice takes a whole number from 1 to 65536"],
  [["--target", "http://127.0.0.1:1", "--latency", "soon"], "--latency takes a whole number"],
  [["--target", "http://127.0.0.1:1", "--cut", "-1"], "--cut"],
  [["--target", "http://127.0.0.1:1", "--cut", "1", "--black-hole"], "exclude each other"],
  [["--target", "http://127.0.0.1:1", "--one-in", "0"], "--one-in takes a whole number from 1"],
  [["--target", "http://127.0.0.1:1", "--what"], "--what"],
  [["http://127.0.0.1:1"], "http://127.0.0.1:1"],
])("%j is refused with a sentence and exit code 2", (args, sentence) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...ARGS, ...args], { encoding: "utf8" });
  expect(stderr).toContain(`faults: `);
  expect(stderr).toContain(sentence);
  expect(stderr.trim().split("\n")).toHaveLength(1);
  expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
});

test("the command prints its address, serves until it is ended, and leaves no connection", async () => {
  const answer = bytes(100);
  const { url } = await server(answer);
  const child = spawn(process.execPath, [...ARGS, "--target", url, "--cut", "60", "--slice", "1"], { stdio: "pipe" });
  onTestFinished(() => {
    child.kill("SIGKILL");
  });
  const [line] = (await once(child.stdout, "data")) as [Uint8Array];
  const address = Buffer.from(line).toString().trim();
  expect(address).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(Buffer.from(answer.subarray(0, 60)).equals(await bytesOf(address))).toBe(true);
  const waiting = opened(address);
  await once(waiting, "data");
  child.kill("SIGTERM");
  const [code] = await once(child, "exit");
  expect(code).toBe(0);
  expect(await text(child.stderr)).toBe("");
});
