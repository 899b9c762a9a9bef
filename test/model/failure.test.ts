/** Every way in which a provider fails, over real connections: a typed error, its words in `provider_message` alone, nothing left open (P-S32, P-S94). */
import { type AddressInfo, createServer } from "node:net";
import { expect, test } from "vitest";
import { nodeClock } from "../../src/agent/machine/interfaces/clock.js";
import { ask } from "../../src/agent/session/model/ask.js";
import { asking, configOf, HELLO, heard, single, targetIn } from "./asking.js";
import { privateAuthority } from "./certificate.js";
import {
  answerOf,
  cutAfter,
  DONE,
  delta,
  event,
  finish,
  gate,
  modelServer,
  type Script,
  saying,
  streaming,
} from "./server.js";

const SAID = "WHAT-THE-PROVIDER-SAID";
const begin = 'data: {"choices":[{"index":0,"delta":{"content":"';

const redirect: Script = (one) => {
  one.head(302, { location: `/${SAID}` });
  one.end();
};

const FAILURES: readonly (readonly [
  name: string,
  script: Script,
  code: string,
  status: number | undefined,
  text: string,
])[] = [
  ...[400, 401, 404, 500, 503].map(
    (status) => [`status ${status}`, answerOf(status, SAID), "provider_error", status, ""] as const,
  ),
  ["a redirect", redirect, "provider_error", 302, ""],
  ["too many requests", answerOf(429, SAID), "provider_rate_limited", 429, ""],
  ["HTML", answerOf(200, `<html>${SAID}`, "text/html"), "provider_error", 200, ""],
  ["HTML that says it is a stream", answerOf(200, `<html>${SAID}`, "text/event-stream"), "provider_error", 200, ""],
  ["nothing", answerOf(200, ""), "provider_error", 200, ""],
  ["no JSON", streaming(delta("a"), event(SAID)), "provider_error", 200, "a"],
  ["an error in the stream", streaming(delta("a"), event({ error: { message: SAID } })), "provider_error", 200, "a"],
  ["an error with a status", streaming(event({ error: { message: SAID, code: 502 } })), "provider_error", 502, ""],
  [
    "a limit in the stream",
    streaming(event({ error: { message: SAID, code: 429 } })),
    "provider_rate_limited",
    429,
    "",
  ],
  ["a connection cut before the answer", (one) => one.cut(), "provider_unreachable", undefined, ""],
  ["a stream cut before text", cutAfter(""), "provider_unreachable", 200, ""],
  ["a stream cut after text", cutAfter(delta("a")), "provider_unreachable", 200, "a"],
  ["a stream cut inside of an event", cutAfter(delta("a"), begin + SAID), "provider_unreachable", 200, "a"],
  ["a stream that ends in order, early", answerOf(200, delta("a")), "provider_unreachable", 200, "a"],
  ["invalid UTF-8", answerOf(200, Buffer.from([...Buffer.from(delta("a") + begin), 0xff])), "provider_error", 200, "a"],
  ["an object cut in two", cutAfter('{"choices":['), "provider_unreachable", 200, ""],
];

test.each(FAILURES)("%s", async (_, script, code, status, text) => {
  const server = await modelServer(script);
  const result = await heard(targetIn(await configOf(single(server.url))));
  expect(result.error).toMatchObject({ code, provider: "lab" });
  expect([result.error?.status, result.text]).toEqual([status, text]);
  const { provider_message, ...error } = result.error ?? { code: "", message: "" };
  expect(JSON.stringify({ ...result, error })).not.toContain(SAID);
  expect(provider_message ?? SAID).toContain(SAID);
  expect(server.asked).toHaveLength(1);
  await server.unused();
});

test("a stream that is cut after its finish is whole", async () => {
  const server = await modelServer(cutAfter(delta("a") + finish()));
  expect(await heard(targetIn(await configOf(single(server.url))))).toMatchObject({ text: "a", events: { length: 3 } });
});

test("a provider that keeps the connection after [DONE] is left", async () => {
  const server = await modelServer(async (one) => {
    one.head(200);
    await one.send(delta("a") + finish() + DONE);
    await one.closed;
  });
  expect(await heard(targetIn(await configOf(single(server.url))))).toMatchObject({ text: "a" });
  await server.unused();
});

test("nobody listens: unreachable, and the system's code is said", async () => {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise<void>((resolve) => void server.close(() => resolve()));
  const { error } = await heard(targetIn(await configOf(single(`http://127.0.0.1:${port}/v1`))));
  expect(error).toEqual({
    code: "provider_unreachable",
    message: "the provider `lab` cannot be reached (ECONNREFUSED)",
    provider: "lab",
  });
});

