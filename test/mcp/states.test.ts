/** The states of tool servers (P-S35), and what a catalog may learn of them (spec 2.7). */
import { expect, test } from "vitest";
import { limits } from "../../src/generated/protocol/tables.js";
import { HandClock } from "../ports/hand-clock.js";
import { type HandChildren, handChildren, speaking, tool } from "./hand-child.js";
import { configured, passing, type Running, running, type Written } from "./host.js";

function withTools(...names: readonly string[]): HandChildren {
  return handChildren(
    speaking((method) =>
      method === "tools/list"
        ? { tools: names.map((name) => tool(name)) }
        : { content: [{ type: "text", text: "done" }] },
    ),
  );
}

function started(
  children: HandChildren,
  servers: Readonly<Record<string, Written>>,
): Running & { readonly clock: HandClock } {
  const clock = new HandClock();
  return { ...running(configured(servers), { clock, startChild: children.start }), clock };
}

const OWN: Written = { command: "own" };

test("C127 a server says its name, transport, state, tools and how many of those are kept out, and nothing else", async () => {
  const { connected, servers } = started(withTools("b", "a"), { own: OWN, off: { ...OWN, default_enabled: false } });
  await connected("own");
  const seen = servers.snapshot().map((server) => ({ ...server, tools: server.tools.map(({ name }) => name) }));
  expect(seen).toEqual([
    { name: "off", transport: "stdio", state: "disabled", tools: [], rejected: 0 },
    { name: "own", transport: "stdio", state: "connected", tools: ["mcp__own__a", "mcp__own__b"], rejected: 0 },
  ]);
  expect(servers.tools().map(({ name }) => name)).toEqual(["mcp__own__a", "mcp__own__b"]);
});

test("C128 no command, argument, address, variable, header or credential is in a snapshot or in the log", async () => {
  const children = handChildren(() => {}, {
    begin: (child) => setImmediate(() => child.end({ code: 1, signal: undefined })),
  });
  const canary = {
    ended: { command: "canary-command", args: ["canary-arg"], env: { CANARY_NAME: "canary-env" } },
    away: { url: "http://127.0.0.1:1/canary-path", headers: { "X-Canary": "canary-header" } },
    login: { url: "http://canary-host.invalid/", auth: { type: "oauth", scopes: ["canary-scope"] } },
    header: { url: "http://127.0.0.1:1/", auth: { type: "authorization-header", value: "canary-value" } },
  };
  const { until, servers, lines } = started(children, canary);
  for (const name of Object.keys(canary)) await until(name, ({ problem }) => problem !== undefined);
  expect(servers.snapshot().every(({ problem }) => problem !== undefined)).toBe(true);
  expect(JSON.stringify(servers.snapshot()) + lines.join("")).not.toMatch(/canary/i);
});

test("a server is disabled, enabled and connected anew by its name, and each change is told once", async () => {
  const children = withTools("echo");
  const { servers, connected, changes, until, call, clock } = started(children, {
    own: { ...OWN, default_enabled: false },
  });
  expect(children.all).toHaveLength(0);
  expect(servers.reconnect("own")).toMatchObject({ state: "disabled" });
  expect(servers.enable("own")).toMatchObject({ state: "connecting" });
  await connected("own");
  expect(changes()).toBe(2);
  expect(servers.enable("own")).toMatchObject({ state: "connected" });
  expect(servers.reconnect("own")).toMatchObject({ state: "reconnecting", tools: [] });
  expect((await connected("own")).tools).toHaveLength(1);
  expect(changes()).toBe(4);
  expect(children.all).toHaveLength(2);
  expect(children.all[0]?.signals).toContain("SIGKILL");
  const echo = servers.tools()[0];
  expect(servers.disable("own")).toMatchObject({ state: "disabled", tools: [] });
  expect(servers.disable("own")).toMatchObject({ state: "disabled" });
  expect(changes()).toBe(5);
  expect(await echo?.run({}, { signal: new AbortController().signal })).toEqual({
    ...{ text: 'the tool server "own" is not connected', isError: true },
  });
  servers.enable("own");
  await until("own", ({ state }) => state === "connected");
  expect(await call("mcp__own__echo")).toEqual({ text: "done", isError: false });
  for (const change of ["enable", "disable", "reconnect"] as const) expect(servers[change]("unknown")).toBeUndefined();
  expect(clock.next === undefined || clock.next > 0).toBe(true);
});

