/** A tool server that asks while it works on a call: what a person sees, what the server gets, and servers that never stop asking (P-S100). */
import { expect, test } from "vitest";
import type { Clarify } from "../../../src/agent/session/tools/ask-user.js";
import { limits } from "../../../src/generated/protocol/tables.js";
import { HandClock } from "../../ports/hand-clock.js";
import { type HandChild, handChildren, tool } from "../hand-child.js";
import { configured, running, type Written } from "../host.js";

type Question = Parameters<Clarify>[0];
/** The answer of a person; undefined for none. */
type Person = (question: Question, at: number, signal: AbortSignal) => string | undefined | Promise<string | undefined>;

interface Reply {
  readonly result?: { readonly action: string; readonly content?: unknown };
  readonly error?: { readonly code: number; readonly message: string };
}

interface Asking {
  readonly questions: readonly Question[];
  /** What the server got for its requests, in order. */
  readonly replies: readonly Reply[];
  readonly clock: HandClock;
  readonly lines: readonly string[];
  call(signal?: AbortSignal): Promise<string>;
  /** Sends a request of the server at any time. */
  ask(params: Written): void;
  progress(): void;
  /** Ends the call. */
  finish(): void;
}

/** A server that sends requests during a call, and ends the call when all are answered. */
async function asking(
  requests: readonly Written[],
  person: Person | undefined,
  { server = {}, endsItself = true }: { readonly server?: Written; readonly endsItself?: boolean } = {},
): Promise<Asking> {
  const clock = new HandClock();
  const [questions, replies]: [Question[], Reply[]] = [[], []];
  let child: HandChild | undefined;
  let call: { readonly id: unknown; readonly token: unknown } | undefined;
  let sent = 0;
  const say = (message: object): void => child?.out(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (params: Written): void => {
    sent += 1;
    say({ id: `ask-${sent}`, method: "elicitation/create", params });
  };
  const finish = (): void => {
    const text = JSON.stringify(replies.map(({ result, error }) => result?.action ?? error?.code));
    say({ id: call?.id, result: { content: [{ type: "text", text }] } });
  };
  const children = handChildren((own, line) => {
    child = own;
    const { id, method, params, result, error } = JSON.parse(line);
    if (method === "initialize") {
      capabilities = params.capabilities;
      const serverInfo = { name: "hand", version: "1" };
      say({ id, result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo } });
    } else if (method === "tools/list") say({ id, result: { tools: [tool("go")] } });
    else if (method === "tools/call") {
      call = { id, token: params._meta?.progressToken };
      for (const one of requests) ask(one);
    } else if (method === undefined) {
      replies.push(error === undefined ? { result } : { error });
      if (endsItself && replies.length === requests.length) finish();
    }
  });
  let capabilities: unknown;
  const clarify: Clarify = async (question, signal) => {
    questions.push(question);
    return person?.(question, questions.length - 1, signal);
  };
  const at = running(configured({ forge: { command: "forge", ...server } }), {
    ...{ clock, startChild: children.start },
    ...(person === undefined ? {} : { clarify }),
  });
  await at.connected("forge");
  expect(capabilities).toEqual({
    ...{ roots: {} },
    ...(person === undefined ? {} : { elicitation: { form: {}, url: {} } }),
  });
  return {
    ...{ questions, replies, clock, lines: at.lines, ask, finish },
    progress: () => say({ method: "notifications/progress", params: { progressToken: call?.token, progress: 1 } }),
    call: async (signal) => (await at.call("mcp__forge__go", {}, signal)).text,
  };
}

const form = (properties: Written, required: readonly string[] = []): Written => ({
  ...{ mode: "form", message: "Who are you?" },
  requestedSchema: { type: "object", properties, required },
});
const NAME = form({ name: { type: "string", title: "Name" } }, ["name"]);
const address = (url: unknown): Written => ({ mode: "url", message: "Log in", url, elicitationId: "e1" });
const answering =
  (...answers: readonly (string | undefined)[]): Person =>
  (_, at) =>
    answers[at];
const rested = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
};

test("a form is one question a field, which says who asks, and the server gets the values", async () => {
  const fields = {
    name: { type: "string", title: "Name" },
    age: { type: "integer", default: 30 },
    colour: { type: "string", enum: ["red", "blue"] },
    agreed: { type: "boolean" },
    note: { type: "string" },
  };
  const at = await asking([form(fields, ["name", "agreed"])], answering("Ada", "", "blue", "yes", ""));
  expect(await at.call()).toBe('["accept"]');
  expect(at.replies).toEqual([
    { result: { action: "accept", content: { name: "Ada", age: 30, colour: "blue", agreed: true } } },
  ]);
  const head = "The tool server `forge` asks: Who are you?\n";
  expect(at.questions).toEqual([
    { text: `${head}(1 of 5) Name` },
    { text: `${head}(2 of 5) age (a whole number) [30]`, default: "30" },
    { text: `${head}(3 of 5) colour [may be left out]`, choices: ["red", "blue"], default: "" },
    { text: `${head}(4 of 5) agreed`, choices: ["yes", "no"] },
    { text: `${head}(5 of 5) note [may be left out]`, default: "" },
  ]);
});

