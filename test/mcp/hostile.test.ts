/** Tool servers that do what no server should: each has its state and a problem, memory stays bounded, and its neighbour works on. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { Scrubber } from "../../src/agent/session/scrub/scrubber.js";
import { limits } from "../../src/generated/protocol/tables.js";
import { cases } from "../cases.js";
import { HandClock } from "../ports/hand-clock.js";
import { type Behaviour, type HandChild, type HandChildren, handChildren, speaking, tool } from "./hand-child.js";
import { configured, passing, type Running, running } from "./host.js";

const GOOD = speaking((method) =>
  method === "tools/list" ? { tools: [tool("echo")] } : { content: [{ type: "text", text: "hello" }] },
);

/** Two servers: `bad` is as given, and `good` works. */
function beside(bad: HandChildren): Running & { readonly clock: HandClock } {
  const good = handChildren(GOOD);
  const clock = new HandClock();
  const startChild: HandChildren["start"] = (options) => (options.program === "bad" ? bad : good).start(options);
  const config = configured({ bad: { command: "bad" }, good: { command: "good" } });
  return { ...running(config, { clock, startChild }), clock };
}

async function worksOn({ connected, call }: Running): Promise<void> {
  await connected("good");
  expect(await call("mcp__good__echo")).toEqual({ text: "hello", isError: false });
}

/** Tools in pages, as a server lists them. */
const listing = (tools: readonly unknown[]): Behaviour =>
  speaking((method) => (method === "tools/list" ? { tools } : undefined));

test("of 10,000 tools the first thousand are offered, and the server says so", async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => tool(`tool${String(index).padStart(5, "0")}`));
  const servers = beside(handChildren(listing(many)));
  const { tools, problem } = await servers.connected("bad");
  expect(tools).toHaveLength(limits.mcpTools);
  expect(problem).toBe("it offers too many tools, and 1000 are used");
  await worksOn(servers);
});

test("a tool whose name holds a credential is offered to nobody, whatever characters the credential has", async () => {
  const secrets = ["the-canary-secret", "the.canary+secret/2"];
  const servers = running(configured({ bad: { command: "bad" } }), {
    ...{ clock: new HandClock(), scrubber: () => new Scrubber(new Set(secrets)) },
    startChild: handChildren(listing([tool("fine"), ...secrets.map((secret) => tool(`t_${secret}`))])).start,
  });
  const { tools, rejected, problem } = await servers.connected("bad");
  expect(tools.map(({ name }) => name)).toEqual(["mcp__bad__fine"]);
  expect(rejected).toBe(2);
  expect(problem).toBe("2 of its tools have names like a credential");
});

test("a list that never ends is read up to the limit of its pages", async () => {
  let pages = 0;
  const bad = handChildren(
    speaking(() => {
      pages += 1;
      return { tools: [], nextCursor: String(pages) };
    }),
  );
  const servers = beside(bad);
  expect(await servers.connected("bad")).toMatchObject({ tools: [] });
  expect(pages).toBe(limits.mcpPages);
  await worksOn(servers);
});

test("long names are shortened and reach the server whole; long descriptions are cut", async () => {
  const long = "n".repeat(10_000);
  const called: unknown[] = [];
  const bad = handChildren(
    speaking((method, params) => {
      if (method === "tools/list") return { tools: [tool(long, { description: "d".repeat(1_000_000) })] };
      called.push(params["name"]);
      return { content: [] };
    }),
  );
  const servers = beside(bad);
  const { tools } = await servers.connected("bad");
  expect(tools[0]?.name).toMatch(/^mcp__bad__n{37}_[0-9a-f]{16}$/);
  expect(tools[0]?.description).toHaveLength(limits.mcpDescription);
  await servers.call(tools[0]?.name ?? "");
  expect(called).toEqual([long]);
});

test("tools that are none, and schemas that are no schema, too deep or too large, are left out and counted", async () => {
  const deep = `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`;
  const text = (schema: string): string => `{"name":"deep","inputSchema":{"type":"object","properties":${schema}}}`;
  const good = tool("good", { inputSchema: { properties: { __proto__: null } } });
  const bad = [
    ...[null, 7, "tool", [], {}, tool(""), tool("x", { inputSchema: [] }), tool("x", { inputSchema: "object" })],
    ...[tool("x", { inputSchema: { type: "string" } }), { ...tool("x"), name: 5 }, tool("x\ud800")],
    tool("large", { inputSchema: { type: "object", description: "d".repeat(limits.mcpSchemaSize) } }),
    ...[tool("twice"), tool("twice")],
  ];
  const result = JSON.stringify({ tools: [...bad, good] }).replace("null,", `null,${text(deep)},`);
  const servers = beside(
    handChildren((child, line) => {
      const { id, method } = JSON.parse(line);
      if (method === "tools/list") child.out(`{"jsonrpc":"2.0","id":${id},"result":${result}}\n`);
      else listing([])(child, line);
    }),
  );
  const { tools, problem } = await servers.connected("bad");
  expect(tools.map(({ name }) => name)).toEqual(["mcp__bad__good", "mcp__bad__twice"]);
  expect(problem).toBe("14 of its tools are malformed or too large");
  await worksOn(servers);
});

