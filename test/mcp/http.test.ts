/** Tool servers over HTTP: a real one, and one that answers as a test says. */
import { expect, test } from "vitest";
import { LoginProblem } from "../../src/agent/session/mcp/oauth/problem.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { privateAuthority } from "../model/certificate.js";
import { HandClock } from "../ports/hand-clock.js";
import { configured, passing, running, type Written } from "./host.js";
import { type HttpServer, httpServer } from "./http-server.js";

const to = (server: HttpServer, more: Written = {}): Written => ({ url: server.url, ...more });

for (const json of [false, true]) {
  test(`a server that answers with ${json ? "JSON" : "a stream"} is called, with the configured headers on every request`, async () => {
    const server = await httpServer({ json });
    const headers = {
      "X-Own": "canary-header",
      "Mcp-Session-Id": "forged",
      Host: "evil.example",
      "Content-Length": "1",
    };
    const auth = { type: "authorization-header", value: " Basic canary-value " };
    const { connected, call, servers, lines, until } = running(configured({ web: to(server, { headers, auth }) }));
    const { tools, transport } = await connected("web");
    expect(transport).toBe("http");
    expect(tools.map(({ name }) => name)).toContain("mcp__web__echo");
    expect(await call("mcp__web__echo", { words: "over HTTP ü" })).toEqual({ text: "over HTTP ü", isError: false });
    expect(await call("mcp__web__image")).toMatchObject({ images: [{ mediaType: "image/png" }] });
    await call("mcp__web__rename");
    await until("web", (own) => own.tools.some(({ name }) => name === "mcp__web__renamed"));
    await servers.stop();
    expect(server.asked.length).toBeGreaterThan(5);
    for (const asked of server.asked) {
      expect(asked.headers).toMatchObject({ "x-own": "canary-header", authorization: "Basic canary-value" });
      expect(asked.headers.host).toBe(new URL(server.url).host);
      expect(asked.headers["mcp-session-id"]).not.toBe("forged");
    }
    expect(server.asked.at(-1)?.method).toBe("DELETE");
    expect(JSON.stringify(servers.snapshot()) + lines.join("")).not.toContain("canary");
  });
}

test("C304 a server whose certificate a private authority made is trusted with the trust store, and not without", async () => {
  const { ca, key, cert } = privateAuthority();
  const server = await httpServer({ tls: { key, cert } });
  const trusting = running(configured({ web: to(server) }, ca));
  const { until } = running(configured({ web: to(server) }));
  await trusting.connected("web");
  const refused = await until("web", ({ problem }) => problem !== undefined);
  expect(refused.state).toBe("disconnected");
  expect(refused.problem).toMatch(/^its certificate is not trusted \([A-Z_]+\)$/);
});

test("a redirect to another origin is not followed, and one within the origin is", async () => {
  const [other, server] = [await httpServer(), await httpServer()];
  const auth = { type: "authorization-header", value: "canary" };
  server.instead(({ path }, response) => {
    if (path === "/mcp") return false;
    response.writeHead(307, { location: path === "/within" ? "/mcp" : other.url }).end();
    return true;
  });
  const at = (path: string): Written => to(server, { url: server.url.replace("/mcp", path), auth });
  const { connected, until } = running(configured({ within: at("/within"), away: at("/away") }));
  expect(await until("away", ({ problem }) => problem !== undefined)).toMatchObject({
    ...{ state: "disconnected", problem: "it sends requests elsewhere (307)" },
  });
  await connected("within");
  expect(other.asked).toEqual([]);
});

const REFUSALS: readonly (readonly [status: number, state: string, problem: string])[] = [
  [401, "disconnected", "it wants a login or another key (401): look at its `auth`"],
  [403, "disconnected", "it refuses the credential (403)"],
  [404, "reconnecting", "it refuses requests (404)"],
  [500, "reconnecting", "it refuses requests (500)"],
];

test("a server that refuses the handshake is a problem without a word of its answer", async () => {
  for (const [status, state, problem] of REFUSALS) {
    const server = await httpServer();
    server.instead((_, response) => {
      response.writeHead(status, { "www-authenticate": 'Bearer realm="canary"' }).end("canary");
      return true;
    });
    const clock = new HandClock();
    const { until, lines } = running(configured({ web: to(server) }), { clock });
    expect(await until("web", (own) => own.problem !== undefined)).toMatchObject({ state, problem });
    expect(lines.join("")).not.toContain("canary");
  }
});

