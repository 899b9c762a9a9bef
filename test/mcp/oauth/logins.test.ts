/** Logins from their beginning to their end (spec 5.2, P-S35, P-S84). */
import { StreamableHTTPClientTransport, UnauthorizedError } from "@modelcontextprotocol/client";
import { expect, test } from "vitest";
import { nodeConnect } from "../../../src/agent/machine/node/connect.js";
import { nodeListen } from "../../../src/agent/machine/node/listen.js";
import { connectFetch } from "../../../src/agent/session/mcp/connect-fetch.js";
import type { OAuthRegistration } from "../../../src/generated/effective.js";
import { limits } from "../../../src/generated/protocol/tables.js";
import { AUTO, answerIn, type Bench, begun, bench, browse, EPHEMERAL, FILE, FIXED, logIn } from "./bench.js";

const METADATA = { type: "client-metadata-url", url: "https://agent.example/client.json" } as const;
const KNOWN = { type: "pre-registered", client_id: "known", client_secret: "client-secret-1" } as const;
const PUBLIC = { type: "pre-registered", client_id: "public" } as const;
const REDIRECTS = ["http://127.0.0.1/callback", FIXED.uri];

const REGISTRATIONS: readonly (readonly [string, OAuthRegistration, number])[] = [
  ["auto", AUTO, 1],
  ["client-metadata-url", METADATA, 0],
  ["pre-registered with a secret", KNOWN, 0],
  ["pre-registered without one", PUBLIC, 0],
];

/** What the server knows of clients that do not register themselves. */
function know({ there }: Bench): void {
  there.clients.set(METADATA.url, { redirects: REDIRECTS });
  there.clients.set(KNOWN.client_id, { redirects: REDIRECTS, secret: KNOWN.client_secret });
  there.clients.set(PUBLIC.client_id, { redirects: REDIRECTS });
}

/** One call of the tool server over the transport of the package. */
async function call({ server }: Bench, provider: ReturnType<Bench["logins"]["providerFor"]>): Promise<unknown> {
  const transport = new StreamableHTTPClientTransport(new URL(server.url), {
    authProvider: provider,
    fetch: connectFetch(nodeConnect, new AbortController().signal),
  });
  const answered = new Promise((resolve) => {
    transport.onmessage = resolve;
  });
  await transport.start();
  try {
    await transport.send({ jsonrpc: "2.0", id: 7, method: "ping" });
    return await answered;
  } finally {
    await transport.close();
  }
}

test.each(REGISTRATIONS.flatMap((one) => [EPHEMERAL, FIXED].map((redirect) => [...one, redirect] as const)))(
  "P-S84 registration %s, registered %#: the server is called after a login",
  async (_, registration, count, redirect) => {
    const at = await bench({ auth: { registration, redirect } });
    know(at);
    const provider = at.logins.providerFor(at.server);
    await expect(call(at, provider)).rejects.toBeInstanceOf(UnauthorizedError);
    await logIn(at);
    expect(at.done).toEqual(["notes"]);
    expect(await call(at, provider)).toEqual({ jsonrpc: "2.0", id: 7, result: {} });
    expect(at.there.count("/register")).toBe(count);
  },
);

test("a refusal registers no client and begins no login", async () => {
  const at = await bench();
  await expect(call(at, at.logins.providerFor(at.server))).rejects.toBeInstanceOf(UnauthorizedError);
  expect(at.there.asked.map(({ target }) => target)).toEqual(["/mcp"]);
});

test("a client that registers gets a secret, which is sent and kept", async () => {
  const at = await bench();
  at.there.secret = "registered-secret-1";
  await logIn(at);
  expect(at.secrets).toContain("registered-secret-1");
  expect(await call(at, at.logins.providerFor(at.server))).toMatchObject({ result: {} });
  at.there.valid.clear();
  expect(await call(at, at.logins.providerFor(at.server))).toMatchObject({ result: {} });
});

test("the secret of a configured client stays in the configuration", async () => {
  const at = await bench({ auth: { registration: KNOWN } });
  know(at);
  await logIn(at);
  expect(Buffer.from(at.disk.bytes(FILE)).toString()).not.toContain(KNOWN.client_secret);
  at.there.valid.clear();
  expect(await call(at, at.logins.providerFor(at.server))).toMatchObject({ result: {} });
});

const scopeOf = async (at: Bench): Promise<string | null> =>
  new URL(await begun(at.logins, at.server)).searchParams.get("scope");

test("spec 5.2 configured scopes are asked for as they are; without them the server chooses", async () => {
  expect(await scopeOf(await bench({ auth: { scopes: ["b", "a"] } }))).toBe("b a");
  expect(await scopeOf(await bench({ auth: { scopes: [] } }))).toBeNull();
  const at = await bench();
  expect(await scopeOf(at)).toBe("tools:read tools:call");
  at.there.metadata = { scopes_supported: ["offline_access", "more"] };
  expect(await scopeOf(at)).toBe("tools:read tools:call offline_access");
  await call(at, at.logins.providerFor(at.server)).catch(() => {});
  expect(await scopeOf(at)).toBe("tools:read offline_access");
});

