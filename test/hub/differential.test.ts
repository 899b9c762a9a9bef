/** Every route of a daemon asked directly and through the hub's proxy: the same answers, streams included (P-S49). */
import { expect, test } from "vitest";
import { daemonRouter, splitTarget } from "../../src/agent/wire/protocol/router.js";
import { daemonRoutes, proxyPath } from "../../src/generated/protocol/tables.js";
import type { HistoryPage, SyncSnapshot } from "../../src/generated/protocol/types.js";
import { SESSION, TOKEN } from "../daemon/bench.js";
import { type Answer, type Call, call, Wire, wired } from "../daemon/wire.js";
import { CALLER, Proxied } from "./proxied.js";

const BELOW = proxyPath.replace("{session_id}", SESSION);

/** What both must say alike: ids of requests and the headers of one connection are their own. */
function shown({ status, headers: { date: _, connection, "keep-alive": __, ...headers }, text }: Answer): object {
  return { status, headers, text: text.replace(/"request_id":"[^"]*"/, "") };
}

test("C288 every route of a daemon answers through the proxy as it does directly", async () => {
  const { bench, url } = await wired();
  const hub = await new Proxied().listen();
  await hub.place(url);
  const asked = new Set<string>();
  const both = async (path: string, about: Call = {}): Promise<Answer> => {
    const match = daemonRouter(about.method ?? "GET", splitTarget(path).path);
    if (match.kind === "route") asked.add(match.name);
    const direct = await call(url, path, about);
    const headers = { authorization: `Bearer ${CALLER}`, ...about.headers };
    const proxied = await call(hub.url, `${BELOW}${path}`, { ...about, headers });
    expect(shown(proxied), `${about.method ?? "GET"} ${path}`).toEqual(shown(direct));
    return direct;
  };
  const post = (value: object): Call => ({ method: "POST", body: JSON.stringify(value) });

  const { daemon_epoch, operation_window } = JSON.parse((await both("/sync")).text) as SyncSnapshot;
  const window = operation_window?.window ?? "";
  const operation = "11111111-2222-4333-8444-555555555555";
  const attachments = [
    { media_type: "text/plain", data_base64: Buffer.from("a file ".repeat(9000)).toString("base64") },
  ];
  const prompt = { content: "three blind mice", attachments, operation_context: { daemon_epoch, window, operation } };
  // The first time runs it; both of the next two are told of its result.
  await bench.turn(prompt.content, prompt);
  expect((await both("/prompt", post(prompt))).status).toBe(200);
  expect((await both(`/operations/${window}/${operation}`)).text).toContain('"completed"');
  await both(`/operations/${window}/00000000-0000-4000-8000-000000000000`);
  await both("/prompt", post({ ...prompt, content: "another" }));
  await both("/prompt", post({ content: 7 }));
  await both("/turn/input", post({ content: "later" }));
  await both("/turn/input");
  await both("/turn/input/newest", { method: "DELETE" });
  await both("/turn/cancel", { method: "POST" });
  await both("/compact", post({ guidance: "the mice" }));
  for (const path of [
    "/health",
    "/sync",
    "/sync/summary",
    "/daemon-state",
    "/nothing",
    "/sync?x=1",
    "/history?page=x",
    "/events?after=x",
  ])
    await both(path);
  const page = JSON.parse((await both("/history")).text) as HistoryPage;
  await both(`/history?checkpoint=${page.checkpoint}`);
  const attachment = page.items[0]?.attachments?.[0];
  const id = attachment !== undefined && "artifact_id" in attachment ? attachment.artifact_id : expect.unreachable();
  const range = (offset: number): string =>
    `/attachments/${id}?checkpoint=${page.checkpoint}&offset=${offset}&length=50000`;
  for (const offset of [0, 50_000, 70_000]) await both(range(offset));
  for (const method of ["HEAD", "PUT", "OPTIONS", "PATCH"]) await both("/sync", { method });
  await both("/prompt", { method: "POST", body: "x".repeat(17 * 1024 * 1024) });
  for (const [path, body] of [
    ["/model", { model: "echo" }],
    ["/model", { model: "none" }],
    ["/facet", { facet: "plan" }],
    ["/title", { title: "Another" }],
    ["/title", { title: " " }],
    ["/permission-monitor", { monitor: "bypass" }],
    ["/reload", {}],
    ...["enable", "disable", "reconnect", "oauth/start"].map((what) => [`/mcp/none/${what}`, {}] as const),
    ["/mcp/none/oauth/callback", { state: "s", code: "c" }],
    ["/interrogative/none/respond", { kind: "cancel" }],
  ] as const) {
    // The first time changes something; both of the next two are told that it is so already.
    await call(url, path, post(body));
    await both(path, post(body));
  }
  const { text } = await call(url, "/sync");
  await both("/terminate", { method: "POST", body: "[]" });
  // A stream counts as asked below.
  asked.add("events");
  expect([...asked].sort()).toEqual(Object.keys(daemonRoutes).sort());
  expect(JSON.parse(text)).toMatchObject({ history_total_items: 2 });
});

/** The data of a body in chunks, as far as it has come. */
function dataIn(text: string): string {
  let data = "";
  for (let at = text.indexOf("\r\n\r\n") + 4; ; ) {
    const end = text.indexOf("\r\n", at);
    const length = end === -1 ? Number.NaN : Number.parseInt(text.slice(at, end), 16);
    if (Number.isNaN(length)) return data;
    data += text.slice(end + 2, end + 2 + length);
    at = end + 2 + length + 2;
  }
}

test.each(["text/event-stream", "application/x-ndjson"])(
  "C153 C288 a stream of %s has the same bytes",
  async (accept) => {
    const { bench, url, port } = await wired();
    const hub = await new Proxied().listen();
    await hub.place(url);
    const { cursor } = JSON.parse((await call(url, "/sync")).text) as SyncSnapshot;
    await bench.turn("three blind mice");
    const read = async (at: number, path: string, token: string): Promise<string> => {
      const wire = new Wire(at);
      const head = `Host: localhost\r\nAuthorization: Bearer ${token}\r\nAccept: ${accept}\r\n\r\n`;
      await wire.write(`GET ${path}/events?after=${cursor} HTTP/1.1\r\n${head}`);
      await wire.heard(/"kind":"turn_finished"[^\n]*\n[\s\S]*\r\n$/);
      return dataIn(wire.text);
    };
    const direct = await read(port, "", TOKEN);
    expect(direct).toMatch(/heartbeat[\s\S]*frame/);
    expect(await read(hub.port, BELOW, CALLER)).toBe(direct);
  },
);