test("an answer that does not fit is asked again with the reason, and after ten the form is declined", async () => {
  const age = form({ age: { type: "integer", minimum: 18 } }, ["age"]);
  const at = await asking([age, age], (_, nth) => ["canary", "7", "18"][nth] ?? "never");
  expect(await at.call()).toBe('["accept","decline"]');
  expect(at.questions.slice(0, 3).map(({ text }) => text.split("\n")[0])).toEqual([
    "The tool server `forge` asks: Who are you?",
    "That is not a whole number.",
    "That is less than 18.",
  ]);
  expect(at.questions).toHaveLength(13);
  expect(JSON.stringify(at.questions)).not.toContain("canary");
});

test("who gives no answer declines the form, and no further field is asked", async () => {
  const at = await asking([form({ a: { type: "string" }, b: { type: "string" } }), NAME], answering(undefined, "Ada"));
  expect(await at.call()).toBe('["decline","accept"]');
  expect(at.questions).toHaveLength(2);
});

test("a form without fields asks whether to go on", async () => {
  const at = await asking([form({}), form({})], answering("yes", "no"));
  expect(await at.call()).toBe('["accept","decline"]');
  expect(at.questions[0]).toEqual({ text: "The tool server `forge` asks: Who are you?", choices: ["yes", "no"] });
});

test.each([
  ["I have opened it", "accept"],
  ["yes", "accept"],
  ["no", "decline"],
  [undefined, "decline"],
])("an address is shown, and to %j the server gets %s", async (answer, action) => {
  const at = await asking([address("https://Login.example/start?to=é")], answering(answer));
  expect(await at.call()).toBe(JSON.stringify([action]));
  expect(at.questions).toEqual([
    {
      text: "The tool server `forge` asks: Log in\nOpen this address in a browser, then come back:\nhttps://login.example/start?to=%C3%A9",
      choices: ["I have opened it", "no"],
    },
  ]);
});

test.each([
  ["an address of a program", address("file:///etc/passwd")],
  ["a script", address("javascript:alert(1)")],
  ["a user before the host", address("https://bank.example@evil.example/")],
  ["a secret in an address", address("https://a.example/?t=the-canary-secret")],
  ["a huge address", address(`https://a.example/${"x".repeat(5000)}`)],
  ["no address", address("canary")],
  ["an address that is none", address(7)],
  ["no schema", { mode: "form", message: "m" }],
  ["a schema that is a text", { mode: "form", message: "m", requestedSchema: "canary" }],
  ["properties that are a list", { mode: "form", message: "m", requestedSchema: { type: "object", properties: [] } }],
  ["a field that is an object", form({ a: { type: "object", properties: {} } })],
  ["a field that is none", form({ a: 7 })],
  ["too many fields", form(Object.fromEntries(Array.from({ length: 65 }, (_, at) => [`f${at}`, { type: "string" }])))],
  ["another mode", { mode: "dance", message: "m" }],
  ["no parameters", {}],
])("a request with %s is refused, and nobody is asked", async (_, request) => {
  const at = await asking([request], answering("x"));
  expect(await at.call()).toBe("[-32602]");
  expect(at.questions).toEqual([]);
});

