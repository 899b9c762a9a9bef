/** Tool servers of a running daemon, and the configuration that drives them (P-S35, P-S37, P-S81, P-S84). */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { DaemonState, McpState, ProtocolError } from "../../src/generated/protocol/types.js";
import { httpServer } from "../mcp/http-server.js";
import { authority } from "../mcp/oauth/authority.js";
import { answerIn } from "../mcp/oauth/bench.js";
import { single } from "../model/asking.js";
import { calling, callOf, inTurn, modelServer, saying } from "../model/server.js";
import { type Bench, OFFLINE, running } from "./bench.js";
import type { TestExchange } from "./exchange.js";

const STDIO = `{ transport: stdio, command: ${JSON.stringify(process.execPath)}, args: [${JSON.stringify(resolve("fixtures/mcp/stdio.js"))}]`;

const stateOf = async (bench: Bench): Promise<DaemonState> => (await bench.get("/daemon-state")).json<DaemonState>();

/** Resolves when the catalog says so; each change of a server is a record. */
async function until(bench: Bench, stream: TestExchange, holds: (state: DaemonState) => boolean): Promise<DaemonState> {
  for (let seen = 0; ; ) {
    const state = await stateOf(bench);
    if (holds(state)) return state;
    const changes = (): number => stream.records.filter(({ kind }) => kind === "daemon_catalog_changed").length;
    await stream.until(() => changes() > seen);
    seen = changes();
  }
}

const is =
  (state: McpState, ...names: readonly string[]) =>
  ({ mcp_servers }: DaemonState): boolean =>
    names.every((name) => mcp_servers.some((server) => server.name === name && server.state === state));

test("two servers, over stdio and HTTP: their tools are called in one answer, and C025 C128 nothing of their configuration is published", async () => {
  const remote = await httpServer();
  const server = await modelServer(
    inTurn(
      calling(callOf("mcp__near__environment", {}, 0), callOf("mcp__far__echo", { words: "far" }, 1)),
      saying("ok"),
    ),
  );
  const bench = await running({
    config: `${single(`${server.url}/v1`)}default_permission_matcher: bypass
mcp_servers:
  near: ${STDIO}, pass_env: [], env: { CANARY_NAME: canary-value } }
  far: { transport: http, url: "${remote.url}" }
`,
  });
  const stream = await bench.follow();
  bench.clock.pass(0);
  const state = await until(bench, stream, is("connected", "near", "far"));
  expect(JSON.stringify(state)).not.toMatch(/canary|fixtures|127\.0\.0\.1/i);
  await bench.turn("go");
  const results = (await bench.history()).filter(({ kind }) => kind === "tool_result");
  expect(results).toHaveLength(2);
  const near = results.find(({ tool }) => tool?.name === "mcp__near__environment");
  expect(JSON.parse(near?.text ?? "")).toEqual({ CANARY_NAME: "canary-value" });
  expect(results.find(({ tool }) => tool?.name === "mcp__far__echo")?.text).toBe("far");
});

test("P-S91 a server that cannot be used says why in the catalog, scrubbed", async () => {
  const CANARY = "canary-of-the-environment";
  const script = "console.error('Usage: own, not ' + process.env.TOKEN); process.exit(1)";
  const command = `{ transport: stdio, command: ${JSON.stringify(process.execPath)}, args: [-e, ${JSON.stringify(script)}]`;
  const bench = await running({
    config: `${OFFLINE}mcp_servers:\n  usage: ${command}, env: { TOKEN: "\${TOKEN}" } }\n  gone: { transport: stdio, command: no-such-server }\n`,
    load: { env: { HOME: "/dev/null/home", TOKEN: CANARY } },
  });
  const stream = await bench.follow();
  expect((await stateOf(bench)).mcp_servers).toEqual(
    ["gone", "usage"].map((name) => ({ name, transport: "stdio", state: "connecting", tool_count: 0, tools: [] })),
  );
  bench.clock.pass(0);
  const state = await until(bench, stream, ({ mcp_servers }) =>
    mcp_servers.every(({ problem }) => problem !== undefined),
  );
  expect(state.mcp_servers.map(({ name, state: is, problem }) => [name, is, problem])).toEqual([
    ["gone", "disconnected", "its command was not found"],
    ["usage", "reconnecting", "it ended with code 1: Usage: own, not [redacted]"],
  ]);
  expect(JSON.stringify(state) + bench.log.join("")).not.toContain(CANARY);
});

test("P-S81 a server is disabled, enabled and reconnected; an unknown one is 404", async () => {
  const bench = await running({ config: `${OFFLINE}mcp_servers:\n  near: ${STDIO}, default_enabled: false }\n` });
  const stream = await bench.follow();
  bench.clock.pass(0);
  expect(is("disabled", "near")(await stateOf(bench))).toBe(true);
  const enabled = await bench.post("/mcp/near/enable");
  expect([enabled.status, enabled.json<{ status: string }>().status]).toEqual([202, "accepted"]);
  const state = await until(bench, stream, is("connected", "near"));
  expect(state.tools.map(({ name }) => name)).toContain("mcp__near__echo");
  expect((await bench.post("/mcp/near/disable")).json()).toEqual({ status: "accepted", state: "disabled" });
  await until(bench, stream, is("disabled", "near"));
  for (const what of ["enable", "disable", "reconnect", "oauth/start"])
    expect((await bench.post(`/mcp/none/${what}`)).status).toBe(404);
  expect((await bench.post("/mcp/near/oauth/start")).status).toBe(404);
});

