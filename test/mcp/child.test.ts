/** Tool servers that are child processes: real ones. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { whenever } from "../agent/process.js";
import { HandClock } from "../ports/hand-clock.js";
import { configured, passing, real, running } from "./host.js";

const AROUND = {
  HOME: "/home/of-daemon",
  PATH: "/usr/bin",
  LANG: "C",
  SECRET: "canary",
  OWN: "daemon",
  NODE_OPTIONS: "",
};

test("a child gets the variables that the specification says under five configurations, and no other", async () => {
  const five = {
    omitted: {},
    empty: { pass_env: [] },
    list: { pass_env: ["OWN", "ABSENT"] },
    both: { pass_env: ["OWN", "HOME"], env: { OWN: "configured", MORE: "1" } },
    own: { pass_env: [], env: { PATH: "/own" } },
  };
  const omitted = { ...real(five.omitted), pass_env: null };
  const servers = Object.entries(five).map(([name, more]) => [name, real(more)] as const);
  const { connected, call } = running(configured({ ...Object.fromEntries(servers), omitted }), { env: AROUND });
  const read = async (name: string): Promise<unknown> => {
    await connected(name);
    return JSON.parse((await call(`mcp__${name}__environment`)).text);
  };
  const environments = await Promise.all(Object.keys(five).map(read));
  expect(environments).toEqual([
    { HOME: "/home/of-daemon", PATH: "/usr/bin", LANG: "C" },
    {},
    { OWN: "daemon" },
    { OWN: "configured", HOME: "/home/of-daemon", MORE: "1" },
    { PATH: "/own" },
  ]);
});

test("a real server echoes, shows an image, says what went wrong, and renames its tools", async () => {
  const { connected, call, until } = running(configured({ own: real({ default_timeout_seconds: 3600 }) }));
  const { tools } = await connected("own");
  expect(tools.map(({ name }) => name)).toEqual(
    ["complain", "die", "echo", "environment", "image", "rename", "slow", "structured", "wrong"].map(
      (name) => `mcp__own__${name}`,
    ),
  );
  expect(tools.find(({ name }) => name === "mcp__own__echo")).toMatchObject({
    ...{ description: "The tool echo.", strict: false, origin: "mcp", tags: [] },
    inputSchema: { type: "object", properties: { words: { type: "string" } } },
  });
  expect(await call("mcp__own__echo", { words: "a\nb ü" })).toEqual({ text: "a\nb ü", isError: false });
  expect(await call("mcp__own__image")).toMatchObject({ text: "", images: [{ mediaType: "image/png" }] });
  expect(await call("mcp__own__structured")).toEqual({ text: '{"answer":42}', isError: false });
  expect(await call("mcp__own__wrong")).toEqual({ text: "it went wrong", isError: true });
  const end = new AbortController();
  const slow = call("mcp__own__slow", {}, end.signal);
  end.abort();
  expect(await slow).toEqual({ text: "the call was cancelled", isError: true });
  expect(await call("mcp__own__rename")).toEqual({ text: "renamed", isError: false });
  await until("own", (server) => server.tools.some(({ name }) => name === "mcp__own__renamed"));
  expect(await call("mcp__own__echo", { words: "still there" })).toMatchObject({ text: "still there" });
});

test("a server that ends during a call is said in its result, and is connected again", async () => {
  const clock = new HandClock();
  const { connected, call, until, of } = running(configured({ own: real() }), { clock });
  await connected("own");
  expect(await call("mcp__own__die")).toEqual({
    text: "the tool server failed during the call: it ended with code 7",
    isError: true,
  });
  await until("own", ({ state }) => state === "reconnecting");
  expect(of("own")).toMatchObject({ tools: [], problem: "it ended with code 7" });
  await passing(clock, connected("own"));
  expect(of("own").problem).toBeUndefined();
  expect(await call("mcp__own__echo", { words: "again" })).toMatchObject({ text: "again" });
});

test("stderr is logged without secrets, and the processes that a server has started end with it", async () => {
  const clock = new HandClock();
  const args = ["fixtures/mcp/stdio.js", "child"];
  const { connected, call, disk, servers } = running(configured({ own: real({ args }) }), { clock });
  await connected("own");
  await call("mcp__own__complain", { words: "before the-canary-secret after" });
  await passing(clock, servers.stop());
  const log = Buffer.from(disk.bytes("/mcp/own.stderr.log")).toString();
  const [, pid] = /^child (\d+)\n/.exec(log) ?? [];
  expect(log).toBe(`child ${pid}\nbefore [redacted] after\n`);
  // The system ends it in its own time.
  await whenever(() => !isRunning(Number(pid)));
});

/** A process that has ended may still wait for its parent to ask how. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
}

/** Ends of a program, with what it writes to its standard error before. */
const ENDS: Readonly<Record<string, readonly [script: string, problem: string]>> = {
  "without a word": ["process.exit(1)", "it ended with code 1"],
  "with its usage": ["console.error('Usage: own <dir>'); process.exit(2)", "it ended with code 2: Usage: own <dir>"],
  "with a line that has no end": [
    "process.stderr.write('no such dir'); process.exitCode = 3",
    "it ended with code 3: no such dir",
  ],
  "with a trace": ["throw new Error('boom')", "it ended with code 1: Error: boom"],
  "with colours and blank lines": [
    "console.error('\\x1b[31mbad\\tflag\\x1b[0m\\r\\n\\n  \\n'); process.exit(1)",
    "it ended with code 1: bad flag",
  ],
  "with its secret": [
    "console.error('bad token the-canary-secret'); process.exit(1)",
    "it ended with code 1: bad token [redacted]",
  ],
  "with a key in a piece that comes late": [
    "process.stderr.write('key the-canary'); setTimeout(() => { process.stderr.write('-secret'); process.exitCode = 1 }, 50)",
    "it ended with code 1: key [redacted]",
  ],
  "with a line that is very long": [
    "console.error('x'.repeat(100_000)); process.exitCode = 1",
    `it ended with code 1: ${"x".repeat(299)}…`,
  ],
  "by a signal": ["console.error('dying'); process.kill(process.pid, 'SIGTERM')", "it ended by SIGTERM: dying"],
  "in order": ["console.error('bye')", "it ended with code 0: bye"],
};

test.each(Object.entries(ENDS))(
  "a program that ends %s is a problem that repeats its last line",
  async (_, [script, problem]) => {
    const servers = Object.fromEntries(
      [true, false].map((isKept) => [
        `${isKept}`,
        { command: process.execPath, args: ["-e", script], log_stderr: isKept },
      ]),
    );
    const { until, disk } = running(configured(servers), { clock: new HandClock() });
    for (const name of Object.keys(servers)) {
      const ended = await until(name, (server) => server.problem !== undefined);
      expect(ended).toMatchObject({ state: "reconnecting", problem });
    }
    expect([...disk.image().keys()].filter((path) => path.includes("false"))).toEqual([]);
  },
);

test("a command that is not there is a problem that names no command", async () => {
  const { until, lines } = running(configured({ own: { command: "/not/there-canary", args: ["canary-word"] } }));
  const { problem } = await until("own", (server) => server.problem !== undefined);
  expect(problem).toBe("its command was not found");
  expect(lines.join("")).toContain("a tool server is disconnected");
  expect(lines.join("")).not.toContain("canary");
});

test("a working directory that is not there is not taken for a missing command", async () => {
  const { until } = running(configured({ own: real() }), { cwd: "/nowhere-canary" });
  const { problem } = await until("own", (server) => server.problem !== undefined);
  expect(problem).toBe("the working directory was not found");
});
