/** The wait for tool servers at the beginning of a turn: until each is connected or has failed once, and no longer than is allowed (P-S91). */
import { expect, test } from "vitest";
import { missingMessage } from "../../src/agent/session/mcp/missing.js";
import type { MissingServer } from "../../src/generated/protocol/types.js";
import { HandClock } from "../ports/hand-clock.js";
import { type HandChild, handChildren, speaking, tool } from "./hand-child.js";
import { configured, type Running, running, type Written } from "./host.js";

const OPEN = new AbortController().signal;
const LONGEST = 30_000;

/** Servers by their command: `quick` speaks, `ends` ends at once, `slow` speaks when it is told to, every other one is silent. */
function servers(written: Readonly<Record<string, Written>>) {
  const clock = new HandClock();
  const speak = speaking((method) => (method === "tools/list" ? { tools: [tool("t")] } : {}));
  let held: (() => void)[] | undefined = [];
  const behave = (child: HandChild, line: string): void => {
    const { program } = child.options;
    if (program === "quick") speak(child, line);
    if (program === "slow" && held !== undefined) held.push(() => speak(child, line));
    else if (program === "slow") speak(child, line);
  };
  const begin = (child: HandChild): void => {
    if (child.options.program !== "ends") return;
    child.err("Usage: ends\n");
    setImmediate(() => child.end({ code: 1, signal: undefined }));
  };
  const children = handChildren(behave, { begin });
  const all = running(configured(written), { clock, startChild: children.start });
  const speakUp = (): void => {
    const waiting = held ?? [];
    held = undefined;
    for (const go of waiting) go();
  };
  return { ...all, clock, children, speakUp };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Resolves with what is missing; `when` happens while it waits. */
async function missingOf(
  { servers: all }: Running,
  when: () => void | Promise<void> = () => {},
  ms = LONGEST,
): Promise<readonly MissingServer[]> {
  const ready = all.ready(ms, OPEN);
  await when();
  return ready;
}

test("every enabled server is waited for, and nothing is missing when all are connected", async () => {
  const own = servers({
    a: { command: "quick" },
    b: { command: "slow" },
    off: { command: "x", default_enabled: false },
  });
  let isReady = false;
  const ready = missingOf(own).then((missing) => {
    isReady = true;
    return missing;
  });
  await own.connected("a");
  for (let round = 0; round < 20; round += 1) await turn();
  expect(isReady).toBe(false);
  own.speakUp();
  expect(await ready).toEqual([]);
  expect(own.servers.tools().map(({ name }) => name)).toEqual(["mcp__a__t", "mcp__b__t"]);
});

interface Failing {
  readonly server: Written;
  readonly problem: string;
}

const FAILING: Readonly<Record<string, Failing>> = {
  "ends at once": { server: { command: "ends" }, problem: "it ended with code 1: Usage: ends" },
  "needs a login": { server: { url: "http://127.0.0.1:1/", auth: { type: "oauth" } }, problem: "it needs a login" },
  "has no address": { server: { url: "nowhere" }, problem: "its address is not a URL" },
  "is not there": {
    server: { url: "http://127.0.0.1:1/" },
    problem: "it cannot be reached (ECONNREFUSED)",
  },
};

test.each(Object.entries(FAILING))(
  "a server that %s counts as failed at once, and once",
  async (_, { server, problem }) => {
    const own = servers({ own: server });
    expect(await missingOf(own)).toEqual([{ server: "own", problem }]);
    // It may be tried again, for which no turn waits.
    expect(await missingOf(own)).toEqual([]);
    expect(own.clock.monotonic()).toBe(0);
  },
);

test.each([30_000, 5_000, 50])(
  "after %i ms a server that has not answered is missing, and goes on connecting",
  async (ms) => {
    const own = servers({ quick: { command: "quick" }, silent: { command: "silent" } });
    await own.connected("quick");
    while (own.children.all.length < 2) await turn();
    const ready = own.servers.ready(ms, OPEN);
    own.clock.pass(ms - 1);
    await turn();
    own.clock.pass(1);
    const problem = `it did not answer in ${ms / 1000} s`;
    expect(await ready).toEqual([{ server: "silent", problem }]);
    expect(own.of("silent")).toMatchObject({ state: "connecting", problem });
    expect(await missingOf(own)).toEqual([]);
  },
);

test("a server that is disabled during the wait is not waited for, and neither is one that is removed", async () => {
  const off = servers({ own: { command: "silent" } });
  expect(await missingOf(off, () => void off.servers.disable("own"))).toEqual([]);
  const gone = servers({ own: { command: "silent" } });
  expect(await missingOf(gone, () => gone.servers.apply(configured({})))).toEqual([]);
});

test("a wait that is cancelled names no server, and the next turn waits again", async () => {
  const own = servers({ own: { command: "silent" } });
  const end = new AbortController();
  const cancelled = own.servers.ready(LONGEST, end.signal);
  end.abort();
  expect(await cancelled).toEqual([]);
  expect(await own.servers.ready(LONGEST, end.signal)).toEqual([]);
  const again = missingOf(own, () => own.clock.pass(LONGEST));
  expect(await again).toEqual([{ server: "own", problem: "it did not answer in 30 s" }]);
});

test("a server that is added or enabled later is waited for by the next turn, and others are not", async () => {
  const own = servers({ first: { command: "ends" }, off: { command: "silent", default_enabled: false } });
  expect(await missingOf(own)).toHaveLength(1);
  own.servers.apply(
    configured({
      ...{ first: { command: "ends" }, off: { command: "silent", default_enabled: false } },
      ...{ added: { command: "silent" } },
    }),
  );
  expect(await missingOf(own, () => own.clock.pass(LONGEST))).toEqual([
    { server: "added", problem: "it did not answer in 30 s" },
  ]);
  own.servers.enable("off");
  expect(await missingOf(own, () => own.clock.pass(LONGEST))).toEqual([
    { server: "off", problem: "it did not answer in 30 s" },
  ]);
  own.servers.reconnect("off");
  expect(await missingOf(own)).toEqual([]);
});

test("the sentence names servers and reasons, escaped, and counts where there are many", () => {
  const many = Array.from({ length: 10 }, (_, index) => ({ server: `s${index}`, problem: "it needs a login" }));
  const next = "`/mcp login s0` in a conversation logs in";
  expect(missingMessage(many.slice(0, 1))).toBe(
    `the tools of the server \`s0\` are missing: it needs a login; ${next}`,
  );
  expect(missingMessage(many.slice(0, 2))).toBe(
    `the tools of 2 servers are missing: \`s0\` (it needs a login) and \`s1\` (it needs a login); ${next}`,
  );
  expect(missingMessage(many)).toMatch(/^the tools of 10 servers are missing: `s0` .* and 2 more; `.*`/);
  expect(missingMessage([{ server: "\x1b[2J", problem: "a\nb" }])).not.toMatch(/\p{Cc}/u);
});