test("addresses, headers and answers that cannot be used are problems", async () => {
  const server = await httpServer();
  server.instead(({ path, body }, response) => {
    const type = path === "/html" ? "text/html" : "application/json";
    const empty = JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(body).id, result: {} });
    response.writeHead(200, { "content-type": type }).end(path === "/json" ? "[{]" : empty);
    return true;
  });
  const at = (path: string): Written => to(server, { url: server.url.replace("/mcp", path) });
  const { until } = running(
    configured({
      ...{ url: { url: "canary" }, file: { url: "file:///etc/passwd" }, html: at("/html"), json: at("/json") },
      ...{ empty: at("/empty"), header: to(server, { headers: { "x-own": "a\nb" } }) },
    }),
    { clock: new HandClock() },
  );
  const problemOf = async (name: string): Promise<unknown> =>
    (await until(name, ({ problem }) => problem !== undefined)).problem;
  expect(await problemOf("url")).toBe("its address is not a URL");
  expect(await problemOf("file")).toBe("its address is not one of HTTP");
  expect(await problemOf("header")).toBe("a header of its configuration holds what HTTP does not allow");
  for (const name of ["html", "json", "empty"])
    expect(await problemOf(name)).toBe("it answers with something that is not MCP");
});

test("a session that has expired is set up again at a call, which is repeated, where the configuration says so", async () => {
  const server = await httpServer();
  const { connected, call, until } = running(
    configured({ again: to(server, { reinit_on_expired_session: true }), once: to(server) }),
  );
  await Promise.all([connected("again"), connected("once")]);
  server.forget();
  const both = [call("mcp__again__echo", { words: "repeated" }), call("mcp__again__echo", { words: "too" })];
  expect((await Promise.all(both)).map(({ text }) => text)).toEqual(["repeated", "too"]);
  expect(await call("mcp__once__echo", { words: "lost" })).toEqual({
    ...{ text: "the session at the tool server has expired", isError: true },
  });
  expect(await until("once", ({ state }) => state === "disconnected")).toMatchObject({
    problem: "its session has expired",
  });
});

test("a server whose sessions expire at once is tried again at once, and then only after a wait", async () => {
  const server = await httpServer();
  server.instead(({ body }, response) => {
    if (body.includes('"initialize"')) return false;
    response.writeHead(404).end();
    return true;
  });
  const clock = new HandClock();
  const { of } = running(configured({ web: to(server, { reinit_on_expired_session: true }) }), { clock });
  await rested(() => clock.next === 2 * limits.mcpRetryFirst);
  expect(of("web")).toMatchObject({ state: "reconnecting", problem: "its session has expired" });
  expect(server.asked.filter(({ body }) => body.includes('"initialize"'))).toHaveLength(2);
});

test("a connection that breaks during a call is said in its result", async () => {
  const server = await httpServer();
  const { connected, call } = running(configured({ web: to(server) }));
  await connected("web");
  const { text, isError } = await call("mcp__web__die");
  expect(isError).toBe(true);
  expect(text).toMatch(
    /^the tool server (?:failed during the call: it cannot be reached|answered with an error: .*ended before)/,
  );
});

test("a server that has gone is tried again, and connected when it is back", async () => {
  const server = await httpServer();
  const clock = new HandClock();
  const { connected, until, call } = running(configured({ web: to(server) }), { clock });
  await connected("web");
  await server.stop();
  const { text } = await call("mcp__web__echo");
  expect(text).toMatch(/^the tool server failed during the call: it cannot be reached \(ECONN[A-Z]+\)$/);
  const gone = await until("web", ({ state }) => state === "reconnecting");
  expect(gone.tools).toEqual([]);
  expect(gone.problem).toMatch(/^it cannot be reached \(ECONN[A-Z]+\)$/);
  await httpServer({ port: Number(new URL(server.url).port) });
  await passing(clock, connected("web"));
  expect(await call("mcp__web__echo", { words: "back" })).toEqual({ text: "back", isError: false });
});

test("a cancelled call leaves no connection behind, nor does a stopped server", async () => {
  const server = await httpServer();
  const { connected, call, servers } = running(configured({ web: to(server) }));
  await connected("web");
  const end = new AbortController();
  const slow = call("mcp__web__slow", {}, end.signal);
  await rested(() => server.asked.some(({ body }) => body.includes('"slow"')));
  end.abort();
  expect(await slow).toEqual({ text: "the call was cancelled", isError: true });
  // The stream of the server's own messages stays.
  await rested(() => server.asked.some(({ body }) => body.includes("notifications/cancelled")) && server.open() <= 1);
  await servers.stop();
  await rested(() => server.open() === 0);
});

