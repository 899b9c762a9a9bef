/** `fetch` over the port for connections: what goes out, what comes back, and when it ends. */
import { expect, test } from "vitest";
import { ConnectError } from "../../src/agent/machine/interfaces/connect.js";
import { nodeConnect } from "../../src/agent/machine/node/connect.js";
import { connectFetch, type Fetch } from "../../src/agent/session/mcp/connect-fetch.js";
import { answerOf, gate, modelServer } from "../model/server.js";

const fetchBy = (signal = new AbortController().signal): Fetch => connectFetch(nodeConnect, signal);

const causeOf = async (promise: Promise<unknown>): Promise<unknown> =>
  await promise.then(
    () => undefined,
    (error: unknown) => (error instanceof TypeError ? error.cause : error),
  );

test("method, headers and body go out as they are given, whatever carries them", async () => {
  const server = await modelServer(answerOf(200, "yes", "text/plain"));
  const send = fetchBy();
  const headers = { "x-one": "1", authorization: "Bearer t" };
  const response = await send(new URL(`${server.url}/a?b=c`), { method: "PUT", headers, body: "text" });
  expect([response.status, response.headers.get("content-type"), await response.text()]).toEqual([
    200,
    "text/plain",
    "yes",
  ]);
  await (await send(server.url, { method: "POST", body: new URLSearchParams({ a: "b c" }) })).text();
  await (await send(server.url)).text();
  const [put, post, get] = server.asked;
  expect([put?.method, put?.target, put?.body]).toEqual(["PUT", "/a?b=c", "text"]);
  expect(put?.headers).toMatchObject(headers);
  expect([post?.body, post?.headers["content-type"]]).toEqual([
    "a=b+c",
    expect.stringMatching(/^application\/x-www-form-urlencoded/),
  ]);
  expect([get?.method, get?.body, get?.headers["content-length"]]).toEqual(["GET", "", undefined]);
});

test("a redirect is an answer like any other", async () => {
  const server = await modelServer(async (one) => {
    one.head(302, { location: "/elsewhere" });
    one.end();
  });
  const response = await fetchBy()(server.url);
  expect([response.status, response.headers.get("location"), server.asked.length]).toEqual([302, "/elsewhere", 1]);
  await response.text();
});

test("a body is read as it comes, and a reader that leaves ends the connection", async () => {
  const server = await modelServer(async (one) => {
    one.head(200);
    await one.send("first");
    await one.closed;
  });
  const { body } = await fetchBy()(server.url);
  const reader = body?.getReader();
  expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe("first");
  await reader?.cancel();
  await server.idle();
});

test.each([204, 304])("an answer %i without a body leaves no connection", async (status) => {
  const server = await modelServer(async (one) => {
    one.head(status);
    one.end();
  });
  const response = await fetchBy()(server.url);
  expect([response.status, response.body]).toEqual([status, null]);
  await server.idle();
});

test("both signals end a request that waits, and a body that is read", async () => {
  const asked = gate();
  const server = await modelServer(async (one) => {
    asked.open();
    if (one.asked.target === "/body") one.head(200);
    await one.closed;
  });
  for (const which of ["all", "own"]) {
    for (const path of ["/wait", "/body"]) {
      const [all, own] = [new AbortController(), new AbortController()];
      const answered = fetchBy(all.signal)(`${server.url}${path}`, { signal: own.signal });
      const read = path === "/body" ? answered.then((response) => response.text()) : answered;
      await asked.passed;
      if (path === "/body") await answered;
      (which === "all" ? all : own).abort();
      const error = await read.catch((failure: unknown) => failure);
      const cause = error instanceof TypeError ? error.cause : error;
      expect(cause).toMatchObject({ failure: "aborted" });
    }
  }
  await server.idle();
});

test("failures are those of the port, and a wrong address is none of it", async () => {
  const send = fetchBy();
  expect(await causeOf(send("http://127.0.0.1:1/"))).toBeInstanceOf(ConnectError);
  await expect(send("no address")).rejects.toThrow(TypeError);
  await expect(send("http://user:secret@127.0.0.1:1/")).rejects.toThrow(TypeError);
  await expect(send("http://127.0.0.1:1/", { headers: { a: "b\r\nc: d" } })).rejects.toThrow(TypeError);
  await expect(send("file:///etc/passwd")).rejects.toThrow(TypeError);
});

test("an answer whose status no `Response` can have is a failure, and leaves no connection", async () => {
  const server = await modelServer(answerOf(999, "x"));
  await expect(fetchBy()(server.url)).rejects.toThrow(TypeError);
  await server.idle();
});
