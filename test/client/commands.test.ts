/** The commands of a client: each runs once, whatever breaks, or the caller learns that nothing is known of it (P-S61). */
import { inspect } from "node:util";
import { expect, test } from "vitest";
import { type FetchResponse, piecesOf } from "../../src/agent/machine/interfaces/fetch.js";
import {
  type ClientError,
  type Daemon,
  DaemonError,
  OperationFailed,
  OperationUnknown,
  Unreachable,
} from "../../src/agent/wire/client/index.js";
import { slowCases } from "../cases.js";
import { type Bench, OFFLINE, running, settled, TOKEN } from "../daemon/bench.js";
import { started, strict, summariesOf, working } from "../daemon/compacting.js";
import { single } from "../model/asking.js";
import { answerOf, gate, modelServer, saying } from "../model/server.js";
import { dice } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { clientOf, type Through } from "./connected.js";
import { hasty } from "./hasty.js";

const promptsOf = async (bench: Bench): Promise<readonly (string | undefined)[]> =>
  (await bench.history()).filter(({ kind }) => kind === "user_message").map(({ text }) => text);

const failureOf = (call: Promise<unknown>): Promise<ClientError> =>
  call.then(
    () => expect.unreachable(),
    (error) => error,
  );

/** Counts the requests of a path that reach the network. */
function counting(path: string): { readonly through: Through; count: number } {
  const counter = {
    count: 0,
    through: ((asked, _, send) => {
      if (asked === path) counter.count += 1;
      return send();
    }) as Through,
  };
  return counter;
}

async function idle(bench: Bench): Promise<void> {
  while ((await bench.sync()).busy) await settled(1);
}

test("C102 C088 answers that are lost at any piece: each prompt runs once", async () => {
  for (let seed = 1; seed <= slowCases(200); seed += 1) {
    const roll = dice(seed);
    const server = await modelServer(saying("ok"));
    const bench = await running({ config: single(`${server.url}/v1`) });
    const client = clientOf(
      () => bench,
      () => roll(3) === 0,
      hasty(),
    );
    for (let prompt = 1; prompt <= 3; prompt += 1) {
      const sent = await client.prompt({ content: `number ${prompt}` });
      expect(await sent.ended()).toBe("completed");
      expect(server.asked).toHaveLength(prompt);
    }
    expect(await promptsOf(bench)).toEqual(["number 1", "number 2", "number 3"]);
  }
});

test("C103 C104 a failure is thrown with the error of the turn, and nothing is sent again", async () => {
  const server = await modelServer(answerOf(401, "{}"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  const counter = counting("/prompt");
  let isLost = true;
  const client = clientOf(
    () => bench,
    async (path, pieces) => {
      if (path !== "/prompt" || pieces < 0 || !isLost) return false;
      isLost = false;
      await idle(bench);
      return true;
    },
    { ...hasty(), through: counter.through },
  );
  const failure = await failureOf(client.prompt({ content: "go" }));
  expect(failure).toBeInstanceOf(OperationFailed);
  expect(failure).toMatchObject({ code: "provider_error", error: { status: 401 }, operation: expect.any(Object) });
  expect([counter.count, server.asked.length]).toEqual([2, 1]);
  const sent = await client.prompt({ content: "again" });
  expect(await failureOf(sent.ended())).toBeInstanceOf(OperationFailed);
  expect([counter.count, server.asked.length]).toEqual([3, 2]);
});

test("C117 another run of the daemon knows the prompt: its result is the answer", async () => {
  const disk = new Disk(1);
  const server = await modelServer(() => {});
  let bench = await running({ disk, config: single(`${server.url}/v1`) });
  const counter = counting("/prompt");
  const client = clientOf(
    () => bench,
    async (path, pieces) => {
      if (path !== "/prompt" || pieces < 0 || counter.count > 1) return false;
      disk.crash();
      bench = await bench.again();
      return true;
    },
    { ...hasty(), through: counter.through },
  );
  const failure = await failureOf(client.prompt({ content: "go" }));
  expect(failure).toBeInstanceOf(OperationFailed);
  expect(failure.code).toBe("interrupted");
  expect(counter.count).toBe(2);
  expect(server.asked.length).toBeLessThan(2);
  expect(await promptsOf(bench)).toEqual(["go"]);
});

test("another run of the daemon does not know the prompt, so that nothing ran: it runs there, once", async () => {
  const disk = new Disk(1);
  let bench = await running({ disk });
  let isFirst = true;
  const client = clientOf(
    () => bench,
    async (path, pieces) => {
      if (path !== "/prompt" || pieces >= 0 || !isFirst) return false;
      isFirst = false;
      disk.crash();
      bench = await bench.again();
      return true;
    },
    hasty(),
  );
  const sent = await client.prompt({ content: "go" });
  expect(await sent.ended()).toBe("completed");
  expect(await promptsOf(bench)).toEqual(["go"]);
});

test("no answer until the window has ended: the key of the command is known, and nothing is sent any more", async () => {
  const bench = await running();
  const counter = counting("/prompt");
  const timing = hasty();
  const client = clientOf(
    () => bench,
    (path) => path === "/prompt",
    { ...timing, through: counter.through },
  );
  const failure = await failureOf(client.prompt({ content: "go" }));
  expect(failure).toBeInstanceOf(OperationUnknown);
  const { operation } = failure as OperationUnknown;
  expect(operation).toEqual({ window_id: expect.any(String), operation: expect.stringMatching(/^[0-9a-f-]{36}$/) });
  const tries = counter.count;
  // Ten minutes of waits of 2.5 to 5 seconds.
  expect(tries).toBeGreaterThan(100);
  expect(tries).toBeLessThan(300);
  await settled();
  expect(counter.count).toBe(tries);
});

test("C105 a refusal is thrown as it is, at once; an unknown code stays visible", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    await go.passed;
    await saying("ok")(one);
  });
  const bench = await running({ config: single(`${server.url}/v1`) });
  const counter = counting("/prompt");
  const client = clientOf(() => bench, undefined, { ...hasty(), through: counter.through });
  await client.prompt({ content: "one" });
  expect(await failureOf(client.prompt({ content: "two" }))).toMatchObject({ code: "turn_in_flight", status: 409 });
  expect(counter.count).toBe(2);
  go.open();
  await idle(bench);
  const odd = clientOf(() => bench, undefined, {
    ...hasty(),
    through: async (path, _, send) => (path === "/prompt" ? refusal(418, "of_tomorrow", { kept: 1 }) : send()),
  });
  const failure = await failureOf(odd.prompt({ content: "three" }));
  expect(failure).toBeInstanceOf(DaemonError);
  expect(failure).toMatchObject({ code: "of_tomorrow", status: 418, requestId: "r", details: { kept: 1 } });
});

