/** Servers that mean harm: a login at them fails in words of ours, within its time, and tells nothing (P-S84). */
import type { ServerResponse } from "node:http";
import { inspect } from "node:util";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeConnect } from "../../../src/agent/machine/node/connect.js";
import { limits } from "../../../src/generated/protocol/tables.js";
import { slowCases } from "../../cases.js";
import type { Authority, Misbehave } from "./authority.js";
import { answerIn, type Bench, begun, bench, FILE, FIXED, logIn } from "./bench.js";

const RESOURCE = "/.well-known/oauth-protected-resource/mcp";
const METADATA = "/.well-known/oauth-authorization-server";

const at =
  (path: string, answer: (response: ServerResponse) => void): Misbehave =>
  ({ target }, response) => {
    if (target.split("?")[0] !== path) return false;
    answer(response);
    return true;
  };

const says = (path: string, status: number, body: string, headers = {}): Misbehave =>
  at(path, (response) => response.writeHead(status, { "content-type": "application/json", ...headers }).end(body));

/** Logs in as far as the servers let it: the reason of the failure, or `done`. */
async function outcome({ there, logins, server }: Bench): Promise<string> {
  const start = await logins.start(server);
  if (start.kind === "failed") return start.reason;
  const end = await logins.callback(server.name, answerIn(there.agree(start.url)));
  return end.kind === "failed" ? end.reason : end.kind;
}

const NOT_HERE = /neither HTTPS nor on this machine/;
const USELESS = /cannot be used/;
const LONG = "x".repeat(limits.loginBytes + 1);
const text = (value: unknown): string => JSON.stringify(value);
const token = (access: unknown, refresh?: unknown): string =>
  text({ access_token: access, refresh_token: refresh, token_type: "Bearer" });

