/** P-S57: a session whose folder, log or lock is not the one it opened takes no prompt, writes nothing there, and goes on telling what was said. */
import { expect, test } from "vitest";
import type { ProtocolError, SyncSnapshot } from "../../src/generated/protocol/types.js";
import { single } from "../model/asking.js";
import { gate, modelServer, saying } from "../model/server.js";
import { Disk } from "../ports/disk.js";
import { type Bench, running, SESSION, STATE, settled } from "./bench.js";

const FOLDER = `${STATE}/sessions-v1/${SESSION}`;
const LOCK = `${FOLDER}/lock`;
const LOG = `${FOLDER}/log/000001.log`;

async function texts(bench: Bench): Promise<readonly unknown[]> {
  return (await bench.history()).map(({ text }) => text);
}

function withoutLock(disk: Disk): readonly (readonly [string, string])[] {
  return [...disk.image()].filter(([path]) => path !== LOCK);
}

/** What somebody does with the files of a session that a daemon has. */
const DEEDS: Readonly<Record<string, (disk: Disk) => void>> = {
  "its folder is removed": (disk) => disk.move(FOLDER),
  "its folder has another name": (disk) => disk.move(FOLDER, `${FOLDER}-old`),
  "all sessions are removed": (disk) => disk.move(`${STATE}/sessions-v1`),
  "its log is removed": (disk) => disk.move(`${FOLDER}/log`),
  "a file of its log has another name": (disk) => disk.move(LOG, `${LOG}.bak`),
  "its lock is removed": (disk) => disk.move(LOCK),
  "its lock has another name": (disk) => disk.move(LOCK, `${LOCK}.bak`),
  "its lock names somebody else": (disk) => disk.overwrite(LOCK, Buffer.from("{}")),
};

test.each(Object.entries(DEEDS))("%s: prompts are 503, history and stream go on", async (_, deed) => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("one");
  await settled();
  deed(disk);
  const before = disk.image();
  for (const content of ["two", "x".repeat(300_000)]) {
    const answer = await bench.post("/prompt", { content });
    expect([answer.status, answer.json<ProtocolError>().code]).toEqual([503, "storage_unavailable"]);
  }
  expect(await texts(bench)).toEqual(["one", "one"]);
  expect((await bench.get("/sync")).json<SyncSnapshot>()).toMatchObject({ busy: false, history_total_items: 2 });
  expect(disk.image()).toEqual(before);
  await bench.daemon.stop("terminate");
  expect(withoutLock(disk)).toEqual([...before].filter(([path]) => path !== LOCK));
  expect(bench.log.join("")).toContain("could not be finalized");
});

test("what comes back where it was is taken again", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("one");
  await settled();
  disk.move(FOLDER, `${FOLDER}-away`);
  expect((await bench.post("/prompt", { content: "two" })).status).toBe(503);
  disk.move(`${FOLDER}-away`, FOLDER);
  await bench.turn("three");
  await bench.daemon.stop("terminate");
  expect(await texts(await bench.again())).toEqual(["one", "one", "three", "three"]);
});

test("of two daemons on one session the second one writes, and its log stays whole", async () => {
  const disk = new Disk(1);
  const first = await running({ disk });
  await first.turn("one");
  await settled();
  disk.move(LOCK, `${LOCK}.bak`);
  const second = await first.again();
  expect((await first.post("/prompt", { content: "lost" })).status).toBe(503);
  await second.turn("two");
  await first.daemon.stop("terminate");
  await second.turn("three");
  await second.daemon.stop("terminate");
  expect(await texts(await second.again())).toEqual(["one", "one", "two", "two", "three", "three"]);
});

test("during a turn: what cannot be kept fails the turn, and nobody is told that it is on the disk", async () => {
  const go = gate();
  const server = await modelServer(async (one) => {
    await go.passed;
    await saying("three blind mice")(one);
  });
  const disk = new Disk(1);
  const bench = await running({ disk, config: single(`${server.url}/v1`) });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "one" });
  disk.move(FOLDER);
  go.open();
  await stream.until(({ messages }) => messages.some(({ event }) => event === "reset"));
  expect(await texts(bench)).toEqual(["one"]);
  expect(await bench.sync()).toMatchObject({ busy: false, history_total_items: 1 });
});