const ENDED: readonly (readonly [title: string, children: () => HandChildren, problem: string | RegExp])[] = [
  [
    "a description of 50 MB",
    () =>
      handChildren((child, line) => {
        if (!line.includes("tools/list")) return GOOD(child, line);
        child.out('{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"x","description":"');
        child.out(Buffer.alloc(50_000_000, "d"));
        child.out('"}]}}\n');
      }),
    "it sends a message that is too long",
  ],
  [
    "a line that never ends",
    () =>
      handChildren(() => {}, {
        begin: (child) => {
          const piece = Buffer.alloc(65_536, "x");
          setImmediate(() => {
            for (let sent = 0; sent < 2 * limits.mcpMessage; sent += piece.length) child.out(piece);
          });
        },
      }),
    "it sends a message that is too long",
  ],
  [
    "garbage on stdout",
    () => handChildren(GOOD, { begin: (child) => setImmediate(() => child.out("no message\n".repeat(2_000))) }),
    "its output is not MCP",
  ],
  [
    "JSON that is no message",
    () =>
      handChildren(GOOD, { begin: (child) => setImmediate(() => child.out('[]\n7\n{"jsonrpc":"1.0"}\n'.repeat(400))) }),
    "its output is not MCP",
  ],
  ["an error for the handshake", () => handChildren(failing), "it answered with an error"],
  ["a list that is none", () => handChildren(speaking(() => ({ tools: "many" }))), "its list of tools is none"],
  [
    "requests that it asks while it reads nothing",
    () =>
      handChildren(() => {}, {
        deaf: true,
        begin: (child) => {
          const ping = `${JSON.stringify({ jsonrpc: "2.0", id: "p".repeat(100_000), method: "ping" })}\n`;
          setImmediate(() => {
            for (let sent = 0; sent < 100; sent += 1) child.out(ping);
          });
        },
      }),
    "it does not read what it is sent",
  ],
];

function failing(child: HandChild, line: string): void {
  const { id } = JSON.parse(line);
  child.out(`${JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32_000, message: "canary" } })}\n`);
}

for (const [title, children, problem] of ENDED) {
  test(`${title}: the server is disconnected and has ended`, async () => {
    const bad = children();
    const servers = beside(bad);
    await worksOn(servers);
    const ended = servers.until("bad", (server) => server.problem !== undefined);
    expect(await passing(servers.clock, ended)).toEqual(
      expect.objectContaining({ state: "disconnected", tools: [], problem }),
    );
    await servers.servers.stop();
    // An error for the first request may be that of another revision.
    expect(bad.all).toHaveLength(title === "an error for the handshake" ? 2 : 1);
    expect(bad.all.every(({ signals }) => signals.includes("SIGKILL"))).toBe(true);
    expect(servers.lines.join("")).not.toContain("canary");
  });
}

test("a server that never answers the handshake holds up no other, and is tried again after a minute", async () => {
  const bad = handChildren(() => {});
  const servers = beside(bad);
  await worksOn(servers);
  expect(servers.of("bad")).toEqual({ name: "bad", transport: "stdio", state: "connecting", tools: [], rejected: 0 });
  servers.clock.pass(limits.mcpAnswer);
  expect(await servers.until("bad", ({ state }) => state === "reconnecting")).toMatchObject({
    problem: "it did not answer in 60 s",
  });
  expect(bad.all).toHaveLength(1);
  await passing(
    servers.clock,
    until(() => bad.all.length === 2),
  );
  expect(bad.all[0]?.signals).toContain("SIGKILL");
});

test("a server that ends at once is tried again, each time later, and given up after the last attempt", async () => {
  const bad = handChildren(() => {}, {
    begin: (child) => setImmediate(() => child.end({ code: 3, signal: undefined })),
  });
  const servers = beside(bad);
  await worksOn(servers);
  const began: number[] = [];
  let known = 0;
  while (servers.of("bad").state !== "disconnected" || bad.all.length === 0 || known === 0) {
    await new Promise((resolve) => setImmediate(resolve));
    if (bad.all.length > known) began.push(servers.clock.monotonic());
    known = bad.all.length;
    servers.clock.pass(250);
  }
  expect(bad.all).toHaveLength(limits.mcpRetries + 1);
  expect(servers.of("bad").problem).toBe("it ended with code 3");
  const gaps = began.slice(1).map((at, index) => at - (began[index] ?? 0));
  // A wait begins a few moments after an end.
  expect(gaps.map((gap) => Math.floor(gap / 1000))).toEqual(
    [...gaps].map((gap) => Math.floor(gap / 1000)).toSorted((a, b) => a - b),
  );
  expect(Math.max(...gaps)).toBeLessThan(limits.mcpRetryMost + 5_000);
});

