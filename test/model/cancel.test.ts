/** A request that is cancelled, or left, at any point: it ends at once, and nothing of it stays open. */
import { getEventListeners } from "node:events";
import { expect, test } from "vitest";
import { type Clock, nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { ConnectError, type OutboundRequest } from "../../src/agent/machine/interfaces/connect.js";
import { nodeConnect } from "../../src/agent/machine/node/connect.js";
import { ask } from "../../src/agent/session/model/ask.js";
import type { ModelEvent } from "../../src/agent/session/model/event.js";
import type { ModelTarget } from "../../src/agent/session/model/target.js";
import { asking, configOf, HELLO, single, targetIn } from "./asking.js";
import { DONE, delta, finish, gate, type ModelServer, modelServer, type Script } from "./server.js";

const PIECES = ["three ", "blind ", "mice"];

/** A clock that counts what still waits. */
function counting(): { readonly clock: Clock; readonly waiting: () => number } {
  const timers = new Set<object>();
  const after = (ms: number, run: () => void): (() => void) => {
    const timer = {};
    timers.add(timer);
    const takeBack = nodeClock.after(ms, run);
    return () => {
      timers.delete(timer);
      takeBack();
    };
  };
  return { clock: { ...nodeClock, after }, waiting: () => timers.size };
}

async function targetOf(server: ModelServer): Promise<ModelTarget> {
  return targetIn(await configOf(single(server.url)));
}

/** Asks, and says what came until it ended, and how. */
async function run(
  target: ModelTarget,
  abort: AbortController,
  clock: Clock,
  each: (event: ModelEvent) => void = () => undefined,
): Promise<{ readonly said: readonly string[]; readonly error?: unknown }> {
  const said: string[] = [];
  try {
    for await (const one of ask(target, HELLO, asking({ signal: abort.signal, clock }))) {
      said.push(one.kind === "text" ? one.text : one.kind);
      each(one);
    }
  } catch (error) {
    return { said, error };
  }
  return { said };
}

async function expectNothingOpen(server: ModelServer, abort: AbortController, waiting: () => number): Promise<void> {
  await server.idle();
  expect(getEventListeners(abort.signal, "abort")).toHaveLength(0);
  expect(waiting()).toBe(0);
}

test("before it begins: nobody is asked", async () => {
  const server = await modelServer(() => expect.unreachable());
  const abort = new AbortController();
  abort.abort("enough");
  const { clock, waiting } = counting();
  expect(await run(await targetOf(server), abort, clock)).toEqual({ said: [], error: "enough" });
  expect(server.asked).toHaveLength(0);
  await expectNothingOpen(server, abort, waiting);
});

test("before the answer begins", async () => {
  const abort = new AbortController();
  const server = await modelServer(async (one) => {
    abort.abort("enough");
    await one.closed;
  });
  const { clock, waiting } = counting();
  expect(await run(await targetOf(server), abort, clock)).toEqual({ said: [], error: "enough" });
  await expectNothingOpen(server, abort, waiting);
});

test.each([0, 1, 2, 3])("by the provider's side after %i pieces, while the next one is waited for", async (count) => {
  const abort = new AbortController();
  const { passed, open } = gate();
  const server = await modelServer(async (one) => {
    one.head(200);
    for (const piece of PIECES.slice(0, count)) await one.send(delta(piece));
    await passed;
    abort.abort("enough");
    await one.closed;
  });
  const { clock, waiting } = counting();
  let heard = 0;
  const each = (): void => {
    heard += 1;
    if (heard === count) open();
  };
  if (count === 0) open();
  expect(await run(await targetOf(server), abort, clock, each)).toEqual({
    said: PIECES.slice(0, count),
    error: "enough",
  });
  await expectNothingOpen(server, abort, waiting);
});

/** All at once, so that more has come than was taken. */
const whole: Script = async (one) => {
  one.head(200);
  await one.send(PIECES.map((piece) => delta(piece)).join("") + finish());
  await one.closed;
};

test.each([1, 2, 3])("by the reader, at piece %i: nothing that had come is said afterwards", async (count) => {
  const server = await modelServer(whole);
  const abort = new AbortController();
  const { clock, waiting } = counting();
  let heard = 0;
  const each = (): void => {
    heard += 1;
    if (heard === count) abort.abort("enough");
  };
  const { said, error } = await run(await targetOf(server), abort, clock, each);
  expect([said, error]).toEqual([PIECES.slice(0, count), "enough"]);
  await expectNothingOpen(server, abort, waiting);
});

test.each([1, 2, 3])("the loop is left at piece %i", async (count) => {
  const server = await modelServer(whole);
  const abort = new AbortController();
  const { clock, waiting } = counting();
  let heard = 0;
  for await (const _ of ask(await targetOf(server), HELLO, asking({ signal: abort.signal, clock }))) {
    heard += 1;
    if (heard === count) break;
  }
  await expectNothingOpen(server, abort, waiting);
});

test("an answer that is whole leaves nothing, and no abort reaches it", async () => {
  const server = await modelServer(async (one) => {
    one.head(200);
    await one.send(PIECES.map((piece) => delta(piece)).join("") + finish() + DONE);
    await one.closed;
  });
  const abort = new AbortController();
  const { clock, waiting } = counting();
  const { said, error } = await run(await targetOf(server), abort, clock, ({ kind }) => {
    if (kind === "finish") abort.abort();
  });
  expect([said, error]).toEqual([[...PIECES, "usage", "finish"], undefined]);
  await expectNothingOpen(server, abort, waiting);
});

test("`protocol: test` is cancelled between two words, and lets others work in a long text", async () => {
  const text = `version: 3\nproviders:\n  p: { kind: { type: custom_beta_compatible }, url: "http://127.0.0.1/v1", protocol: test }\n`;
  const config = await configOf(`${text}models:\n  m: { provider: p, class: full, context_window: 9000 }\n`);
  const abort = new AbortController();
  setImmediate(() => abort.abort("enough"));
  const words = "word ".repeat(100_000);
  let count = 0;
  const all = async (): Promise<void> => {
    const said = { messages: [{ role: "user", text: words }] } as const;
    for await (const _ of ask(targetIn(config, "m"), said, asking({ signal: abort.signal }))) count += 1;
  };
  await expect(all()).rejects.toBe("enough");
  expect(count).toBeLessThan(100_000);
});

const outbound = (server: ModelServer, signal: AbortSignal): OutboundRequest => ({
  url: `${server.url}/x`,
  method: "POST",
  headers: [["content-type", "text/plain"]],
  body: new TextEncoder().encode("hello"),
  signal,
});

test("the port rejects with a `ConnectError` and nothing else, and without an address", async () => {
  const { signal } = new AbortController();
  const server = await modelServer((one) => one.cut());
  const bad: readonly OutboundRequest[] = [
    outbound(server, signal),
    outbound(server, AbortSignal.abort()),
    { ...outbound(server, signal), url: "nonsense" },
    { ...outbound(server, signal), url: "http://127.0.0.1:1/" },
    { ...outbound(server, signal), url: "http://name.invalid/" },
    { ...outbound(server, signal), headers: [["a", "b\nc"]] },
    { ...outbound(server, signal), headers: [["a b", "c"]] },
    {
      ...outbound(server, signal),
      url: "https://127.0.0.1:1/",
      certificates: "-----BEGIN CERTIFICATE-----\nAA\n-----END CERTIFICATE-----",
    },
    { ...outbound(server, signal), url: server.url.replace("http", "https") },
  ];
  for (const one of bad) {
    const error: unknown = await nodeConnect(one).then(
      () => "answered",
      (reason: unknown) => reason,
    );
    expect(error).toBeInstanceOf(ConnectError);
    expect(String(error)).toMatch(/^ConnectError: (unreachable|certificate|aborted) \([A-Z][A-Z0-9_]+\)$/);
  }
  await server.idle();
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
});

test("the port: a body that nobody reads ends with the signal", async () => {
  const server = await modelServer(whole);
  const abort = new AbortController();
  const { status } = await nodeConnect(outbound(server, abort.signal));
  expect([status, server.connections()]).toEqual([200, 1]);
  abort.abort();
  await server.idle();
  expect(getEventListeners(abort.signal, "abort")).toHaveLength(0);
});

test("the port reads nothing of the environment", async () => {
  const server = await modelServer(whole);
  const names = ["http_proxy", "HTTP_PROXY", "ALL_PROXY", "NODE_USE_ENV_PROXY"];
  for (const name of names) process.env[name] = name.startsWith("NODE") ? "1" : "http://127.0.0.1:1";
  try {
    const abort = new AbortController();
    expect((await nodeConnect(outbound(server, abort.signal))).status).toBe(200);
    abort.abort();
  } finally {
    for (const name of names) delete process.env[name];
  }
  await server.idle();
});