const HOSTILE: Readonly<Record<string, readonly [(there: Authority) => void, RegExp]>> = {
  "metadata of another resource": [
    (there) => set(there, { resource: { resource: "https://evil.example/mcp" } }),
    /of another server/,
  ],
  "an authorization server at file:": [
    (there) => set(there, { resource: { authorization_servers: ["file:///etc/passwd"] } }),
    USELESS,
  ],
  "an authorization server on the network": [
    (there) => set(there, { resource: { authorization_servers: ["http://169.254.169.254/"] } }),
    NOT_HERE,
  ],
  "an authorization server at ftp:": [
    (there) => set(there, { resource: { authorization_servers: ["ftp://127.0.0.1/"] } }),
    NOT_HERE,
  ],
  "metadata of another issuer": [
    (there) => set(there, { metadata: { issuer: "https://evil.example" } }),
    /not of the authorization server/,
  ],
  "metadata of an issuer on another port": [
    (there) => set(there, { metadata: { issuer: "http://127.0.0.1:1/" } }),
    /not of the authorization server/,
  ],
  "metadata of an issuer that is no address": [
    (there) => set(there, { metadata: { issuer: "canary" } }),
    /not of the authorization server/,
  ],
  "metadata of another tenant of one origin": [
    (there) =>
      set(there, {
        resource: { authorization_servers: [`${there.url}/tenant`] },
        metadata: { issuer: `${there.url}/other` },
      }),
    /not of the authorization server/,
  ],
  "a page at javascript:": [
    (there) => set(there, { metadata: { authorization_endpoint: "javascript:alert(1)" } }),
    USELESS,
  ],
  "a page at file:": [(there) => set(there, { metadata: { authorization_endpoint: "file:///bin/sh" } }), NOT_HERE],
  "a page of a program": [(there) => set(there, { metadata: { authorization_endpoint: "ms-msdt:/id" } }), NOT_HERE],
  "a page in clear text": [
    (there) => set(there, { metadata: { authorization_endpoint: "http://evil.example/" } }),
    NOT_HERE,
  ],
  "a page of endless address": [
    (there) => set(there, { metadata: { authorization_endpoint: `${there.url}/${"a".repeat(9000)}` } }),
    /too long/,
  ],
  "tokens in clear text": [
    (there) => set(there, { metadata: { token_endpoint: "http://evil.example/token" } }),
    /without TLS/,
  ],
  "tokens at file:": [(there) => set(there, { metadata: { token_endpoint: "file:///dev/zero" } }), /without TLS/],
  "registration in clear text": [
    (there) => set(there, { metadata: { registration_endpoint: "http://evil.example/" } }),
    NOT_HERE,
  ],
  "no registration": [
    (there) => set(there, { metadata: { registration_endpoint: undefined } }),
    /registers no clients/,
  ],
  "no PKCE": [(there) => set(there, { metadata: { code_challenge_methods_supported: ["plain"] } }), USELESS],
  "a redirect of the token request": [
    (there) => set(there, { misbehave: says("/token", 307, "", { location: "https://evil.example/" }) }),
    /refused it/,
  ],
  "metadata without end": [(there) => set(there, { misbehave: says(METADATA, 200, LONG) }), /too long/],
  "resource metadata without end": [(there) => set(there, { misbehave: says(RESOURCE, 200, LONG) }), /too long/],
  "a registration without end": [(there) => set(there, { misbehave: says("/register", 201, LONG) }), /too long/],
  "a token without end": [(there) => set(there, { misbehave: says("/token", 200, LONG) }), /too long/],
  "a refusal without end": [(there) => set(there, { misbehave: says("/token", 400, LONG) }), /too long/],
  "metadata that is no JSON": [(there) => set(there, { misbehave: says(METADATA, 200, "{") }), USELESS],
  "metadata that is null": [(there) => set(there, { misbehave: says(METADATA, 200, "null") }), USELESS],
  "a registration that is no JSON": [(there) => set(there, { misbehave: says("/register", 201, "<html>") }), USELESS],
  "a refused registration": [
    (there) => set(there, { misbehave: says("/register", 400, '{"error":"leak-me"}') }),
    /refused to register/,
  ],
  "a broken connection": [
    (there) => set(there, { misbehave: at("/token", (response) => response.destroy()) }),
    /cannot be reached/,
  ],
  "a broken answer": [
    (there) =>
      set(there, {
        misbehave: at("/token", (response) =>
          response.writeHead(200, { "content-length": "9" }).write("{", () => response.destroy()),
        ),
      }),
    /cannot be reached/,
  ],
  "a status of no meaning": [(there) => set(there, { misbehave: says("/token", 999, "{}") }), /cannot/],
  "an answer without a body": [(there) => set(there, { misbehave: says("/token", 204, "") }), USELESS],
  "a token with a line break": [
    (there) => set(there, { misbehave: says("/token", 200, token("leak-me\r\nX-Evil: 1")) }),
    /cannot be sent/,
  ],
  "a token with a space": [
    (there) => set(there, { misbehave: says("/token", 200, token("leak-me twice")) }),
    /cannot be sent/,
  ],
  "an empty token": [(there) => set(there, { misbehave: says("/token", 200, token("")) }), /cannot be sent/],
  "a token of other letters": [
    (there) => set(there, { misbehave: says("/token", 200, token("leak-me-ä")) }),
    /cannot be sent/,
  ],
  "a refresh token with a line break": [
    (there) => set(there, { misbehave: says("/token", 200, token("a", "leak-me\n")) }),
    /cannot be sent/,
  ],
  "a token of 20,000 letters": [
    (there) => set(there, { misbehave: says("/token", 200, token("a".repeat(20_000))) }),
    /cannot be sent/,
  ],
  "a token that is a number": [(there) => set(there, { misbehave: says("/token", 200, token(4711)) }), USELESS],
  "an error that is made up": [
    (there) => set(there, { misbehave: says("/token", 400, '{"error":"leak-me","error_description":"leak-me"}') }),
    /refused it$/,
  ],
};

