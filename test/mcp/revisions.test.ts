/** The revisions of MCP: servers that speak 2026-07-28 alone, both, older ones, and none of those (P-S99). */
import { expect, test } from "vitest";
import { nodeChildren } from "../../src/agent/machine/node/children.js";
import { Listing } from "../../src/agent/session/mcp/listed.js";
import { hasGoodHeaders } from "../../src/agent/session/mcp/parameter-headers.js";
import type { McpServerConfig } from "../../src/generated/effective.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { HandClock } from "../ports/hand-clock.js";
import { handChildren } from "./hand-child.js";
import { configured, passing, real, running, type Written } from "./host.js";
import { httpServer } from "./http-server.js";

const OWN_SETUP = { name: "own", config: configured({ own: real() }).servers["own"] as McpServerConfig };
const STDIO = (...words: readonly string[]): Written => real({ args: ["fixtures/mcp/stdio-2026.js", ...words] });

for (const json of [true, false])
  test(`a server over HTTP of 2026-07-28 alone, which answers with ${json ? "JSON" : "streams"}`, async () => {
    const server = await httpServer({ revision: "2026-07-28", json });
    const headers = { "X-Own": "canary", "Mcp-Method": "forged", "Mcp-Param-Own": "forged" };
    const { connected, call, until, servers } = running(configured({ own: { url: server.url, headers } }));
    const { tools } = await connected("own");
    expect(tools.map(({ name }) => name)).toContain("mcp__own__echo");
    expect(await call("mcp__own__echo", { words: "ü" })).toEqual({ text: "ü", isError: false });
    expect(await call("mcp__own__image")).toMatchObject({ images: [{ mediaType: "image/png" }] });
    expect(await call("mcp__own__structured")).toEqual({ text: '{"answer":42}', isError: false });
    expect(await call("mcp__own__wrong")).toEqual({ text: "it went wrong", isError: true });
    await call("mcp__own__rename");
    await until("own", (one) => one.tools.some(({ name }) => name === "mcp__own__renamed"));
    await servers.stop();
    const echo = server.asked.find(({ body }) => body.includes('"ü"'));
    expect(echo?.headers).toMatchObject({ "mcp-name": "echo", "mcp-param-words": "=?base64?w7w=?=" });
    expect(server.asked[0]?.body).toContain('"server/discover"');
    for (const { headers: sent, body } of server.asked) {
      expect(body).not.toContain('"initialize"');
      expect(sent).toMatchObject({ "x-own": "canary", "mcp-protocol-version": "2026-07-28" });
      expect([sent["mcp-method"], sent["mcp-param-own"]]).not.toContain("forged");
    }
  });

test("a cancelled call of 2026-07-28 leaves no connection behind, nor does a stopped server", async () => {
  const server = await httpServer({ revision: "2026-07-28" });
  const { connected, call, servers } = running(configured({ own: { url: server.url } }));
  await connected("own");
  const end = new AbortController();
  const slow = call("mcp__own__slow", {}, end.signal);
  await rested(() => server.asked.some(({ body }) => body.includes('"slow"')));
  end.abort();
  expect(await slow).toEqual({ text: "the call was cancelled", isError: true });
  // The stream of news stays.
  await rested(() => server.open() <= 1);
  await servers.stop();
  await rested(() => server.open() === 0);
});

test("a server that speaks both gets no handshake over HTTP, and nothing else over stdio", async () => {
  const server = await httpServer({ revision: "both" });
  const { connected, call } = running(configured({ web: { url: server.url }, own: STDIO("both") }));
  await Promise.all([connected("web"), connected("own")]);
  for (const name of ["web", "own"])
    expect(await call(`mcp__${name}__echo`, { words: "hi" })).toEqual({ text: "hi", isError: false });
  expect(server.asked.some(({ body }) => body.includes('"initialize"'))).toBe(false);
});

test.each([400, 404, 405, 500, 501, 503])(
  "an older server over HTTP that refuses anything before a handshake with %d gets one, and later at once",
  async (status) => {
    const server = await httpServer();
    const isDiscovery = ({ body }: { readonly body: string }): boolean => body.includes('"server/discover"');
    server.instead((asked, response) => {
      if (isDiscovery(asked)) response.writeHead(status).end("canary");
      return isDiscovery(asked);
    });
    const { connected, call, servers } = running(configured({ own: { url: server.url } }));
    await connected("own");
    expect(await call("mcp__own__echo", { words: "hi" })).toEqual({ text: "hi", isError: false });
    servers.reconnect("own");
    await connected("own");
    expect(server.asked.filter(isDiscovery)).toHaveLength(1);
  },
);

