/** Following a session over connections that break: everything comes once, and what records no longer tell is read from the history. */
import { expect, test } from "vitest";
import { Talk } from "../../src/agent/program/talk/talk.js";
import { TurnWatch } from "../../src/agent/program/talk/turns.js";
import type { Change, FollowOptions, SyncRecordV1, TurnFinished } from "../../src/agent/wire/client/index.js";
import type { Output } from "../../src/terminal/terminal.js";
import { slowCases } from "../cases.js";
import { type Bench, running, settled } from "../daemon/bench.js";
import { single } from "../model/asking.js";
import { answerOf, DONE, delta, finish, gate, modelServer, saying } from "../model/server.js";
import { dice } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { HandClock } from "../ports/hand-clock.js";
import { type Breaks, clientOf } from "./connected.js";
import { hasty } from "./hasty.js";

interface Following {
  readonly all: Change[];
  readonly text: () => string;
  /** How turns ended, as far as was heard. */
  readonly ends: (TurnFinished | undefined)[];
  readonly over: Promise<void>;
  stop(): void;
}

function following(bench: () => Bench, breaks?: Breaks, options: Partial<FollowOptions> = {}): Following {
  const ending = new AbortController();
  const all: Change[] = [];
  const ends: (TurnFinished | undefined)[] = [];
  let text = "";
  const stdout: Output = {
    write: (piece, done) => {
      text += piece;
      done?.();
    },
  };
  const talk = new Talk({ stdout, host: { env: {} } }, { whole: async ({ text: part }) => part, isAlone: false });
  const watch = new TurnWatch();
  const over = clientOf(bench, breaks, hasty()).follow({
    from: "now",
    signal: ending.signal,
    apply: async (change) => {
      all.push(change);
      await talk.take(change);
      ends.push(...watch.take(change).map(({ finished }) => finished));
    },
    ...options,
  });
  return { all, text: () => text, ends, over, stop: () => ending.abort() };
}

const recordsOf = ({ all }: Following): readonly SyncRecordV1[] =>
  all.flatMap((change) => (change.kind !== "snapshot" && change.record !== undefined ? [change.record] : []));

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await settled(1);
}

test("C081 C049 connections that break after any piece: every record once, every answer written once", async () => {
  for (let seed = 1; seed <= slowCases(200); seed += 1) {
    const roll = dice(seed);
    const server = await modelServer(saying("three ", "blind ", "mice"));
    const bench = await running({ config: single(`${server.url}/v1`) });
    const whole = await bench.follow();
    // Never so often in a row that one would give up.
    let inRow = 0;
    const one = following(
      () => bench,
      (path, pieces) => {
        const isBroken = (path === "/events" ? pieces >= 0 : pieces < 0) && inRow < 4 && roll(3) === 0;
        inRow = isBroken ? inRow + 1 : path === "/events" && pieces > 0 ? 0 : inRow;
        return isBroken;
      },
    );
    await until(() => one.all.length > 0);
    for (let turn = 0; turn < 3; turn += 1) await bench.turn("go");
    await until(() => one.ends.length === 3);
    expect(recordsOf(one)).toEqual(whole.records);
    expect(one.text()).toBe("three blind mice\n".repeat(3));
    expect(one.ends.every((end) => end?.outcome === "completed")).toBe(true);
    await bench.daemon.stop("terminate");
    await one.over;
    expect(recordsOf(one).at(-1)?.kind).toBe("session_stopping");
  }
});

test("C069 after a reset a new snapshot: answers that were finished meanwhile come from the history, half-written ones go on", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    one.head(200, { "content-type": "text/event-stream" });
    await one.send(delta("three "));
    await go.passed;
    await one.send(`${delta("blind mice")}${finish()}${DONE}`);
    one.end();
  });
  const disk = new Disk(1);
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  let deaf = Promise.resolve();
  let isDeaf = false;
  const one = following(
    () => bench,
    async (path, pieces) => {
      if (path === "/events" && pieces === -1) await deaf;
      return path === "/events" && isDeaf;
    },
  );
  await until(() => one.all.length > 0);
  await bench.post("/prompt", { content: "one" });
  await until(() => one.text() === "three ");
  const hears = gate();
  deaf = hears.passed;
  isDeaf = true;
  go.open();
  while ((await bench.sync()).busy) await settled(1);
  server.answer(async (answering) => {
    disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
    await saying("never kept")(answering);
  });
  await bench.post("/prompt", { content: "two" });
  while ((await bench.sync()).busy) await settled(1);
  isDeaf = false;
  hears.open();
  await until(() => one.ends.length === 2);
  expect(one.text()).toBe("three blind mice\n");
  expect(one.ends).toEqual([undefined, undefined]);
  one.stop();
  await one.over;
});

test("C294 a turn whose end the disk did not take has ended for who follows, too", async () => {
  const disk = new Disk(1);
  const server = await modelServer(saying("mice"));
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  const one = following(() => bench);
  await until(() => one.all.length > 0);
  server.answer(async (answering) => {
    disk.decide = ({ kind }) => (kind === "append" ? "full" : undefined);
    await saying("mice")(answering);
  });
  await bench.post("/prompt", { content: "go" });
  await until(() => one.ends.length === 1);
  disk.decide = () => undefined;
  server.answer(saying("again"));
  await bench.turn("go");
  await until(() => one.ends.length === 2);
  expect(one.ends[1]).toMatchObject({ outcome: "completed" });
  expect(one.text()).toMatch(/again\n$/);
  one.stop();
  await one.over;
});

test("who is refused is told so at once, and who reaches nobody after some tries", async () => {
  const bench = await running({ credential: undefined });
  await expect(following(() => bench).over).rejects.toMatchObject({ code: "unauthorized", status: 401 });
  let tries = 0;
  const nobody = following(
    () => bench,
    () => {
      tries += 1;
      return true;
    },
  );
  await expect(nobody.over).rejects.toMatchObject({ code: "unreachable", detail: "ECONNRESET" });
  // A minute of waits that double up to five seconds, each half of it at least.
  expect(tries).toBeGreaterThan(15);
  expect(tries).toBeLessThan(35);
});

test("C279 a stream that stays silent for three heartbeats is opened again", async () => {
  const bench = await running();
  const clock = new HandClock();
  const ending = new AbortController();
  let streams = 0;
  const client = clientOf(
    () => bench,
    (path, pieces) => {
      if (path === "/events" && pieces === -1) streams += 1;
      return false;
    },
    { clock, random: { bytes: (count) => new Uint8Array(count).fill(255) } },
  );
  const over = client.follow({ signal: ending.signal, apply: () => {} });
  await until(() => clock.next === 45_000);
  clock.pass(44_999);
  await settled();
  expect(streams).toBe(1);
  clock.pass(1);
  // A first wait of up to 100 ms.
  await until(() => clock.next !== undefined && clock.next < 100);
  clock.pass(clock.next ?? 0);
  await until(() => streams === 2);
  ending.abort();
  await over;
  expect(clock.waiting).toBe(0);
});

test("the answer to a prompt whose turn fails is what came of it", async () => {
  const server = await modelServer(answerOf(500, "{}"));
  const bench = await running({ config: single(`${server.url}/v1`) });
  const one = following(() => bench);
  await until(() => one.all.length > 0);
  await bench.turn("go");
  await until(() => one.ends.length === 1);
  expect(one.ends[0]).toMatchObject({ outcome: "failed", error: { code: "provider_error" } });
  expect(one.text()).toBe("");
  one.stop();
  await one.over;
});