function refusal(status: number, code: string, details: object, retryAfter?: number): Response {
  const more = retryAfter === undefined ? {} : { retry_after_seconds: retryAfter };
  return Response.json({ code, message: "…", status, request_id: "r", details, ...more }, { status });
}

test("C275 C279 a busy daemon is asked again, no sooner than it says, and what was refused counts as not run", async () => {
  const bench = await running();
  const timing = hasty();
  const at: number[] = [];
  const client = clientOf(() => bench, undefined, {
    ...timing,
    through: async (path, _, send) => {
      if (path !== "/prompt") return send();
      at.push(timing.clock.monotonic());
      return at.length < 4 ? refusal(at.length === 2 ? 429 : 503, "overloaded", {}, 7) : send();
    },
  });
  expect(await (await client.prompt({ content: "go" })).ended()).toBe("completed");
  const waits = at.slice(1).map((moment, index) => moment - (at[index] ?? 0));
  expect(waits).toEqual([7000, 7000, 7000]);
  const full = clientOf(() => bench, undefined, {
    ...hasty(),
    through: async (path, _, send) => (path === "/prompt" ? refusal(429, "operation_capacity_exceeded", {}) : send()),
  });
  expect(await failureOf(full.prompt({ content: "go" }))).toMatchObject({ code: "operation_capacity_exceeded" });
});

test("C115 inputs wait, and the newest is taken back, over answers that are lost", async () => {
  const server = await modelServer(() => {});
  const bench = await running({ config: single(`${server.url}/v1`) });
  const roll = dice(3);
  const client = clientOf(
    () => bench,
    () => roll(3) === 0,
    hasty(),
  );
  expect(await failureOf(client.input({ content: "too early" }))).toMatchObject({ code: "turn_not_running" });
  await client.prompt({ content: "one", prompt_id: "first" });
  const two = await client.input({ content: "two" });
  const three = await client.input({ content: "three", prompt_id: "third" });
  expect([three.promptId, two.operation?.operation === three.operation?.operation]).toEqual(["third", false]);
  expect((await client.inputs()).items.map(({ prompt_id }) => prompt_id)).toEqual([two.promptId, "third"]);
  expect((await client.dequeue()).promptId).toBe("third");
  expect((await client.dequeue()).promptId).toBe(two.promptId);
  expect((await client.dequeue()).promptId).toBeUndefined();
});

test("C314 a compaction runs once over answers that are lost, and its end is heard", async () => {
  const { bench, server } = await started(strict(working()));
  const roll = dice(5);
  const client = clientOf(
    () => bench,
    () => roll(3) === 0,
    hasty(),
  );
  expect(await (await client.compact()).ended()).toBeUndefined();
  for (const turn of [1, 2, 4]) await (await client.prompt({ content: `turn ${turn}: go on` })).ended();
  const { before = 0, after = 0 } = (await (await client.compact("the rigging")).ended()) ?? {};
  expect(before).toBeGreaterThan(after);
  expect(summariesOf(server)).toHaveLength(1);
});