test("an older server over HTTP that answers nothing before a handshake gets one after five seconds", async () => {
  const server = await httpServer();
  const clock = new HandClock();
  const [waiting, isDiscovery] = [new Set<unknown>(), (body: string): boolean => body.includes('"server/discover"')];
  server.instead(({ body }, response) => {
    if (isDiscovery(body)) waiting.add(response);
    return isDiscovery(body);
  });
  const { connected, call } = running(configured({ own: { url: server.url } }), { clock });
  await rested(() => waiting.size === 1);
  clock.pass(limits.mcpFirst);
  await connected("own");
  expect(await call("mcp__own__echo", { words: "hi" })).toEqual({ text: "hi", isError: false });
});

test.each<readonly [string, Readonly<Record<string, object>>, boolean]>([
  ["a mark at a text", { a: { type: "string", "x-mcp-header": "A" } }, true],
  ["a mark in an object", { o: { type: "object", properties: { a: { type: "integer", "x-mcp-header": "A" } } } }, true],
  ["no mark", { a: { type: "array", items: {} } }, true],
  ["a mark in a default", { a: { type: "object", default: { "x-mcp-header": "" } } }, true],
  ["an empty name", { a: { type: "string", "x-mcp-header": "" } }, false],
  ["a name with a line break", { a: { type: "string", "x-mcp-header": "A\r\nHost" } }, false],
  ["a name that is none", { a: { type: "string", "x-mcp-header": 7 } }, false],
  ["a list", { a: { type: "array", "x-mcp-header": "A" } }, false],
  ["a fraction", { a: { type: "number", "x-mcp-header": "A" } }, false],
  ["one name twice", { a: { type: "string", "x-mcp-header": "A" }, b: { type: "string", "x-mcp-header": "a" } }, false],
  ["a mark in items", { a: { type: "array", items: { type: "string", "x-mcp-header": "A" } } }, false],
  ["a mark in a branch", { a: { anyOf: [{ type: "string", "x-mcp-header": "A" }] } }, false],
])("arguments in headers: %s", (_, properties, isGood) => {
  expect(hasGoodHeaders({ type: "object", properties })).toBe(isGood);
});

test("a tool whose arguments cannot go into headers is left out in 2026-07-28, and not before", () => {
  const wrong = { type: "object", properties: { a: { type: "string", "x-mcp-header": "" } } };
  const offered = (sendsHeaders: boolean): readonly string[] => {
    const listing = new Listing(
      { ...OWN_SETUP, cwd: "/", certificates: undefined },
      { isSecret: () => false, sendsHeaders },
    );
    listing.add([
      { name: "good", inputSchema: { type: "object" } },
      { name: "wrong", inputSchema: wrong },
    ]);
    return listing.end().tools.map(({ name }) => name);
  };
  expect(offered(true)).toEqual(["good"]);
  expect(offered(false)).toEqual(["good", "wrong"]);
});

test("a server over stdio of 2026-07-28 alone is started again for its revision, and later once", async () => {
  let starts = 0;
  const startChild: typeof nodeChildren = (options) => {
    starts += 1;
    return nodeChildren(options);
  };
  const { connected, call, until, servers } = running(configured({ own: STDIO() }), { startChild });
  await connected("own");
  expect(starts).toBe(2);
  expect(await call("mcp__own__echo", { words: "hi" })).toEqual({ text: "hi", isError: false });
  const end = new AbortController();
  const slow = call("mcp__own__slow", {}, end.signal);
  end.abort();
  expect(await slow).toEqual({ text: "the call was cancelled", isError: true });
  await call("mcp__own__rename");
  await until("own", (one) => one.tools.some(({ name }) => name === "mcp__own__renamed"));
  servers.reconnect("own");
  await connected("own");
  expect(starts).toBe(3);
  expect(await call("mcp__own__die")).toEqual({
    ...{ text: "the tool server failed during the call: it ended with code 7", isError: true },
  });
  expect(await until("own", ({ state }) => state === "reconnecting")).toMatchObject({
    problem: "it ended with code 7",
  });
});

interface Refusing {
  /** The result or error of each method; undefined for none. */
  readonly answer: (method: string) => object | undefined;
  readonly problem: string;
  readonly starts: number;
}