test("words of a server hold no secret and are cut, and a field may be called like a part of an object", async () => {
  const request = { ...form({ constructor: { type: "string" } }), message: `the-canary-secret ${"x".repeat(9000)}` };
  const at = await asking([request], answering("a"));
  expect(await at.call()).toBe('["accept"]');
  expect(at.questions[0]?.text).toMatch(/^The tool server `forge` asks: \[redacted\] x{1000,2000}…\nconstructor \[/);
  expect(at.replies).toEqual([{ result: { action: "accept", content: { constructor: "a" } } }]);
});

/** More than may be asked, and fewer than are heard at once. */
const REQUESTS = 150;

test("a server that asks without end is declined from then on, which is said once, and may ask again during a later call", async () => {
  const at = await asking(
    Array.from({ length: REQUESTS }, () => NAME),
    (_, nth) => `answer ${nth}`,
  );
  const actions: readonly string[] = JSON.parse(await at.call());
  expect(actions.filter((one) => one === "accept")).toHaveLength(limits.mcpQuestions);
  expect(actions.filter((one) => one === "decline")).toHaveLength(REQUESTS - limits.mcpQuestions);
  expect(at.lines.filter((line) => line.includes("asks too much"))).toHaveLength(1);
  const asked = at.questions.length;
  at.clock.pass(1000);
  void at.call();
  await rested(() => at.questions.length > asked);
});

test("the questions of a server come one after the other", async () => {
  const waiting: (() => void)[] = [];
  const at = await asking([NAME, NAME, NAME], () => new Promise((resolve) => waiting.push(() => resolve("Ada"))));
  const called = at.call();
  for (let nth = 1; nth <= 3; nth += 1) {
    await rested(() => waiting.length === nth);
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
    expect(at.questions).toHaveLength(nth);
    waiting[nth - 1]?.();
  }
  expect(await called).toBe('["accept","accept","accept"]');
});

test("before a call, after its end and after a cancel nobody is asked", async () => {
  const at = await asking([NAME], answering("Ada"), { endsItself: false });
  at.ask(NAME);
  await rested(() => at.replies.length === 1);
  expect(at.questions).toEqual([]);
  const end = new AbortController();
  const called = at.call(end.signal);
  await rested(() => at.replies.length === 2);
  end.abort();
  expect(await called).toBe("the call was cancelled");
  at.ask(NAME);
  await rested(() => at.replies.length === 3);
  expect(at.replies.map(({ result }) => result?.action)).toEqual(["cancel", "accept", "cancel"]);
  expect(at.questions).toHaveLength(1);
});

test("a cancel ends the question that is open, and the ones that wait", async () => {
  const end = new AbortController();
  const at = await asking(
    [NAME, NAME, NAME],
    (_, __, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(undefined), { once: true })),
    { endsItself: false },
  );
  const called = at.call(end.signal);
  await rested(() => at.questions.length === 1);
  end.abort();
  expect(await called).toBe("the call was cancelled");
  await rested(() => at.replies.length === 3);
  expect(at.replies.map(({ result }) => result?.action)).toEqual(["cancel", "cancel", "cancel"]);
  expect(at.questions).toHaveLength(1);
});

test("the time of a call stands still while a person is asked, and goes on afterwards", async () => {
  let answer = (_: string): void => {};
  const at = await asking(
    [NAME],
    () =>
      new Promise((resolve) => {
        answer = resolve;
      }),
    { server: { default_timeout_seconds: 5 }, endsItself: false },
  );
  const called = at.call();
  await rested(() => at.questions.length === 1);
  at.clock.pass(3_600_000);
  answer("Ada");
  await rested(() => at.replies.length === 1);
  at.clock.pass(4_999);
  at.clock.pass(1);
  expect(await called).toBe("the call took longer than 5 s and was cancelled");
});

test("signs of progress keep a call going, for an hour at most", async () => {
  const at = await asking([], undefined, { server: { default_timeout_seconds: 60 }, endsItself: false });
  let isOver = false;
  const called = at.call().finally(() => {
    isOver = true;
  });
  const flush = async (): Promise<void> => {
    for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve));
  };
  await flush();
  for (let passed = 0; passed < limits.mcpProgress; passed += 50_000) {
    expect(isOver).toBe(false);
    at.progress();
    await flush();
    at.clock.pass(50_000);
  }
  at.progress();
  await flush();
  at.clock.pass(60_000);
  expect(await called).toBe("the call took longer than 60 s and was cancelled");
});

test("without anybody who can be asked, a server is not told that it may ask", async () => {
  const at = await asking([NAME], undefined);
  expect(await at.call()).toBe("[-32601]");
});

test.each([
  [["yes"], "done", 2],
  [["no"], "the tool server answered with an error: log in first", 1],
])("a call that is refused until an address is open, to which a person says %j", async (answers, text, calls) => {
  const questions: Question[] = [];
  let sent = 0;
  const children = handChildren((own, line) => {
    const { id, method } = JSON.parse(line);
    const say = (message: object): void => own.out(`${JSON.stringify({ jsonrpc: "2.0", id, ...message })}\n`);
    const serverInfo = { name: "hand", version: "1" };
    if (method === "initialize")
      say({ result: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo } });
    else if (method === "tools/list") say({ result: { tools: [tool("go")] } });
    else if (method === "tools/call") {
      sent += 1;
      const data = { elicitations: [{ ...address("https://a.example/"), mode: "url" }] };
      if (sent === 1) say({ error: { code: -32042, message: "log in first", data } });
      else say({ result: { content: [{ type: "text", text: "done" }] } });
    }
  });
  const clarify: Clarify = async (question) => answers[questions.push(question) - 1];
  const at = running(configured({ forge: { command: "forge" } }), { startChild: children.start, clarify });
  await at.connected("forge");
  expect((await at.call("mcp__forge__go")).text).toBe(text);
  expect([questions.length, sent]).toEqual([1, calls]);
});
