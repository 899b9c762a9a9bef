/** Tokens that a server no longer takes: renewed once for all that wait, by one daemon of several (P-S84). */
import { UnauthorizedError } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { nodeConnect } from "../../../src/agent/machine/node/connect.js";
import { type Bench, bench, FILE, logIn, processOf } from "./bench.js";

type Provider = ReturnType<Bench["logins"]["providerFor"]>;

/** One refused request: whether the provider found another token. */
async function refused({ server }: Bench, provider: Provider): Promise<unknown> {
  return await provider.onUnauthorized?.({
    response: new Response(null, { status: 401 }),
    serverUrl: new URL(server.url),
    fetchFn: () => Promise.reject(new Error("the headers of the tool server are not for others")),
  });
}

const readToken = async (provider: Provider): Promise<string> => (await provider.token()) ?? "";

test("a refused token is renewed at its authorization server and kept, the refresh token with it", async () => {
  const at = await bench();
  await logIn(at);
  const provider = at.logins.providerFor(at.server);
  const old = await readToken(provider);
  at.there.valid.clear();
  await refused(at, provider);
  const renewed = await readToken(provider);
  expect(at.there.valid.has(renewed)).toBe(true);
  expect(at.secrets).toContain(renewed);
  expect(await readToken(at.another().providerFor(at.server))).toBe(renewed);
  expect(Buffer.from(at.disk.bytes(FILE)).toString()).not.toContain(old);
  at.there.valid.clear();
  at.clock.pass(5000);
  await refused(at, provider);
  expect(at.there.valid.has(await readToken(provider))).toBe(true);
});

test("a refusal that comes late is of the token before: the new one is not renewed at once", async () => {
  const at = await bench();
  await logIn(at);
  const provider = at.logins.providerFor(at.server);
  await readToken(provider);
  await refused(at, provider);
  await readToken(provider);
  const before = at.there.count("/token");
  for (let time = 0; time < 5; time += 1) await refused(at, provider);
  expect(at.there.count("/token")).toBe(before);
});

test("a configured client that is not accepted keeps its login; one that registered itself is registered anew", async () => {
  const registration = { type: "pre-registered", client_id: "known" } as const;
  for (const auth of [{ registration }, {}]) {
    const at = await bench({ auth });
    const client = { redirects: ["http://127.0.0.1/callback"] };
    if ("registration" in auth) at.there.clients.set("known", client);
    await logIn(at);
    const provider = at.logins.providerFor(at.server);
    await readToken(provider);
    const clients = [...at.there.clients];
    at.there.clients.clear();
    await expect(refused(at, provider)).rejects.toMatchObject({
      name: "registration" in auth ? "LoginProblem" : "UnauthorizedError",
    });
    for (const [id, one] of clients) at.there.clients.set(id, one);
    const again = refused(at, provider);
    await ("registration" in auth ? again : expect(again).rejects.toBeInstanceOf(UnauthorizedError));
  }
});

test("an authorization server that gives no new refresh token keeps the old one in use", async () => {
  const at = await bench();
  await logIn(at);
  const provider = at.logins.providerFor(at.server);
  at.there.misbehave = ({ target }, response) => {
    if (target !== "/token") return false;
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ access_token: `again-${at.there.asked.length}`, token_type: "Bearer" }));
    return true;
  };
  for (let time = 0; time < 2; time += 1) {
    const old = await readToken(provider);
    await refused(at, provider);
    expect(await readToken(provider)).not.toBe(old);
    at.clock.pass(5000);
  }
});

test("many requests that are refused at once send one refresh token", async () => {
  const at = await bench();
  await logIn(at);
  const provider = at.logins.providerFor(at.server);
  await readToken(provider);
  const before = at.there.count("/token");
  await Promise.all(Array.from({ length: 20 }, () => refused(at, provider)));
  expect(at.there.count("/token")).toBe(before + 1);
});

test("two daemons that are refused at once send one refresh token", async () => {
  const at = await bench();
  await logIn(at);
  const providers = [at.logins, at.another({ processes: processOf(2) })].map((one) => one.providerFor(at.server));
  for (const provider of providers) await readToken(provider);
  at.there.valid.clear();
  const before = at.there.count("/token");
  const all = Promise.all(providers.map((provider) => refused(at, provider)));
  let isOver = false;
  void all.finally(() => {
    isOver = true;
  });
  // The one that waits for the other looks again as time passes.
  while (!isOver) {
    at.clock.pass(250);
    await new Promise(setImmediate);
  }
  await all;
  expect(at.there.count("/token")).toBe(before + 1);
  const [one, two] = await Promise.all(providers.map(readToken));
  expect(one).toBe(two);
  expect(at.there.valid.has(one ?? "")).toBe(true);
});