test("100 MB in one delta: given up early, and the memory stays", async () => {
  const piece = Buffer.alloc(65_536, "x");
  let sent = 0;
  let isGone = false;
  const server = await modelServer(async (one) => {
    void one.closed.then(() => {
      isGone = true;
    });
    one.head(200);
    await one.send(delta("a") + begin);
    for (; sent < 100_000_000 && !isGone; sent += piece.length) await one.send(piece);
  });
  const target = targetIn(await configOf(single(server.url)));
  // Array buffers are a part of it.
  const before = process.memoryUsage().external;
  const { error, text } = await heard(target);
  const after = process.memoryUsage().external;
  expect([error?.code, error?.status, text]).toEqual(["provider_error", 200, "a"]);
  await server.unused();
  expect(sent).toBeLessThan(32_000_000);
  expect(after - before).toBeLessThan(32_000_000);
});

test("a slow reader holds the provider back", async () => {
  const piece = event({ choices: [{ index: 0, delta: { content: "x".repeat(65_536) } }] });
  let sent = 0;
  const server = await modelServer(async (one) => {
    one.head(200);
    for (; sent < 400; sent += 1) await one.send(piece);
    await one.send(finish() + DONE);
    one.end();
  });
  const target = targetIn(await configOf(single(server.url)));
  const answer = ask(target, HELLO, asking());
  await answer.next();
  // Meanwhile another request is answered whole: what could have been sent has been sent.
  const other = await modelServer(saying("hi"));
  await heard(targetIn(await configOf(single(other.url))));
  expect(sent).toBeLessThan(400);
  await answer.return();
  await server.unused();
});

/** A clock whose time passes when somebody says so. */
function standing() {
  const timers = new Set<{ readonly delay: number; readonly run: () => void }>();
  const after = (delay: number, run: () => void) => {
    const timer = { delay, run };
    timers.add(timer);
    return () => void timers.delete(timer);
  };
  return { timers, clock: { ...nodeClock, after } };
}

test("P-S31 silence: a typed error when the time has passed, counted from the last bytes", async () => {
  const { passed, open } = gate();
  const server = await modelServer(async (one) => {
    one.head(200);
    await one.send(delta("a"));
    open();
    await one.closed;
  });
  const { timers, clock } = standing();
  const target = targetIn(await configOf(single(server.url, "", "", "provider_stream_max_lifetime_secs: 0")));
  const answer = ask(target, HELLO, asking({ clock }));
  expect((await answer.next()).value).toEqual({ kind: "text", text: "a" });
  await passed;
  expect(timers.size).toBe(0);
  const next = answer.next();
  while (timers.size === 0) await new Promise((resolve) => setImmediate(resolve));
  const asked = [...timers];
  expect(asked.map(({ delay }) => delay)).toEqual([120_000]);
  for (const { run } of asked) run();
  await expect(next).rejects.toMatchObject({ error: { code: "provider_timeout", provider: "lab" } });
  await server.unused();
  expect(timers.size).toBe(0);
});

test("silence after everything was said, though no end is announced: the answer is whole", async () => {
  const server = await modelServer(async (one) => {
    one.head(200);
    await one.send(delta("a") + finish());
    await one.closed;
  });
  const { timers, clock } = standing();
  const answer = ask(targetIn(await configOf(single(server.url))), HELLO, asking({ clock }));
  expect((await answer.next()).value).toEqual({ kind: "text", text: "a" });
  const next = answer.next();
  while (timers.size === 0) await new Promise((resolve) => setImmediate(resolve));
  for (const { run } of timers) run();
  expect((await next).value).toMatchObject({ kind: "usage" });
  expect(await answer.next()).toEqual({ done: false, value: { kind: "finish", reason: "stop" } });
  await server.unused();
});

test("C304 a private authority: refused, and accepted where its certificate is trusted", async () => {
  const { ca, key, cert } = privateAuthority();
  const server = await modelServer(saying("hi"), { key, cert });
  const config = await configOf(single(server.url));
  process.env["NODE_TLS_REJECT_UNAUTHORIZED"] = "0";
  const { error } = await heard(targetIn(config)).finally(() => delete process.env["NODE_TLS_REJECT_UNAUTHORIZED"]);
  expect(error).toMatchObject({ code: "provider_unreachable", key: "daemon.tls.trust_store" });
  expect(server.asked).toHaveLength(0);
  expect((await heard(targetIn(config, undefined, { certificates: ca }))).text).toBe("hi");
  const other = privateAuthority("somebody else").ca;
  expect((await heard(targetIn(config, undefined, { certificates: other }))).error).toEqual(error);
  expect((await heard(targetIn(config, undefined, { certificates: `# both\n${other}\n${ca}` }))).text).toBe("hi");
  const elsewhere = await configOf(single(server.url.replace("127.0.0.1", "127.0.0.2")));
  expect((await heard(targetIn(elsewhere, undefined, { certificates: ca }))).error?.code).toBe("provider_unreachable");
});
