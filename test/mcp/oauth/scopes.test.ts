/** A login that lacks a scope: the server says so with 403, a person reads which one, and the next login asks for it as well (P-S99). */
import { expect, test } from "vitest";
import { nodeClock } from "../../../src/agent/machine/interfaces/clock.js";
import { scopesIn } from "../../../src/agent/session/mcp/oauth/scopes.js";
import type { McpOAuth } from "../../../src/generated/effective.js";
import { configured, type Running, running } from "../host.js";
import { answerIn, type Bench, begun, bench, FIXED } from "./bench.js";

interface Guarded extends Bench, Running {
  /** The method that is refused without the scopes. */
  method: string;
  needed: readonly string[];
  /** The challenge of a refusal. */
  challenge: () => string;
}

/** A tool server that answers everything but calls without the needed scopes. */
async function guarded(auth: Partial<McpOAuth> = {}): Promise<Guarded> {
  const at = await bench({ auth: { redirect: FIXED, ...auth }, host: { clock: nodeClock } });
  /** What each token was issued for. */
  const issued = new Map<string, readonly string[]>();
  let asked: readonly string[] = [];
  const own: Pick<Guarded, "method" | "needed" | "challenge"> = {
    method: "tools/call",
    needed: ["notes:write"],
    challenge: () => `Bearer error="insufficient_scope", scope="${own.needed.join(" ")}"`,
  };
  at.there.misbehave = ({ target, headers, body }, response) => {
    const token = headers.authorization?.slice("Bearer ".length) ?? "";
    if (target !== "/mcp" || !at.there.valid.has(token)) return false;
    const scopes = issued.get(token) ?? asked;
    issued.set(token, scopes);
    const { id, method } = body === "" ? { id: undefined, method: "" } : JSON.parse(body);
    const result = ANSWERS[method];
    if (result === undefined) response.writeHead(id === undefined ? 202 : 405).end();
    else if (method === own.method && !own.needed.every((one) => scopes.includes(one)))
      response.writeHead(403, { "www-authenticate": own.challenge() }).end("canary");
    else
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(JSON.stringify({ jsonrpc: "2.0", id, result }));
    return true;
  };
  const { agree } = at.there;
  at.there.agree = (page) => {
    asked = new URL(page).searchParams.get("scope")?.split(" ") ?? [];
    return agree(page);
  };
  const servers = running(configured({ notes: { url: at.there.endpoint, auth: at.server.auth } }), {
    login: (server) => at.logins.providerFor(server),
  });
  await servers.until("notes", ({ problem }) => problem === "it needs a login");
  return Object.assign(own, at, servers);
}

const ANSWERS: Readonly<Record<string, unknown>> = {
  initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "n", version: "1" } },
  "tools/list": { tools: [{ name: "write", inputSchema: { type: "object" } }] },
  "tools/call": { content: [{ type: "text", text: "written" }] },
};

/** Logs in as a person does, and waits for the tools; the scopes that were asked for. */
async function login(at: Guarded): Promise<string | null> {
  const page = await begun(at.logins, at.server);
  expect(await at.logins.callback("notes", answerIn(at.there.agree(page)))).toEqual({ kind: "done" });
  at.servers.reconnect("notes");
  await at.connected("notes");
  return new URL(page).searchParams.get("scope");
}

test("result and problem name the scope that is missing, and the next login asks for it beside the ones so far", async () => {
  const at = await guarded();
  expect(await login(at)).toBe("tools:read");
  expect(at.of("notes")).not.toHaveProperty("problem");
  expect(await at.call("mcp__notes__write")).toEqual({
    text: "the tool server refuses the call: its login lacks the scope `notes:write`; a new login asks for it",
    isError: true,
  });
  expect(at.of("notes")).toMatchObject({
    ...{ state: "connected", problem: "its login lacks the scope `notes:write`" },
    tools: [{ name: "mcp__notes__write" }],
  });
  expect(await login(at)).toBe("tools:read notes:write");
  expect(at.of("notes")).not.toHaveProperty("problem");
  expect(await at.call("mcp__notes__write")).toEqual({ text: "written", isError: false });
  at.needed = ["notes:delete", "notes:write"];
  await at.call("mcp__notes__write");
  expect(at.of("notes").problem).toBe("its login lacks the scopes `notes:delete` and `notes:write`");
  expect(await login(at)).toBe("tools:read notes:write notes:delete");
  expect(at.lines.join("")).not.toContain("canary");
});