test("a refused refresh token is not sent again: a user has to log in, and that is said", async () => {
  const at = await bench();
  await logIn(at);
  const provider = at.logins.providerFor(at.server);
  await readToken(provider);
  at.there.refreshing.clear();
  const before = at.there.count("/token");
  for (let time = 0; time < 3; time += 1) await expect(refused(at, provider)).rejects.toBeInstanceOf(UnauthorizedError);
  expect(at.there.count("/token")).toBe(before + 1);
  expect(at.log.join("")).toContain("cannot be renewed: the authorization server refused it (invalid_grant)");
  await logIn(at);
  await readToken(provider);
  expect(await refused(at, provider)).toBeUndefined();
});

test.each(["down", "500", "garbage", "metadata"])(
  "an authorization server that is out of order (%s) costs no login",
  async (how) => {
    let isDown = false;
    const connect: typeof nodeConnect = (request) =>
      nodeConnect(isDown && how === "down" ? { ...request, url: "http://127.0.0.1:1/" } : request);
    const at = await bench({ host: { connect } });
    await logIn(at);
    const provider = at.logins.providerFor(at.server);
    await readToken(provider);
    isDown = true;
    const path = how === "metadata" ? "/.well-known/oauth-authorization-server" : "/token";
    at.there.misbehave = ({ target }, response) => {
      if (!isDown || target !== path) return false;
      response.writeHead(how === "500" ? 500 : 200).end(how === "500" ? "" : "{]");
      return true;
    };
    await expect(refused(at, provider)).rejects.toMatchObject({ name: "LoginProblem" });
    isDown = false;
    expect(await refused(at, provider)).toBeUndefined();
  },
);

test("a refresh token goes to the authorization server of the login, whatever the tool server is or names now", async () => {
  const at = await bench();
  const own = (await bench()).there;
  own.endpoint = at.there.endpoint;
  at.there.resource = { authorization_servers: [own.url] };
  await logIn({ ...at, there: own });
  const provider = at.logins.providerFor(at.server);
  await readToken(provider);
  at.there.resource = {};
  const before = own.count("/token");
  await refused(at, provider);
  expect([own.count("/token"), at.there.count("/token")]).toEqual([before + 1, 0]);
});

test("a token is in the inventory before it is on the disk", async () => {
  const at = await bench();
  await logIn(at);
  const provider = at.logins.providerFor(at.server);
  await readToken(provider);
  const early: boolean[] = [];
  at.disk.decide = ({ kind, path }) => {
    if (kind === "append" && path.startsWith(FILE)) early.push([...at.there.valid].every((one) => at.secrets.has(one)));
    return undefined;
  };
  await refused(at, provider);
  expect(early).toEqual([true]);
});

test("a configured client does not follow its tool server to another authorization server", async () => {
  const registration = { type: "pre-registered", client_id: "known", client_secret: "client-secret-1" } as const;
  const at = await bench({ auth: { registration } });
  const client = { redirects: ["http://127.0.0.1/callback"], secret: registration.client_secret };
  at.there.clients.set("known", client);
  await logIn(at);
  const evil = (await bench()).there;
  evil.clients.set("known", client);
  at.there.resource = { authorization_servers: [evil.url] };
  const start = await at.logins.start(at.server);
  expect(start).toEqual({ kind: "failed", reason: expect.stringContaining("another authorization server") });
  expect(evil.count("/token")).toBe(0);
});

test("a token without a refresh token is not renewed", async () => {
  const at = await bench();
  await logIn(at);
  const file = JSON.parse(Buffer.from(at.disk.bytes(FILE)).toString());
  const provider = at.logins.providerFor(at.server);
  const { refresh_token: _, ...tokens } = file.tokens;
  at.disk.overwrite(FILE, Buffer.from(JSON.stringify({ ...file, tokens })));
  await readToken(provider);
  await expect(refused(at, provider)).rejects.toBeInstanceOf(UnauthorizedError);
});
