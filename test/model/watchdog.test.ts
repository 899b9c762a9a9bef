/** Requests under a watchdog (spec 2.11): what a model says counts, what only keeps its connection alive does not. */
import { expect, test } from "vitest";
import { dialectNamed } from "../../src/agent/session/model/dialects.js";
import { type RequestWatch, Watchdog } from "../../src/agent/session/model/watchdog.js";
import type { Protocol } from "../../src/provider/spoken.js";
import { HandClock } from "../ports/hand-clock.js";
import * as alpha from "./alpha-events.js";
import { configOf, heard, single, targetIn } from "./asking.js";
import * as responses from "./responses-events.js";
import { answerOf, callOf, delta, event, modelServer, saying } from "./server.js";

const TIMES = { threshold: 60_000, interval: 10_000 };

test.each<[Protocol, string, string, number]>([
  ["beta_chat_completions", "texts", delta("one") + delta("two"), 2],
  ["beta_chat_completions", "pieces of a call, of which no event is made yet", callOf("shell", { command: "true" }), 2],
  ["beta_chat_completions", "comments", ": alive\n\n: alive\n\n", 0],
  ["beta_chat_completions", "pings", event({ type: "ping" }) + event('{ "type": "ping", "at": 1 }'), 0],
  ["beta_chat_completions", "a text that speaks of pings", delta('{"type":"ping"}'), 1],
  ["alpha_messages", "pieces of a call", alpha.start + alpha.called(0, "c", "shell", "{", "}"), 5],
  ["alpha_messages", "pings", alpha.PING + alpha.PING, 0],
  ["beta_responses", "words", responses.said(0, "one"), responses.said(0, "one").split("data:").length - 1],
  ["beta_responses", "pings", responses.event("keepalive"), 0],
])("%s: %s", (protocol, _, pieces, told) => {
  const dialect = dialectNamed(protocol);
  if (dialect?.endpoint === undefined) throw new Error("it is no dialect over HTTP");
  const reader = dialect.reader();
  reader.push(new TextEncoder().encode(pieces));
  expect(reader.told).toBe(told);
});

test("a request is watched from its beginning to its end, also one that fails", async () => {
  const courses: string[] = [];
  const watch: RequestWatch = {
    begins: () => {
      courses.push("begins");
      return { says: () => courses.push("says"), ends: () => courses.push("ends") };
    },
  };
  const server = await modelServer(answerOf(500, "{}"));
  const target = targetIn(await configOf(single(`${server.url}/v1`)));
  await heard(target, undefined, { watch });
  expect(courses.splice(0)).toEqual(["begins", "ends"]);
  server.answer(saying("hello"));
  await heard(target, undefined, { watch });
  expect(courses.at(0)).toBe("begins");
  expect(courses.filter((one) => one === "says").length).toBeGreaterThan(0);
  expect(courses.indexOf("ends")).toBe(courses.length - 1);
});

test("a request that says nothing for the threshold stalls once, at the next look", () => {
  const clock = new HandClock();
  const watchdog = new Watchdog(clock, TIMES);
  const stalls: string[] = [];
  watchdog.begins((quiet) => stalls.push(`first ${quiet}`));
  clock.pass(15_000);
  const second = watchdog.begins((quiet) => stalls.push(`second ${quiet}`));
  clock.pass(44_999);
  expect(stalls).toEqual([]);
  clock.pass(1);
  expect(stalls).toEqual(["first 60000"]);
  second.says();
  clock.pass(59_999);
  expect(stalls).toEqual(["first 60000"]);
  clock.pass(1);
  expect(stalls).toEqual(["first 60000", "second 60000"]);
  clock.pass(600_000);
  expect(stalls).toHaveLength(2);
});

test("it looks while there is something to look at, and costs no timer between", () => {
  const clock = new HandClock();
  const watchdog = new Watchdog(clock, TIMES);
  const requests = [watchdog.begins(() => {}), watchdog.begins(() => {})];
  expect(clock.waiting).toBe(1);
  requests[0]?.ends();
  expect(clock.waiting).toBe(1);
  requests[1]?.ends();
  expect(clock.waiting).toBe(0);
  watchdog.begins(() => {});
  clock.pass(100_000);
  expect(clock.waiting).toBe(0);
});