test("configured scopes stay, and the missing one comes to them", async () => {
  const at = await guarded({ scopes: ["own"] });
  expect(await login(at)).toBe("own");
  await at.call("mcp__notes__write");
  expect(await login(at)).toBe("own notes:write");
  expect(await at.call("mcp__notes__write")).toEqual({ text: "written", isError: false });
});

test("a server that is never content is asked once a call, and each login asks for the same", async () => {
  const at = await guarded();
  at.needed = ["never"];
  at.there.agree = (
    (agree) => (page: string) =>
      agree(page.replace("never", "other"))
  )(at.there.agree);
  await login(at);
  for (let round = 0; round < 3; round += 1) {
    const calls = at.there.count("/mcp");
    expect((await at.call("mcp__notes__write")).isError).toBe(true);
    expect(at.there.count("/mcp")).toBe(calls + 1);
    expect(await login(at)).toBe("tools:read never");
  }
});

const insufficient = (scope: string): string => `Bearer scope="${scope}", error="insufficient_scope"`;

test.each([
  ["no scope", 'Bearer error="insufficient_scope"', "its login is not enough for this", "tools:read tools:call"],
  [
    "a secret",
    insufficient("the-canary-secret"),
    "its login lacks the scope `[redacted]`",
    "tools:read the-canary-secret",
  ],
  ["what is no scope", insufficient("é\u00a0 b \\"), "its login lacks the scope `b`", "tools:read b"],
  [
    "many",
    insufficient("a b c d e f"),
    "its login lacks the scopes `a`, `b`, `c`, `d` and 2 more",
    "tools:read a b c d e f",
  ],
  ["a huge one", insufficient("x".repeat(3000)), "its login is not enough for this", "tools:read tools:call"],
])("a challenge with %s", async (_, challenge, problem, next) => {
  const at = await guarded();
  await login(at);
  at.challenge = () => challenge;
  await at.call("mcp__notes__write");
  expect(at.of("notes").problem).toBe(problem);
  expect(await login(at)).toBe(next);
});

// Its metadata names both scopes; the first challenge wanted one.
test.each([
  ["a 403 about something else", 'Bearer error="access_denied"'],
  ["another scheme", 'Basic realm="notes"'],
])("%s asks for no scope", async (_, challenge) => {
  const at = await guarded();
  await login(at);
  at.challenge = () => challenge;
  expect((await at.call("mcp__notes__write")).text).toBe(
    "the tool server failed during the call: it refuses the credential (403)",
  );
  expect(at.of("notes")).not.toHaveProperty("problem");
  expect(await login(at)).toBe("tools:read tools:call");
});

test("a credential of the configuration can lack a scope too", async () => {
  const at = await guarded();
  at.there.valid.add("fixed");
  const auth = { type: "authorization-header", value: "Bearer fixed" };
  const { connected, call, of } = running(configured({ own: { url: at.there.endpoint, auth } }));
  await connected("own");
  expect((await call("mcp__own__write")).text).toContain("its credential lacks the scope `notes:write`");
  expect(of("own").problem).toBe("its credential lacks the scope `notes:write`");
});

test("a server that refuses the list of its tools is disconnected until somebody logs in", async () => {
  const at = await guarded();
  Object.assign(at, { method: "tools/list", needed: ["notes:list"] });
  at.there.valid.add("fixed");
  const auth = { type: "authorization-header", value: "Bearer fixed" };
  const { until } = running(configured({ own: { url: at.there.endpoint, auth } }));
  expect(await until("own", ({ problem }) => problem !== undefined)).toMatchObject({
    ...{ state: "disconnected", problem: "its credential lacks the scope `notes:list`" },
  });
});

test.each([
  [undefined, []],
  ["", []],
  ["a b a", ["a", "b"]],
  ['a"b \\ \u007f é c', ["c"]],
  [Array.from({ length: 100 }, (_, at) => `s${at}`).join(" "), Array.from({ length: 64 }, (_, at) => `s${at}`)],
])("the scopes in %j", (list, scopes) => {
  expect(scopesIn(list)).toEqual(scopes);
});