test("an answer that is too long ends its call, and nothing else", async () => {
  const server = await httpServer();
  server.instead(({ body }, response) => {
    if (!body.includes('"long"')) return false;
    response.on("error", () => {}).writeHead(200, { "content-type": "application/json" });
    response.end(Buffer.alloc(limits.mcpMessage + 1, " "));
    return true;
  });
  const { connected, call } = running(configured({ web: to(server) }));
  await connected("web");
  expect(await call("mcp__web__echo", { words: "long" })).toEqual({
    ...{ text: "the tool server failed during the call: it sends a message that is too long", isError: true },
  });
  expect(await call("mcp__web__echo", { words: "after" })).toEqual({ text: "after", isError: false });
});

test("a credential that is refused at a call ends the connection: a user has to log in", async () => {
  const server = await httpServer();
  server.instead(({ body }, response) => {
    if (!body.includes('"refused"')) return false;
    response.writeHead(401).end("canary");
    return true;
  });
  const { connected, call, until } = running(configured({ web: to(server) }));
  await connected("web");
  expect(await call("mcp__web__echo", { words: "refused" })).toEqual({
    ...{
      text: "the tool server failed during the call: it wants a login or another key (401): look at its `auth`",
      isError: true,
    },
  });
  expect(await until("web", ({ state }) => state === "disconnected")).toMatchObject({
    problem: "it wants a login or another key (401): look at its `auth`",
  });
});

test("a login that cannot be renewed for now is said, and tried again", async () => {
  const server = await httpServer();
  server.instead((_, response) => {
    response.writeHead(401).end();
    return true;
  });
  const config = configured({ web: to(server, { auth: { type: "oauth" } }) });
  const { until } = running(config, {
    clock: new HandClock(),
    login: () => ({
      token: async () => "old",
      onUnauthorized: async () => {
        throw new LoginProblem("the authorization server is away");
      },
      onInsufficientScope: () => {},
    }),
  });
  expect(await until("web", ({ problem }) => problem !== undefined)).toMatchObject({
    ...{ state: "reconnecting", problem: "its login cannot be renewed: the authorization server is away" },
  });
});

test("a server with a login of OAuth gets its provider; without one it needs a login", async () => {
  const server = await httpServer();
  const auth = { type: "oauth", registration: { type: "auto" }, redirect: { type: "ephemeral-loopback" } };
  const asked: unknown[] = [];
  const config = configured({ web: to(server, { auth, auth_key_name: "key" }) });
  const { connected } = running(config, {
    login: (of) => {
      asked.push(of);
      return { token: async () => "own-token", onInsufficientScope: () => {} };
    },
  });
  await connected("web");
  expect(asked[0]).toEqual({ name: "web", url: server.url, authKey: "key", auth, certificates: undefined });
  expect(server.asked.map(({ headers }) => headers.authorization)).toContain("Bearer own-token");
  const { until: wait } = running(config);
  expect(await wait("web", ({ problem }) => problem !== undefined)).toMatchObject({
    ...{ state: "disconnected", problem: "it needs a login" },
  });
});

async function rested(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

test.each([
  ["retry: 500\n", 500],
  ["retry: 1\n", limits.mcpRetryLeast],
  ["retry: 0\n", limits.mcpRetryLeast],
  ["retry: 86400000\n", limits.mcpRetryMost],
  ["", limits.mcpRetryFirst],
])("a stream that ends after %j is opened again after %d ms", async (retry, wait) => {
  const server = await httpServer();
  const clock = new HandClock();
  server.instead(({ method, body, headers }, response) => {
    if (method === "GET" && headers["last-event-id"] !== undefined) {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.end(`data: ${JSON.stringify({ jsonrpc: "2.0", id: idOf(called), result: { content: [] } })}\n\n`);
      return true;
    }
    if (!body.includes('"tools/call"')) return false;
    called = body;
    response.writeHead(200, { "content-type": "text/event-stream" }).end(`id: 7\n${retry}data: \n\n`);
    return true;
  });
  let called = "";
  const { connected, call } = running(configured({ web: to(server) }), { clock });
  await connected("web");
  const waits = (): boolean => clock.next !== undefined && clock.next <= wait;
  const result = call("mcp__web__echo");
  await rested(() => called !== "" && waits());
  const resumed = (): number => server.asked.filter(({ headers }) => headers["last-event-id"] === "7").length;
  clock.pass(wait - 1);
  for (let round = 0; round < 20; round += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(resumed()).toBe(0);
  clock.pass(1);
  await rested(() => resumed() === 1);
  expect((await result).isError).toBe(false);
});

const idOf = (body: string): unknown => JSON.parse(body).id;
