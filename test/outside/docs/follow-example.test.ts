/** The program of docs/examples: each finished item is written once, through killed daemons, cut connections and its own crashes. */
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { daemon, type HistoryItem } from "../../../src/agent/wire/client/index.js";
import { place, Running, whenever } from "../../agent/process.js";
import { Relay } from "../../docs/relay.js";
import { Session } from "../../docs/sessions.js";
import { dice } from "../../ports/chance.js";

const PROGRAM = resolve("docs/examples/follow.mjs");

/** Prompts of a test. */
const ROUNDS = 6;

/** Each prompt and each run of a daemon is a process. */
const SLOW = { timeout: 180_000 };

function follower(directory: string, file: string): Running {
  return new Running([directory, file], {}, PROGRAM);
}

function linesOf(text: string): readonly string[] {
  return text.split("\n").slice(0, -1);
}

function itemsIn(file: string): readonly HistoryItem[] {
  if (!existsSync(file)) return [];
  return linesOf(readFileSync(file, "utf8")).map((line) => (JSON.parse(line) as { readonly item: HistoryItem }).item);
}

async function historyOf(session: Session): Promise<readonly HistoryItem[]> {
  await session.isIdle();
  const items: HistoryItem[] = [];
  for await (const item of daemon({ sessionDirectory: session.directory }).history()) items.push(item);
  return items;
}

async function crash(running: Running): Promise<void> {
  running.child.kill("SIGKILL");
  await running.ended();
}

/** A moment within a few steps of a turn. */
function moment(roll: (sides: number) => number): Promise<void> {
  return new Promise((go) => setTimeout(go, roll(60)));
}

test("is at most 60 lines", () => {
  expect(linesOf(readFileSync(PROGRAM, "utf8")).length).toBeLessThanOrEqual(60);
});

test("C081 killed daemons and crashes of its own, at any moment: each finished item once, in order", SLOW, async () => {
  const at = place();
  const session = await Session.start(at);
  const file = join(at.path, "items.jsonl");
  const roll = dice(28);
  const shown: string[] = [];
  let running = follower(session.directory, file);
  const crashed = async (): Promise<void> => {
    await crash(running);
    shown.push(...linesOf(running.stdout));
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    await session.prompt(`prompt ${round}`);
    await moment(roll);
    const isOver = roll(3) > 0;
    if (isOver) await crashed();
    if (roll(2) === 0) {
      await session.kill();
      await session.continue();
    }
    if (isOver) running = follower(session.directory, file);
    await moment(roll);
  }
  // Whoever has written this prompt is there when the session stops.
  await session.prompt("the last one");
  const items = await historyOf(session);
  await running.until(() => itemsIn(file).length >= items.length);
  await session.stop();
  expect(await running.ended()).toMatchObject({ code: 0, stderr: "" });
  shown.push(...linesOf(running.stdout));
  expect(itemsIn(file)).toEqual(items);
  expect(items.filter(({ kind }) => kind === "user_message").map(({ text }) => text)).toEqual([
    ...Array.from({ length: ROUNDS }, (_, round) => `prompt ${round}`),
    "the last one",
  ]);
  expect(new Set(shown).size).toBe(shown.length);
});

test("a network that is cut, between two runs of the daemon too", SLOW, async () => {
  const at = place();
  const session = await Session.start(at);
  const proxy = await Relay.start(session.target);
  // The same session, as somebody sees it who reaches its daemon through the proxy alone.
  const view = mkdtempSync(join(at.path, "view-"));
  const look = (): void => {
    proxy.pointTo(session.target);
    const startup = JSON.parse(readFileSync(join(session.directory, "startup.json"), "utf8"));
    writeFileSync(join(view, "startup.json"), JSON.stringify({ ...startup, url: proxy.url }));
    writeFileSync(join(view, "credential.json"), readFileSync(join(session.directory, "credential.json")));
  };
  look();
  const file = join(at.path, "items.jsonl");
  const running = follower(view, file);
  const roll = dice(7);
  let passed = 0;
  /** Resolves when the program has connected since the last cut. */
  const connected = (): Promise<void> => whenever(() => proxy.passed > passed);
  for (let round = 0; round < ROUNDS; round += 1) {
    await session.prompt(`prompt ${round}`);
    await connected();
    await moment(roll);
    passed = proxy.passed;
    proxy.cut();
    if (round !== 3) continue;
    await session.kill();
    await session.continue();
    look();
  }
  const items = await historyOf(session);
  await running.until(() => itemsIn(file).length >= items.length);
  // Who is away when the session stops waits for it to be continued, and a request is no stream yet.
  await whenever(() => proxy.streams > 0);
  await session.stop();
  expect(await running.ended()).toMatchObject({ code: 0, stderr: "" });
  expect(itemsIn(file)).toEqual(items);
  expect(items.length).toBe(2 * ROUNDS);
  expect(proxy.passed).toBeGreaterThan(ROUNDS);
});

test("a history of many pages: the program and its daemon end at every page", SLOW, async () => {
  const at = place();
  const session = await Session.start(at);
  const file = join(at.path, "items.jsonl");
  const client = daemon({ sessionDirectory: session.directory });
  // By its bytes, a page has room for eight prompts and answers.
  const characters = 250_000;
  const turn = async (): Promise<void> =>
    void (await (await client.prompt({ content: "x".repeat(characters) })).ended());
  const has = (items: number): Promise<void> =>
    whenever(() => existsSync(file) && statSync(file).size > items * characters);
  for (let turns = 0; turns < 15; turns += 1) await turn();
  for (const items of [3, 8, 13, 17, 24, 30]) {
    const running = follower(session.directory, file);
    await has(items);
    await crash(running);
    await session.kill();
    await session.continue();
  }
  const running = follower(session.directory, file);
  await turn();
  await has(32);
  await session.kill();
  await session.continue();
  await turn();
  await has(34);
  const items = await historyOf(session);
  await crash(running);
  expect(running.stderr).toBe("");
  expect(itemsIn(file)).toEqual(items);
  expect(items.map(({ index }) => index)).toEqual(Array.from({ length: 34 }, (_, index) => index));
});

test("a line that a crash cut off is written again", async () => {
  const at = place();
  const session = await Session.start(at);
  const file = join(at.path, "items.jsonl");
  await session.prompt("one");
  const items = await historyOf(session);
  const first = follower(session.directory, file);
  await first.until(() => itemsIn(file).length === items.length);
  await crash(first);
  const whole = readFileSync(file, "utf8");
  for (const length of [whole.length - 1, whole.indexOf("\n") + 3, whole.indexOf("\n"), 1, 0]) {
    writeFileSync(file, whole.slice(0, length));
    const again = follower(session.directory, file);
    await whenever(() => itemsIn(file).length === items.length);
    await crash(again);
    expect(itemsIn(file)).toEqual(items);
  }
});

test("where there is no session, and where its daemon does not run: the command that starts it", async () => {
  const at = place();
  expect(await follower(join(at.path, "nowhere"), join(at.path, "items.jsonl")).ended()).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: "the folder holds no session; `agent new` starts one\n",
  });
  const session = await Session.start(at);
  await session.stop();
  expect(await follower(session.directory, join(at.path, "items.jsonl")).ended()).toEqual({
    ...{ code: 1, stdout: "" },
    stderr: `the session does not run; \`agent continue ${session.id}\` starts it\n`,
  });
  expect(await new Running([], {}, PROGRAM).ended()).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/^usage/),
  });
});