function set(there: Authority, how: Partial<Authority>): void {
  Object.assign(there, how);
}

test.each(Object.keys(HOSTILE))("%s: the login fails, nothing is kept, and nothing of it is repeated", async (name) => {
  const here = await bench({ auth: { redirect: FIXED } });
  const [spoil, reason] = HOSTILE[name] ?? [() => {}, /^$/];
  spoil(here.there);
  const said = await outcome(here);
  expect(said).toMatch(reason);
  expect(`${said}\n${here.log.join("\n")}`).not.toMatch(/leak-me|evil|passwd|secret/);
  expect([here.done, here.disk.has(FILE), here.clock.waiting]).toEqual([[], false, 0]);
});

test.each([RESOURCE, METADATA, "/register", "/token"])(
  "a server that never answers at %s: the login fails in time",
  async (path) => {
    const here = await bench({ auth: { redirect: FIXED } });
    here.there.misbehave = at(path, () => {});
    const ended = outcome(here);
    await expect.poll(() => here.there.count(path)).toBe(1);
    here.clock.pass(limits.loginRequests);
    expect(await ended).toMatch(/took too long/);
    expect([here.done, here.disk.has(FILE), here.clock.waiting]).toEqual([[], false, 0]);
  },
);

test("an answer that drips for ever ends in time", async () => {
  const here = await bench({ auth: { redirect: FIXED } });
  here.there.misbehave = at(METADATA, (response) => response.writeHead(200).write("{"));
  const ended = outcome(here);
  await expect.poll(() => here.there.count(METADATA)).toBe(1);
  here.clock.pass(limits.loginRequests);
  expect(await ended).toMatch(/took too long/);
});

test("a tool server on the network cannot send this machine to its own addresses", async () => {
  const asked: string[] = [];
  const here = await bench({
    ...{ auth: { redirect: FIXED }, server: { url: "https://tools.example/mcp" } },
    host: {
      connect: async ({ url }) => {
        asked.push(url);
        const resource = { resource: "https://tools.example/mcp", authorization_servers: ["http://127.0.0.1:9/"] };
        return { status: 200, headers: [], body: pieces(text(resource)) };
      },
    },
  });
  expect(await outcome(here)).toMatch(NOT_HERE);
  expect(asked).toEqual(["https://tools.example/.well-known/oauth-protected-resource/mcp"]);
});

async function* pieces(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const one of texts) yield Buffer.from(one);
}

test("a refusal that names its metadata at file: costs the login alone", async () => {
  const here = await bench({ auth: { redirect: FIXED } });
  const headers = { "www-authenticate": 'Bearer resource_metadata="file:///etc/passwd"' };
  const refusal = {
    response: new Response(null, { status: 401, headers }),
    serverUrl: new URL(here.server.url),
    fetchFn: fetch,
  };
  await expect(here.logins.providerFor(here.server).onUnauthorized?.(refusal)).rejects.toThrow();
  expect(await outcome(here)).toMatch(NOT_HERE);
});

test.each([RESOURCE, METADATA, "/register", "/token"])(
  "a redirect of %s leads to no other server, nor in a circle",
  async (path) => {
    const here = await bench({ auth: { redirect: FIXED } });
    const { there: evil } = await bench();
    for (const location of [`${evil.url}${path}`, path]) {
      here.there.misbehave = says(path, 307, "", { location });
      await outcome(here);
      expect(here.there.count(path)).toBeLessThan(25);
    }
    expect(evil.asked).toEqual([]);
  },
);

test("a port that cannot be had fails the login", async () => {
  const here = await bench({ host: { listen: () => Promise.reject(new Error("EMFILE")) } });
  expect(await outcome(here)).toMatch(/no port .* \(EMFILE\)/);
  expect(here.clock.waiting).toBe(0);
});