test("P-S37 a reload of a broken file is 422 with its errors and changes nothing; a good one is used, and C133 the same is unchanged", async () => {
  const bench = await running({ config: OFFLINE });
  const reload = (): Promise<TestExchange> => bench.post("/reload");
  const { catalog_revision } = await bench.sync();
  expect((await reload()).json()).toEqual({ status: "unchanged", catalog_revision });
  writeFileSync(bench.file, "version: 3\nmodels: { m: 7 }\n");
  const refused = await reload();
  expect([refused.status, refused.json<ProtocolError>().code]).toEqual([422, "configuration_error"]);
  expect(refused.json<ProtocolError>().details?.errors?.[0]).toMatchObject({ line: 2 });
  expect((await stateOf(bench)).models.map(({ name }) => name)).toEqual(["echo"]);
  writeFileSync(bench.file, OFFLINE.replaceAll("echo", "other"));
  const changed = (await reload()).json<{ status: string; catalog_revision: string }>();
  expect(changed.status).toBe("changed");
  expect(changed.catalog_revision).not.toBe(catalog_revision);
  expect((await stateOf(bench)).models.map(({ name }) => name)).toEqual(["other"]);
});

test("the servers and facets of a project that nobody vouches for do not count", async () => {
  const project = mkdtempSync(join(tmpdir(), "agent-project-"));
  onTestFinished(() => rmSync(project, { recursive: true, force: true }));
  mkdirSync(join(project, ".agent"));
  writeFileSync(join(project, ".agent/config.yaml"), `version: 3\nmcp_servers:\n  near: ${STDIO} }\n`);
  const started: string[] = [];
  const bench = await running({
    load: { projectFile: join(project, ".agent/config.yaml"), projectTrust: "untrusted" },
    host: {
      startChild: ({ program }) => {
        started.push(program);
        return Promise.reject(new Error("ENOENT"));
      },
    },
  });
  bench.clock.pass(0);
  expect((await stateOf(bench)).mcp_servers).toEqual([]);
  await bench.turn("hello");
  expect(started).toEqual([]);
  expect(bench.withheld.map(({ path }) => path)).toContain("/mcp_servers/near");
});

test("C024 a login whose redirect leads elsewhere ends at the authenticated route, and its state is good once", async () => {
  const there = await authority();
  const auth = "{ type: oauth, redirect: { type: fixed, uri: https://agent.example/back } }";
  const bench = await running({
    config: `${OFFLINE}mcp_servers:\n  notes: { transport: http, url: "${there.endpoint}", auth: ${auth} }\n`,
  });
  bench.clock.pass(0);
  const started = await bench.post("/mcp/notes/oauth/start");
  expect(started.status).toBe(200);
  const answer = answerIn(there.agree(started.json<{ url: string }>().url));
  const back = (body: object): Promise<TestExchange> => bench.post("/mcp/notes/oauth/callback", body);
  const wrong = await back({ ...answer, state: "another" });
  expect([wrong.status, wrong.json<ProtocolError>().details]).toEqual([
    400,
    { mistake: "wrong_value", field: "state" },
  ]);
  const unknown = bench.send("/mcp/notes/oauth/callback", {
    ...{ method: "POST", body: JSON.stringify(answer), headers: [["authorization", "Bearer no"]] },
  });
  await unknown.until(({ isEnded }) => isEnded);
  expect(unknown.status).toBe(401);
  expect((await back(answer)).json()).toEqual({ status: "completed" });
  expect((await back(answer)).status).toBe(400);
  const login = [...bench.disk.image()].find(([path]) => path.endsWith("/auth/mcp/notes/login.json"));
  expect(login).toBeDefined();
  expect(bench.log.join("")).not.toMatch(/"?access|refresh_token/);
});

test("P-S84 a login at a server that is gone is refused with the reason", async () => {
  const bench = await running({
    config: `${OFFLINE}mcp_servers:\n  notes: { transport: http, url: "http://127.0.0.1:1/mcp", auth: { type: oauth } }\n`,
  });
  bench.clock.pass(0);
  const started = await bench.post("/mcp/notes/oauth/start");
  expect([started.status, started.json()]).toEqual([
    502,
    expect.objectContaining({
      ...{ code: "login_failed", message: "the login at the tool server did not work" },
      details: { reason: expect.stringMatching(/cannot be reached \(E[A-Z]+\)$/) },
    }),
  ]);
});

test.each([
  ["sees", "supports_vision: true", 1],
  ["does not see", "", 0],
])("P-S85 an image in a result: a model that %s", async (_, sees, images) => {
  const server = await modelServer(inTurn(calling(callOf("mcp__near__image", {})), saying("ok")));
  const bench = await running({
    config: `${single(`${server.url}/v1`, "", sees)}default_permission_matcher: bypass\nmcp_servers:\n  near: ${STDIO} }\n`,
  });
  const stream = await bench.follow();
  bench.clock.pass(0);
  await until(bench, stream, is("connected", "near"));
  await bench.turn("go");
  const [, , result] = await bench.history();
  expect(result?.attachments).toMatchObject([{ media_type: "image/png", scrubbed: false }]);
  expect(server.asked.at(-1)?.body.match(/data:image\/png;base64,/g) ?? []).toHaveLength(images);
});