test("a restart finds the login, and the package is loaded for a refusal alone", async () => {
  const at = await bench();
  await logIn(at);
  const later = at.another({
    load: () => {
      throw new Error("loaded");
    },
  });
  expect(await call(at, later.providerFor(at.server))).toMatchObject({ result: {} });
});

test("two logins at once end at their own servers", async () => {
  const at = await bench();
  const other = { ...at.server, name: "tasks", authKey: "tasks" };
  const [one, two] = await Promise.all([begun(at.logins, at.server), begun(at.logins, other)]);
  await browse(at.there.agree(two));
  expect(at.done).toEqual(["tasks"]);
  await browse(at.there.agree(one));
  expect(at.done).toEqual(["tasks", "notes"]);
  const tokenAt = async (server: typeof other): Promise<unknown> => await at.logins.providerFor(server).token();
  expect(await tokenAt(other)).not.toBe(await tokenAt(at.server));
});

test("a second start replaces the login that waits: the first state and its listener are gone", async () => {
  const at = await bench();
  const first = at.there.agree(await begun(at.logins, at.server));
  const second = at.there.agree(await begun(at.logins, at.server));
  expect(await at.logins.callback("notes", answerIn(first))).toEqual({ kind: "refused" });
  await expect(fetch(first)).rejects.toThrow();
  expect((await browse(second)).status).toBe(200);
  expect(at.done).toEqual(["notes"]);
});

test("a cancelled login is over: its state, its listener and its timer", async () => {
  const at = await bench();
  const waiting = at.clock.waiting;
  const back = at.there.agree(await begun(at.logins, at.server));
  at.logins.cancel("notes");
  at.logins.cancel("unknown");
  await expect(fetch(back)).rejects.toThrow();
  expect(await at.logins.callback("notes", answerIn(back))).toEqual({ kind: "refused" });
  expect(at.clock.waiting).toBe(waiting);
  expect(at.disk.has(FILE)).toBe(false);
});

test("the end of the daemon ends a login that is beginning, one that waits, and all later ones", async () => {
  const at = await bench();
  at.there.misbehave = ({ target }) => target.includes("oauth-authorization-server");
  const beginning = at.logins.start(at.server);
  await expect.poll(() => at.there.count("/.well-known/oauth-authorization-server")).toBe(1);
  at.logins.close();
  expect(await beginning).toEqual({ kind: "failed", reason: "it was cancelled" });
  expect(await at.logins.start(at.server)).toEqual({ kind: "failed", reason: "it was cancelled" });
  expect(at.clock.waiting).toBe(0);
});

test("a login whose user answers at the last moment is still ended", async () => {
  const at = await bench({ auth: { redirect: FIXED } });
  const answer = answerIn(at.there.agree(await begun(at.logins, at.server)));
  at.clock.pass(limits.loginLife - 1);
  let go = (): void => {};
  at.there.misbehave = ({ target }, response) => {
    if (target !== "/token" || at.there.count("/token") > 1) return false;
    go = () => response.writeHead(307, { location: "/token" }).end();
    return true;
  };
  const ended = at.logins.callback("notes", answer);
  await expect.poll(() => at.there.count("/token")).toBe(1);
  at.clock.pass(1000);
  go();
  expect(await ended).toEqual({ kind: "done" });
});

test("a login that is cancelled while its port is made leaves nothing listening", async () => {
  let isClosed = false;
  const at = await bench({
    host: {
      listen: async (options, answering) => {
        const listener = await nodeListen(options, answering);
        at.logins.cancel("notes");
        return {
          url: listener.url,
          close: (destroy) => {
            isClosed = true;
            return listener.close(destroy);
          },
        };
      },
    },
  });
  expect(await at.logins.start(at.server)).toEqual({ kind: "failed", reason: "it was cancelled" });
  expect([isClosed, at.clock.waiting]).toEqual([true, 0]);
});

test.each(["", "/", "/oauth", "/oauth/", "/realms/one?of=many"])(
  "metadata of an older authorization server whose issuer is %j of its origin is taken, also to renew",
  async (path) => {
    const at = await bench();
    at.there.metadata = { issuer: `${at.there.url}${path}` };
    await logIn(at);
    at.there.valid.clear();
    expect(await call(at, at.logins.providerFor(at.server))).toMatchObject({ result: {} });
  },
);

test("an older tool server without metadata of its own, whose login is at its origin", async () => {
  const at = await bench();
  at.there.metadata = { issuer: `${at.there.url}/oauth` };
  at.there.misbehave = ({ target }, response) => {
    if (!target.startsWith("/.well-known/oauth-protected-resource")) return false;
    response.writeHead(404).end();
    return true;
  };
  await logIn(at);
  expect(await call(at, at.logins.providerFor(at.server))).toMatchObject({ result: {} });
});
