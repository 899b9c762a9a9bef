/** The proxy of a hub as a caller and as a daemon see it: what is passed on, what stays behind, and what an end on one side does to the other. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { NewPrincipal } from "../../src/agent/fleet/hub/access/tokens.js";
import { refuse } from "../../src/agent/wire/protocol/codes.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { TOKEN } from "../daemon/bench.js";
import { call, Wire, wired } from "../daemon/wire.js";
import { runningHub } from "./hub.js";
import { BELOW, CALLER, Proxied, scripted } from "./proxied.js";

const asCaller = { authorization: `Bearer ${CALLER}` };
const OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const codeOf = ({ text }: { readonly text: string }): unknown => JSON.parse(text).code;

test("C150 a daemon gets its own bearer, and nothing that belongs to the caller's connection", async () => {
  const daemon = await scripted((socket) => socket.write(OK.replace("\r\n\r\n", "\r\nSet-Cookie: a=b\r\n\r\n")));
  const hub = await new Proxied().listen();
  await hub.place(daemon.url);
  const headers = {
    ...{ ...asCaller, cookie: "c=d", forwarded: "for=x", "x-forwarded-for": "x", "x-kept": "yes" },
    ...{ connection: "close, x-named", "x-named": "no", te: "trailers", "proxy-authorization": "secret" },
  };
  const answer = await call(hub.url, `${BELOW}/health?a=%2F&b=%zz`, { headers });
  expect([answer.status, answer.text, answer.headers["set-cookie"]]).toEqual([200, "ok", undefined]);
  const [head = ""] = daemon.heard;
  expect(head).toContain("GET /health?a=%2F&b=%zz HTTP/1.1\r\n");
  expect(head).toContain(`authorization: Bearer ${TOKEN}\r\n`);
  expect(head).toContain("x-kept: yes\r\n");
  expect(head).not.toMatch(new RegExp(`${CALLER}|cookie|forwarded|x-named|\\r\\nte:|proxy-|${hub.port}`, "i"));
});

test("C154 no daemon, one that does not answer, and one that breaks off: 502, 504, and no fake end", async () => {
  const hub = await new Proxied().listen();
  const ask = (path = `${BELOW}/health`, method = "GET") => call(hub.url, path, { method, headers: asCaller });
  const unknown = await ask();
  expect([unknown.status, codeOf(unknown)]).toEqual([404, "not_found"]);
  await hub.place("http://127.0.0.1:1");
  const refused = await ask();
  expect([refused.status, codeOf(refused)]).toEqual([502, "daemon_unreachable"]);
  const garbage = await scripted((socket) => socket.end("nonsense\r\n\r\n"));
  await hub.place(garbage.url);
  expect((await ask()).status).toBe(502);
  const closes = await scripted((socket) => socket.destroy());
  await hub.place(closes.url);
  expect((await ask(`${BELOW}/terminate`, "POST")).status).toBe(502);
  expect(closes.sockets).toHaveLength(1);
  const long = await scripted((socket) => socket.end(`HTTP/1.1 200 OK\r\nX: ${"x".repeat(40_000)}\r\n\r\n`));
  await hub.place(long.url);
  expect((await ask(`${BELOW}/terminate`, "POST")).status).toBe(502);
  for (const rest of ["Content-Length: 9\r\n\r\nshort", "Transfer-Encoding: chunked\r\n\r\n5\r\nshort\r\n"]) {
    const cut = await scripted((socket) => socket.end(`HTTP/1.1 200 OK\r\n${rest}`));
    await hub.place(cut.url);
    await expect(ask(`${BELOW}/x`, "POST")).rejects.toThrow();
  }
  const endless = await scripted((socket) => socket.end("HTTP/1.1 200 OK\r\n\r\nends with its connection"));
  await hub.place(endless.url);
  expect((await ask(`${BELOW}/x`, "POST")).status).toBe(502);
  let heard = (): void => {};
  const isHeard = new Promise<void>((resolve) => {
    heard = resolve;
  });
  const mute = await scripted(() => heard());
  await hub.place(mute.url);
  const waiting = ask(`${BELOW}/x`, "POST");
  await isHeard;
  hub.clock.pass(limits.proxyTimeout);
  const slow = await waiting;
  expect([slow.status, codeOf(slow)]).toEqual([504, "daemon_timeout"]);
});

test("C154 a daemon that was continued elsewhere is found; a command is sent once", async () => {
  const hub = await new Proxied().listen();
  const ask = (method: string) => call(hub.url, `${BELOW}/health`, { method, headers: asCaller });
  const first = await scripted((socket) => socket.write(OK));
  await hub.place(first.url);
  expect((await ask("GET")).status).toBe(200);
  const denied = await scripted((socket) => socket.write(OK.replace("200", "401")));
  await hub.place(denied.url);
  const other = await scripted((socket) => socket.write(OK));
  for (const socket of first.sockets) socket.destroy();
  await hub.place(other.url);
  expect((await ask("POST")).status).toBe(200);
  expect(other.heard).toHaveLength(1);
  await hub.place(denied.url);
  expect((await ask("POST")).status).toBe(502);
});

test("C144 authority and session are asked before the session is looked for, and each path has its authority", async () => {
  const asked: unknown[] = [];
  const hub = await new Proxied().listen((authority, session) => {
    asked.push([authority, session]);
    return refuse("target_not_allowed");
  });
  const all = [
    ...([
      ["GET", "/sync", "read"],
      ["POST", "/prompt", "control"],
      ["POST", "/terminate", "manage"],
      ["POST", "/mcp/one/oauth/callback", "manage"],
      ["POST", "/mcp/one/oauth/%63allback", "manage"],
      ["POST", "/mcp/one/oauth/callback/", "manage"],
    ] as const),
    ...([
      ["HEAD", "/sync", "read"],
      ["GET", "/later", "read"],
      ["PATCH", "/sync", "manage"],
    ] as const),
    ...([["POST", "/%74erminate", "manage"]] as const),
  ];
  for (const [method, path, authority] of all) {
    const answer = await call(hub.url, `/api/v1/sessions/other/daemon${path}`, { method, headers: asCaller });
    expect(answer.status, path).toBe(403);
    expect(asked.pop()).toEqual([authority, "other"]);
  }
});

test("paths that two readers could read differently are 400", async () => {
  const daemon = await scripted((socket) => socket.write(OK));
  const hub = await new Proxied().listen();
  await hub.place(daemon.url);
  const raw = async (line: string, more = "", body = ""): Promise<string> => {
    const wire = new Wire(hub.port);
    await wire.write(
      `${line} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${CALLER}\r\nConnection: close\r\n${more}\r\n${body}`,
    );
    return (await wire.closed()).slice(9, 12);
  };
  for (const path of [
    "/a%2Fb",
    "/a%5cb",
    "/a\\b",
    "/../x",
    "/%2e%2E/x",
    "/a/./b",
    "/a//b",
    "/a%00",
    "/%",
    "/%zz",
    "/%ff",
  ])
    expect(await raw(`GET ${BELOW}${path}`), path).toBe("400");
  const details = async (method: string, path: string, headers: Record<string, string> = {}): Promise<unknown> =>
    JSON.parse((await call(hub.url, path, { method, headers: { ...asCaller, ...headers } })).text).details;
  expect(await details("GET", `${BELOW}/operations/%00/x`)).toEqual({ mistake: "wrong_path" });
  expect(await details("DELETE", `${BELOW}/a//b`)).toEqual({ mistake: "wrong_path" });
  expect(await details("POST", `${BELOW}/x`, { "transfer-encoding": "gzip, chunked" })).toEqual({ mistake: "framing" });
  expect(await raw("GET /api/v1/sessions/NO_ID/daemon/health")).toBe("404");
  expect(await raw(`GET ${BELOW}`)).toBe("404");
  expect(await raw(`POST ${BELOW}/x`, "Transfer-Encoding: chunked\r\nContent-Length: 3\r\n")).toBe("400");
  expect(await raw(`POST ${BELOW}/x`, "Transfer-Encoding: gzip, chunked\r\n", "0\r\n\r\n")).toBe("400");
  expect(await raw(`GET ${BELOW}/x`, `Authorization: Bearer ${CALLER}\r\n`)).not.toBe("500");
});

test("each route of a daemon that `hub-openapi` lists is passed on", async () => {
  const openapi = JSON.parse(readFileSync("schema/hub-openapi.json", "utf8")) as { paths: Record<string, object> };
  const below = Object.entries(openapi.paths).flatMap(([path, methods]) => {
    const [before, after] = path.split("/daemon/");
    if (before !== "/api/v1/sessions/{session_id}" || after === undefined) return [];
    const asked = `/${after.replaceAll(/\{\w+\}/g, "one")}`;
    return Object.keys(methods)
      .filter((one) => /^(?:get|post|delete)$/.test(one))
      .map((one) => [one.toUpperCase(), asked] as const);
  });
  expect(below).toContainEqual(["POST", "/mcp/one/oauth/callback"]);
  const daemon = await scripted((socket) => socket.write(OK));
  const hub = await new Proxied().listen();
  await hub.place(daemon.url);
  for (const [method, path] of below) {
    const answer = await call(hub.url, `${BELOW}${path}`, { method, headers: asCaller });
    expect([answer.status, answer.text], `${method} ${path}`).toEqual([200, "ok"]);
    expect(daemon.heard.join("")).toContain(`${method} ${path} HTTP/1.1`);
  }
});

test.each<[string, NewPrincipal, string | number]>([
  ["a machine", { kind: "machine", scopes: ["machine"] }, "daemon_unreachable"],
  ["a person with `sessions.manage`", { kind: "human", scopes: ["sessions.manage"] }, "daemon_unreachable"],
  ["a person with `sessions.control`", { kind: "human", scopes: ["sessions.control"] }, "insufficient_scope"],
  ["a daemon", { kind: "daemon", scopes: [], session_id: "s" }, "insufficient_scope"],
])("the end of a login goes through for %s: %j", async (_, principal, code) => {
  const hub = await runningHub();
  hub.session("s");
  const { token } = await hub.token(principal);
  const body = JSON.stringify({ state: "s", code: "c" });
  const path = "/api/v1/sessions/s/daemon/mcp/one/oauth/callback";
  expect(await hub.code(path, { method: "POST", token, body })).toBe(code);
});

test("C153 an end on one side is the end of the other: a caller that leaves, with and without an answer", async () => {
  let heard = (): void => {};
  const daemon = await scripted((socket, text) => {
    if (text.includes("/events")) socket.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\none\r\n");
    heard();
  });
  const hub = await new Proxied().listen();
  await hub.place(daemon.url);
  for (const path of ["/events", "/silent"]) {
    const arrived = new Promise<void>((resolve) => {
      heard = resolve;
    });
    const wire = new Wire(hub.port);
    await wire.write(`GET ${BELOW}${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${CALLER}\r\n\r\n`);
    await arrived;
    if (path === "/events") await wire.heard("one");
    const socket = daemon.sockets.at(-1);
    const gone = new Promise<void>((resolve) => socket?.once("close", () => resolve()));
    // A caller that only half-closes its connection still waits for an answer.
    if (path === "/events") wire.socket.destroy();
    else wire.socket.resetAndDestroy();
    await gone;
  }
});

test("a body that is longer than buffers waits for a daemon that does not read, and its answer passes it", async () => {
  const daemon = await scripted((socket) => {
    socket.pause();
  });
  const hub = await new Proxied().listen();
  await hub.place(daemon.url);
  const wire = new Wire(hub.port);
  const length = 64 * 1024 * 1024;
  await wire.write(
    `POST ${BELOW}/prompt HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${CALLER}\r\nContent-Length: ${length}\r\n\r\n`,
  );
  let isTaken = false;
  void wire.write(Buffer.alloc(length)).then(() => {
    isTaken = true;
  });
  while (daemon.sockets.length === 0) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 2000; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  expect(isTaken).toBe(false);
  daemon.sockets[0]?.write("HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n");
  await wire.heard("HTTP/1.1 413");
});

test("C288 a body that breaks with its head is refused at once, as by a daemon", async () => {
  const { url } = await wired();
  const hub = await new Proxied().listen();
  await hub.place(url);
  const answers: string[] = [];
  for (const [port, path, token] of [
    [Number(new URL(url).port), "/prompt", TOKEN],
    [hub.port, `${BELOW}/prompt`, CALLER],
  ] as const) {
    const wire = new Wire(port);
    const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n`;
    await wire.write(`${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`);
    answers.push((await wire.closed()).replace(/Date: .*\r\n|"request_id":"[^"]*"/g, ""));
  }
  expect(answers[0]).toContain("broken_body");
  expect(answers[1]).toBe(answers[0]);
});

test("C288 the routes of a daemon answer through the proxy as they do directly", async () => {
  const { url } = await wired();
  const hub = await new Proxied().listen();
  await hub.place(url);
  const all = [
    ...[
      "/health",
      "/sync/summary",
      "/turn/input",
      "/history?page=bad",
      "/events?after=bad",
      "/nothing",
      ...["/", "/health/", "/sync/?x", "/nothing/"],
      "/attachments/x",
    ].map((path) => ["GET", path] as const),
    ...([
      ["POST", "/prompt", "{}"],
      ["POST", "/prompt", "nonsense"],
      ["POST", "/turn/cancel"],
      ["PUT", "/sync"],
    ] as const),
    ...([
      ["DELETE", "/turn/input/newest", "{}"],
      ["DELETE", "/turn/input/newest"],
      ["OPTIONS", "/sync"],
    ] as const),
    ...([
      ["HEAD", "/health"],
      ["POST", "/turn/input", "[]"],
      ["GET", "/operations/a/b"],
    ] as const),
  ] as readonly (readonly [method: string, path: string, body?: string])[];
  for (const [method, path, body] of all) {
    const asking = { method, ...(body === undefined ? {} : { body }) };
    const direct = await call(url, path, asking);
    const proxied = await call(hub.url, `${BELOW}${path}`, { ...asking, headers: asCaller });
    const shown = ({
      status,
      headers: { date: _, connection, "keep-alive": __, ...headers },
      text,
    }: typeof direct) => ({
      ...{ status, headers },
      text: text.replace(/"(?:request|prompt)_id":"[^"]*"/, ""),
    });
    expect(shown(proxied), `${method} ${path}`).toEqual(shown(direct));
  }
});