test("a flood of stderr is read as fast as the disk takes it", async () => {
  const bad = handChildren(GOOD);
  const servers = beside(bad);
  await servers.connected("bad");
  const [child] = bad.all;
  if (child === undefined) throw new Error("no child");
  for (let sent = 0; sent < 20; sent += 1) {
    child.err(`${"flood ".repeat(1_000)}${sent}\n`);
    expect(child.isPaused()).toBe(true);
    // A program whose outputs are not read writes no more.
    await until(() => !child.isPaused());
  }
  expect(await servers.call("mcp__bad__echo")).toEqual({ text: "hello", isError: false });
  await servers.servers.stop();
  expect(servers.disk.bytes("/mcp/bad.stderr.log").length).toBe(20 * 6_001 + 30);
});

test("results that are garbage, too deep or of no call are results of their calls, or nothing", async () => {
  const answers: Readonly<Record<string, string>> = {
    deep: `{"content":[],"structuredContent":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
    list: '{"content":{"type":"text"}}',
    tampered: '{"__proto__":{"isError":true},"content":[{"type":"text","text":"own"}],"isError":false}',
  };
  const bad = handChildren((child, line) => {
    const { id, method, params } = JSON.parse(line);
    if (method !== "tools/call")
      return listing([tool("deep"), tool("list"), tool("tampered"), tool("error")])(child, line);
    child.out('{"jsonrpc":"2.0","id":12345,"result":{}}\n');
    const error = '"error":{"code":-1,"message":"own words","data":[[[]]]}';
    const answer = params.name === "error" ? error : `"result":${answers[params.name]}`;
    child.out(`{"jsonrpc":"2.0","id":${id},${answer}}\n`);
  });
  const servers = beside(bad);
  await servers.connected("bad");
  expect((await servers.call("mcp__bad__deep")).text).toBe("[structured content that is too deep]");
  expect((await servers.call("mcp__bad__list")).text).toBe("the tool server sent a result whose content is no list");
  expect(await servers.call("mcp__bad__tampered")).toEqual({ text: "own", isError: false });
  expect(await servers.call("mcp__bad__error")).toEqual({
    ...{ text: "the tool server answered with an error: own words", isError: true },
  });
  await worksOn(servers);
});

test("a server that ignores signals is killed", async () => {
  const bad = handChildren(GOOD, { stubborn: true });
  const servers = beside(bad);
  await servers.connected("bad");
  await passing(servers.clock, servers.servers.stop());
  expect(bad.all[0]?.signals).toEqual(["SIGTERM", "SIGKILL", "SIGKILL"]);
});

test("bytes of any kind on stdout end in a state, and its neighbour works on", async () => {
  const line = fc.oneof(
    fc.json(),
    fc.string(),
    fc.constantFrom(
      '{"jsonrpc":"2.0","id":0,"result":{}}',
      '{"jsonrpc":"2.0","id":0,"result":null}',
      '{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}',
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":0}}',
      '{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":0,"progress":1}}',
      '{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{}}',
      '{"jsonrpc":"2.0","id":"__proto__","method":"roots/list"}',
      `{"jsonrpc":"2.0","id":99,"result":${"[".repeat(50_000)}${"]".repeat(50_000)}}`,
      '{"jsonrpc":"2.0","id":0,"error":{}}',
    ),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      fc.array(fc.nat(500), { maxLength: 5 }),
      async (lines, cuts) => {
        const bytes = Buffer.from(`${lines.join("\n")}\n`);
        const bad = handChildren(GOOD, {
          begin: (child) =>
            setImmediate(() => {
              const places = [0, ...cuts.map((cut) => Math.min(cut, bytes.length)), bytes.length].toSorted(
                (a, b) => a - b,
              );
              for (const [index, place] of places.entries()) child.out(bytes.subarray(places[index - 1] ?? 0, place));
            }),
        });
        const servers = beside(bad);
        await worksOn(servers);
        await passing(servers.clock, servers.servers.stop());
        expect(servers.of("bad")).toMatchObject({ state: "disconnected", tools: [] });
      },
    ),
    { numRuns: cases(400) },
  );
});

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}