test("a window that is over or of an earlier run is replaced before anything has run", async () => {
  const disk = new Disk(1);
  let bench = await running({ disk });
  const counter = counting("/prompt");
  const client = clientOf(() => bench, undefined, { ...hasty(), through: counter.through });
  await (await client.prompt({ content: "one" })).ended();
  bench.clock.pass(3_600_000);
  await (await client.prompt({ content: "two" })).ended();
  await bench.daemon.stop("terminate");
  bench = await bench.again();
  await (await client.prompt({ content: "three" })).ended();
  expect(await promptsOf(bench)).toEqual(["one", "two", "three"]);
  expect(counter.count).toBe(5);
});

async function textOf({ body }: FetchResponse): Promise<string> {
  const pieces: Uint8Array[] = [];
  for await (const piece of piecesOf(body)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

test("C082 a daemon without operations gets none; a prompt that it may have heard is not sent again", async () => {
  const bench = await running();
  const bodies: unknown[] = [];
  const old: Through = async (path, request, send) => {
    if (path === "/prompt") bodies.push(JSON.parse(request.body ?? ""));
    const answer = await send();
    if (path !== "/sync") return answer;
    const snapshot = JSON.parse(await textOf(answer)) as object;
    return Response.json({ ...snapshot, features: ["session.sync.v1"] });
  };
  const client = clientOf(() => bench, undefined, { ...hasty(), through: old });
  const sent = await client.prompt({ content: "go" });
  expect(bodies).toEqual([{ content: "go", prompt_id: sent.promptId }]);
  expect(sent.operation).toBeUndefined();
  expect(await failureOf(sent.ended())).toMatchObject({ code: "no_operations" });
  await idle(bench);
  const cut = clientOf(
    () => bench,
    (path) => path === "/prompt",
    { ...hasty(), through: old },
  );
  expect(await failureOf(cut.prompt({ content: "again" }))).toBeInstanceOf(Unreachable);
  expect(bodies).toHaveLength(2);
});

test("C279 an answer that never comes: after half a minute of silence the command is sent again with its key, and runs once", async () => {
  const bench = await running();
  const clock = new HandClock();
  let asked = 0;
  const client = clientOf(() => bench, undefined, {
    clock,
    random: { bytes: (count) => new Uint8Array(count) },
    through: async (path, { signal }, send) => {
      if (path !== "/prompt") return send();
      asked += 1;
      const answer = await send();
      if (asked > 1) return answer;
      // The other side is gone without a word.
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    },
  });
  const call = client.prompt({ content: "go" });
  while (asked < 1) await settled(1);
  clock.pass(29_999);
  await settled();
  expect(asked).toBe(1);
  clock.pass(1);
  while (clock.next === undefined || clock.next > 100) await settled(1);
  clock.pass(clock.next);
  await call;
  expect([asked, await promptsOf(bench)]).toEqual([2, ["go"]]);
  expect(clock.waiting).toBe(0);
});

test("who cannot be reached and who does not answer is said in different words", () => {
  const said = (["ECONNREFUSED", "SILENT"] as const).map((detail) => new Unreachable(detail, "daemon").message);
  expect(said).toEqual(["the daemon cannot be reached (ECONNREFUSED)", "the daemon does not answer"]);
});

test("a signal ends a call at once with its reason, and leaves nothing behind", async () => {
  const bench = await running();
  const clock = new HandClock();
  const client = clientOf(
    () => bench,
    (path) => path === "/prompt",
    { clock, random: { bytes: (count) => new Uint8Array(count) } },
  );
  const ending = new AbortController();
  const call = failureOf(client.prompt({ content: "go" }, { signal: ending.signal }));
  while (clock.waiting === 0) await settled(1);
  const reason = new Error("enough");
  ending.abort(reason);
  expect(await call).toBe(reason);
  expect(clock.waiting).toBe(0);
});

test("C027 neither what a client prints nor an error holds the token", async () => {
  const bench = await running({ config: OFFLINE });
  const client: Daemon = clientOf(
    () => bench,
    () => true,
    hasty(),
  );
  const failure = await failureOf(client.sync());
  const wrong = await failureOf(
    clientOf(() => bench, undefined, { ...hasty(), through: async () => refusal(401, "unauthorized", {}) }).sync(),
  );
  for (const shown of [client, failure, wrong])
    expect(`${inspect(shown, { depth: 9, showHidden: true })}${JSON.stringify(shown)}${shown}`).not.toContain(TOKEN);
});