test("a reload leaves servers alone that are as before, and others begin again or end", async () => {
  const children = withTools("echo");
  const { servers, connected, until, changes } = started(children, { same: OWN, changed: OWN, removed: OWN, off: OWN });
  for (const name of ["same", "changed", "removed", "off"]) await connected(name);
  servers.disable("off");
  const before = changes();
  servers.apply(configured({ same: OWN, changed: OWN, removed: OWN, off: OWN }));
  expect(changes()).toBe(before);
  const again = { same: OWN, changed: { ...OWN, args: ["more"] }, added: OWN, off: OWN };
  servers.apply(configured(again, "certificates of another trust store"));
  expect(servers.snapshot().map(({ name, state }) => `${name} ${state}`)).toEqual([
    ...["added connecting", "changed connecting", "off disabled", "same connected"],
  ]);
  await Promise.all([connected("added"), connected("changed")]);
  await until("changed", () => children.all.filter(({ signals }) => signals.length > 0).length === 3);
  expect(children.all).toHaveLength(6);
  expect(children.all.at(-1)?.options.words.length).toBeLessThanOrEqual(1);
  await servers.stop();
  expect(children.all.every(({ signals }) => signals.includes("SIGKILL"))).toBe(true);
  expect(servers.snapshot().every(({ state, tools }) => state === "disconnected" && tools.length === 0)).toBe(true);
  servers.apply(configured({ late: OWN }));
  for (const change of ["enable", "reconnect"] as const) servers[change]("same");
  await new Promise((resolve) => setImmediate(resolve));
  expect(children.all).toHaveLength(6);
});

test("a server that also writes prose to its output is said once in the log, with the number of lines and none of its words", async () => {
  const children = handChildren(
    speaking((method) => (method === "tools/list" ? { tools: [tool("echo")] } : undefined)),
    { begin: (child) => child.out("canary\nForge is ready\n") },
  );
  const { servers, connected, lines } = started(children, { own: OWN });
  await connected("own");
  children.all[0]?.out("more canary\n");
  await servers.stop();
  const said = lines.filter((line) => line.includes("no messages"));
  expect(said).toHaveLength(1);
  expect(said[0]).toMatch(/warn .*standard output that are no messages server=own lines=2\n$/);
  expect(lines.join("")).not.toContain("canary");
});

test("a call that takes longer than the configuration allows is cancelled, and says so", async () => {
  const children = handChildren(
    speaking((method) => (method === "tools/list" ? { tools: [tool("slow")] } : undefined)),
  );
  const { connected, call, clock } = started(children, { own: { ...OWN, default_timeout_seconds: 5 } });
  await connected("own");
  const result = call("mcp__own__slow");
  clock.pass(5_000);
  expect(await result).toEqual({ text: "the call took longer than 5 s and was cancelled", isError: true });
  expect(children.all[0]?.written()).toContain('"notifications/cancelled"');
});

test("blocked tools are hidden, by the name that is configured and by the one that is offered", async () => {
  const children = withTools("read", "drop_table", "odd.name");
  const block = ["mcp__own__drop_table", "mcp__own__odd.name", "mcp__other__read"];
  const { connected } = started(children, { own: { ...OWN, block_list: block } });
  const { tools, problem } = await connected("own");
  expect(tools.map(({ name }) => name)).toEqual(["mcp__own__read"]);
  expect(problem).toBeUndefined();
});