const discovered = (...supported: readonly string[]) => ({
  error: { code: -32_022, message: "canary", data: { supported, requested: "x" } },
});
const UNKNOWN = { error: { code: -32_601, message: "canary" } };
const shaken = (protocolVersion: string) => ({
  result: { protocolVersion, capabilities: {}, serverInfo: { name: "s", version: "1" } },
});

const REFUSING: Readonly<Record<string, Refusing>> = {
  "a revision of the future": {
    answer: () => discovered("2027-01-01", "2027-06-01"),
    problem: "it speaks MCP of 2027-01-01 and 2027-06-01, which is not spoken here",
    starts: 1,
  },
  "a revision of the future, where the handshake is unknown": {
    answer: (method) => (method === "initialize" ? UNKNOWN : discovered("2027-01-01")),
    problem: "it speaks MCP of 2027-01-01, which is not spoken here",
    starts: 2,
  },
  "a revision that never was": {
    answer: () => shaken("1999-01-01"),
    problem: "it speaks MCP of 1999-01-01, which is not spoken here",
    starts: 1,
  },
  "words for a revision": {
    answer: () => discovered("canary", "\u001b[2J"),
    problem: "it answered with an error",
    starts: 2,
  },
  "no method at all": { answer: () => UNKNOWN, problem: "it answered with an error", starts: 2 },
  "an error of its own": {
    answer: () => ({ error: { code: -32_000, message: "canary" } }),
    problem: "it answered with an error",
    starts: 2,
  },
  "a revision without a handshake in a handshake": {
    answer: (method) => (method === "initialize" ? shaken("2026-07-28") : UNKNOWN),
    problem: "it answers with something that is not MCP",
    starts: 2,
  },
};

test.each(Object.entries(REFUSING))("a server that knows %s", async (_, { answer, problem, starts }) => {
  const clock = new HandClock();
  const children = handChildren((child, line) => {
    const { id, method } = JSON.parse(line);
    if (id !== undefined) child.out(`${JSON.stringify({ jsonrpc: "2.0", id, ...answer(method) })}\n`);
  });
  const { until, lines } = running(configured({ own: { command: "own" } }), { clock, startChild: children.start });
  const seen = until("own", (server) => server.problem !== undefined);
  expect(await passing(clock, seen)).toMatchObject({ problem });
  expect(children.all).toHaveLength(starts);
  expect(lines.join("")).not.toMatch(/canary|\u001b/);
});

const SSE = "text/event-stream; charset=utf-8";

test.each([
  ["of the transport of 2024-11-05", SSE, "event: endpoint\r\ndata: /messages?id=1\r\n\r\n", true],
  ["that streams something else", SSE, "event: message\ndata: endpoint\n\n", false],
  ["that streams and says nothing", SSE, ": waiting\n\n", false],
  ["that streams for ever", SSE, `: ${"x".repeat(100_000)}\n`, false],
  ["that is a page", "text/html", "event: endpoint\n", false],
])("a server over HTTP %s", async (_, type, text, isOld) => {
  const server = await httpServer();
  server.instead(({ method }, response) => {
    if (method !== "GET") response.writeHead(405).end();
    else response.writeHead(200, { "content-type": type }).write(text);
    return true;
  });
  const clock = new HandClock();
  const { until } = running(configured({ own: { url: server.url } }), { clock });
  const seen = until("own", ({ problem }) => problem !== undefined);
  while (!isOld && !server.asked.some(({ method }) => method === "GET")) await rested(() => true).then(turn);
  for (let round = 0; round < 100; round += 1) await turn();
  expect(await (isOld ? seen : passing(clock, seen))).toMatchObject(
    isOld
      ? { state: "disconnected", problem: "it speaks the transport of 2024-11-05, which is not spoken here" }
      : { state: "reconnecting", problem: "it refuses requests (405)" },
  );
});

test("a server that goes back to an older revision is found again", async () => {
  const newer = await httpServer({ revision: "2026-07-28" });
  const clock = new HandClock();
  const { connected, until, call } = running(configured({ own: { url: newer.url } }), { clock });
  await connected("own");
  await newer.stop();
  await call("mcp__own__echo");
  await until("own", ({ state }) => state === "reconnecting");
  await httpServer({ port: Number(new URL(newer.url).port) });
  await passing(clock, connected("own"));
  expect(await call("mcp__own__echo", { words: "older" })).toEqual({ text: "older", isError: false });
});

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

async function rested(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