test("nothing secret is in what is logged, inspected or thrown, and all of it is in the inventory", async () => {
  const here = await bench({ auth: { redirect: FIXED } });
  here.there.secret = "registered-secret-1";
  const back = here.there.agree(await begun(here.logins, here.server));
  const provider = here.logins.providerFor(here.server);
  const shown = (): string => {
    const deep = { depth: Infinity, showHidden: true, getters: true } as const;
    return [here.logins, provider].map((one) => `${inspect(one, deep)}${text(one)}`).join("") + here.log.join("");
  };
  const answer = answerIn(back);
  expect(shown()).not.toContain(answer.state);
  await here.logins.callback("notes", answer);
  await provider.token();
  expect(shown()).not.toMatch(/secret/);
  here.there.refreshing.clear();
  const refusal = {
    response: new Response(null, { status: 401 }),
    serverUrl: new URL(here.server.url),
    fetchFn: fetch,
  };
  const thrown = await provider.onUnauthorized?.(refusal).catch((error: unknown) => error);
  expect(inspect(thrown, { depth: Infinity, showHidden: true })).not.toMatch(/secret/);
  expect(shown()).not.toMatch(/secret/);
  const kept = JSON.parse(Buffer.from(here.disk.bytes(FILE)).toString());
  expect(here.secrets).toContain(kept.tokens.access_token);
  expect([...here.secrets].filter((value) => value.startsWith("refresh-secret"))).toHaveLength(1);
  expect(here.secrets).toContain("registered-secret-1");
});

test("the package is quiet: no failure writes to the console", async () => {
  const written: unknown[] = [];
  const { warn, error, log } = console;
  const take = (...words: readonly unknown[]): void => void written.push(words);
  Object.assign(console, { warn: take, error: take, log: take });
  try {
    for (const name of ["an error that is made up", "a token without end"]) {
      const here = await bench({ auth: { redirect: FIXED } });
      HOSTILE[name]?.[0](here.there);
      await outcome(here);
    }
    const here = await bench({ auth: { redirect: FIXED } });
    await logIn(here);
    here.there.refreshing.clear();
    const refusal = {
      response: new Response(null, { status: 401 }),
      serverUrl: new URL(here.server.url),
      fetchFn: fetch,
    };
    const provider = here.logins.providerFor(here.server);
    await provider.token();
    await expect(provider.onUnauthorized?.(refusal)).rejects.toThrow();
  } finally {
    Object.assign(console, { warn, error, log });
  }
  expect(written).toEqual([]);
});

test("no answer of any server ends in an error, a wait, or a token that cannot be sent", async () => {
  const here = await bench({ auth: { redirect: FIXED }, host: { connect: nodeConnect } });
  const paths = [RESOURCE, METADATA, "/register", "/token"];
  const value = fc.oneof(fc.jsonValue(), fc.constantFrom(here.there.url, "javascript:1", "a\r\nb", "__proto__"));
  const key = fc.constantFrom(
    ...["issuer", "authorization_servers", "authorization_endpoint", "token_endpoint", "resource", "scopes_supported"],
    ...["client_id", "client_secret", "access_token", "refresh_token", "response_types_supported", "redirect_uris"],
  );
  const body = fc.oneof(fc.string(), fc.jsonValue().map(text), fc.dictionary(key, value).map(text));
  const status = fc.constantFrom(200, 201, 204, 302, 400, 401, 404, 500, 502);
  const some = fc.record({ path: fc.constantFrom(...paths), status, body });
  await fc.assert(
    fc.asyncProperty(some, async ({ path, status, body }) => {
      here.there.misbehave = says(path, status, body);
      const said = await outcome(here).catch((error: Error) =>
        error.message === "an unknown client" ? "done" : "thrown",
      );
      expect(said).not.toBe("thrown");
      expect((await here.logins.providerFor(here.server).token()) ?? "none").toMatch(/^[!-~]+$/);
      here.logins.cancel("notes");
    }),
    { numRuns: slowCases(1000) },
  );
  expect(here.clock.waiting).toBe(0);
});