test("a flood of news of changed tools reads the list at most once a second", async () => {
  let lists = 0;
  let onList = (): void => {};
  const children = handChildren(
    speaking((method) => {
      lists += method === "tools/list" ? 1 : 0;
      onList();
      return { tools: [tool(`tool${Math.min(lists, 2)}`)] };
    }),
  );
  const { connected, clock, changes } = started(children, { own: OWN });
  await connected("own");
  const news = `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/tools/list_changed" })}\n`;
  const begun = clock.monotonic();
  children.all[0]?.out(news.repeat(5_000));
  const read = new Promise<void>((resolve) => {
    onList = () => (lists > 2 ? resolve() : undefined);
  });
  await passing(clock, read);
  // Of all the news, one list is read at once and one afterwards.
  expect(clock.monotonic() - begun).toBeGreaterThanOrEqual(limits.mcpRefresh);
  await passing(clock, new Promise<void>((resolve) => clock.after(3 * limits.mcpRefresh, resolve)));
  expect(lists).toBe(3);
  // All but the first list have the same tools.
  expect(changes()).toBe(2);
});

test("stopping ends all at once, also a server that is being connected", async () => {
  const children = handChildren(() => {}, { stubborn: true });
  const { servers, clock } = started(children, { one: OWN, two: OWN });
  while (children.all.length < 2) await new Promise((resolve) => setImmediate(resolve));
  await passing(clock, servers.stop());
  expect(children.all.map(({ signals }) => signals.includes("SIGKILL"))).toEqual([true, true]);
});

test("each output is logged where the configuration says so, in a file of its own", async () => {
  const children = withTools("echo");
  const { connected, servers, disk } = started(children, {
    ...{ both: { ...OWN, log_stdout: true }, none: { ...OWN, log_stderr: false } },
    "../odd": OWN,
  });
  for (const name of ["both", "none", "../odd"]) await connected(name);
  for (const child of children.all) child.err("said\n");
  await servers.stop();
  const paths = [...disk.image().keys()].filter((path) => path.startsWith("/mcp/")).toSorted();
  expect(paths).toEqual([
    expect.stringMatching(/^\/mcp\/\w{6}_[0-9a-f]{16}\.stderr\.log$/),
    ...["/mcp/both.stderr.log", "/mcp/both.stdout.log"],
  ]);
  expect(Buffer.from(disk.bytes("/mcp/both.stderr.log")).toString()).toBe("said\n");
  expect(Buffer.from(disk.bytes("/mcp/both.stdout.log")).toString()).toMatch(
    /^\{"jsonrpc":"2\.0","id":0,.*\n.*"tools".*\n$/,
  );
});

test("a server that is stopped while it starts has ended when the stop has", async () => {
  const children = withTools("echo");
  const slow: HandChildren["start"] = async (options) => {
    await new Promise((resolve) => setImmediate(resolve));
    return children.start(options);
  };
  const { servers } = running(configured({ own: OWN }), { clock: new HandClock(), startChild: slow });
  await new Promise((resolve) => setImmediate(resolve));
  await servers.stop();
  expect(children.all.every(({ signals }) => signals.includes("SIGKILL"))).toBe(true);
  expect(servers.snapshot()).toEqual([
    { name: "own", transport: "stdio", state: "disconnected", tools: [], rejected: 0 },
  ]);
});

test("a server without tools is connected and has none", async () => {
  const children = handChildren((child, line) => {
    const { id, method } = JSON.parse(line);
    const result = { protocolVersion: "2025-06-18", capabilities: {}, serverInfo: { name: "x", version: "1" } };
    if (method === "initialize") child.out(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
  });
  const { connected } = started(children, { own: OWN });
  expect(await connected("own")).toEqual({
    name: "own",
    transport: "stdio",
    state: "connected",
    tools: [],
    rejected: 0,
  });
});
