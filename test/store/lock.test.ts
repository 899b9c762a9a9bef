/** C293: one process at a time has a session. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Files } from "../../src/agent/machine/interfaces/files.js";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";
import { type Lock, lockHolder, takeLock } from "../../src/agent/session/store/lock.js";
import { openSession } from "../../src/agent/session/store/open.js";
import { cases } from "../cases.js";
import { dice, seededRandom } from "../ports/chance.js";
import { Disk, type Fate } from "../ports/disk.js";
import { itemEntry, Machine, NEW, open, optionsOn, RESUME, stillClock } from "./bench.js";
import { builtProgram, Program, temporary } from "./processes.js";

const LOCK = "/lock";

async function withLock(text: string): Promise<Disk> {
  const disk = new Disk(1);
  const file = await disk.files().open(LOCK, "create");
  await file.append(Buffer.from(text));
  return disk;
}

/** Files whose every call waits for its turn, which chance gives: processes that run beside each other. */
function interleaved(files: Files, turn: () => Promise<void>): Files {
  return {
    ...files,
    open: async (path, how) => turn().then(() => files.open(path, how)),
    read: async (path, limit) => turn().then(() => files.read(path, limit)),
    list: async (path) => turn().then(() => files.list(path)),
    rename: async (from, to) => turn().then(() => files.rename(from, to)),
    link: async (from, to) => turn().then(() => files.link(from, to)),
    remove: async (path) => turn().then(() => files.remove(path)),
  };
}

test("C293 of processes that take, lose and let go of a lock in any order, one has it at a time", async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(), fc.integer({ min: 2, max: 5 }), fc.boolean(), async (seed, count, isDead) => {
      const disk = isDead ? await withLock('{"pid":1,"boot":"boot","started":"before"}') : new Disk(seed);
      const [roll, machine] = [dice(seed), new Machine()];
      const due: (() => void)[] = [];
      const turn = (): Promise<void> => new Promise((go) => due.push(go));
      let [holding, ended] = [0, 0];
      const live = async (pid: number): Promise<void> => {
        const files = interleaved(disk.files(), turn);
        const processes = machine.start(pid);
        for (let round = 0; round < 3; round += 1) {
          const lock = await takeLock({ files, processes, random: seededRandom(seed + pid * 10 + round) }, LOCK);
          if (lock === undefined) continue;
          holding += 1;
          expect(holding).toBe(1);
          await turn();
          holding -= 1;
          // It dies and leaves the lock, or lets go of it.
          if (roll(2) === 0) {
            machine.alive.delete(pid);
            return;
          }
          await lock.release();
        }
      };
      const lives = Array.from({ length: count }, (_, index) =>
        live(100 + index).finally(() => {
          ended += 1;
        }),
      );
      for (let steps = 0; ended < count; steps += 1) {
        expect(steps).toBeLessThan(10_000);
        for (let step = 0; step < 8; step += 1) await Promise.resolve();
        due.splice(roll(due.length), 1)[0]?.();
      }
      await Promise.all(lives);
      const last = await takeLock({ files: disk.files(), processes: machine.start(999), random: nodeRandom }, LOCK);
      // Nobody who is left has it.
      expect(last).toBeDefined();
      expect([...disk.image().keys()]).toEqual([LOCK]);
    }),
    { numRuns: cases(1000) },
  );
});

test("C293 a process that dies at any step of taking a lock over leaves one that can be taken over", async () => {
  for (const fate of ["end-before", "end-within", "end-after"] satisfies Fate[]) {
    for (let number = 1, reached = true; reached; number += 1) {
      const disk = await withLock('{"pid":1,"boot":"boot","started":"before"}');
      const from = disk.operations.length;
      disk.decide = (operation) => (operation.number === from + number ? fate : undefined);
      const machine = new Machine();
      const host = { files: disk.files(), processes: machine.start(2), random: seededRandom(2) };
      await takeLock(host, LOCK).catch(() => undefined);
      reached = disk.operations.length >= from + number;
      machine.alive.delete(2);
      disk.kill();
      const next = { files: disk.files(), processes: machine.start(3), random: seededRandom(3) };
      const lock = await takeLock(next, LOCK);
      expect(lock).toBeDefined();
      expect([...disk.image().keys()]).toEqual([LOCK]);
      await lock?.release();
      expect(await lockHolder(next, LOCK)).toBeUndefined();
    }
  }
});

test.each([
  ["of a process that runs", nodeProcesses().self, true],
  ["of a process whose number another one has", { ...nodeProcesses().self, started: "1" }, false],
  ["of another run of the machine", { ...nodeProcesses().self, boot: "0-0-0-0-0" }, false],
  ["of a number that nobody has", { ...nodeProcesses().self, pid: 2 ** 22 + 7 }, false],
  ["that says nothing", undefined, false],
])("C293 a lock %s", async (_, holder, isHeld) => {
  const { path, remove } = temporary();
  try {
    writeFileSync(join(path, "lock"), holder === undefined ? "" : JSON.stringify(holder));
    const host = { files: nodeFiles, processes: nodeProcesses(), random: nodeRandom };
    expect((await lockHolder(host, join(path, "lock"))) !== undefined).toBe(isHeld);
    const lock = await takeLock(host, join(path, "lock"));
    expect(lock === undefined).toBe(isHeld);
    await lock?.release();
    expect(readdirSync(path)).toEqual(isHeld ? ["lock"] : []);
  } finally {
    remove();
  }
});

test("C293 who lets go of a lock that another one has by now leaves it", async () => {
  const disk = new Disk(1);
  const machine = new Machine();
  const take = (pid: number): Promise<Lock | undefined> =>
    takeLock({ files: disk.files(), processes: machine.start(pid), random: seededRandom(pid) }, LOCK);
  const first = await take(1);
  await disk.files().remove(LOCK);
  expect(await take(2)).toBeDefined();
  await first?.release();
  expect(await take(3)).toBeUndefined();
});

test("C293 a session that a process has is locked to others, to itself too, and free when it is closed", async () => {
  const disk = new Disk(1);
  const options = optionsOn(disk, NEW);
  const store = await openSession(options);
  const again = { ...options, how: RESUME };
  await expect(openSession(again)).rejects.toMatchObject({ code: "session_locked" });
  await store.append(itemEntry(0));
  await store.close();
  const resumed = await openSession(again);
  expect(resumed.totalItems).toBe(1);
  await resumed.finalize();
  await expect(open(disk, RESUME)).resolves.toMatchObject({ totalItems: 1 });
});

let made: ReturnType<typeof temporary>;
let program: string;

beforeAll(async () => {
  made = temporary();
  program = await builtProgram(made.path);
});

afterAll(() => made.remove());

function start(sessionId: string, how: "new" | "resume", items = 0): Program {
  return new Program(program, [made.path, sessionId, how, String(items)]);
}

test("C293 real processes: a second one is refused, the lock of one that was killed is taken over", async () => {
  const id = "second";
  const first = start(id, "new");
  expect(await first.next()).toBe("open");
  expect(await start(id, "resume").rest()).toEqual(["session_locked"]);
  await first.kill();
  const second = start(id, "resume");
  expect(await second.next()).toBe("open");
  await second.stop();
  expect(readdirSync(join(made.path, "sessions-v1", id)).sort()).toEqual(["log", "session.json"]);
});

test("C293 real processes: of several that find the lock of a dead one, one gets the session", async () => {
  const id = "several";
  const dead = start(id, "new");
  expect(await dead.next()).toBe("open");
  await dead.kill();
  const rivals = Array.from({ length: 6 }, () => start(id, "resume"));
  const answers = await Promise.all(rivals.map((rival) => rival.next()));
  expect(answers.sort()).toEqual(["open", ...Array.from({ length: 5 }, () => "session_locked")]);
  await Promise.all(rivals.map((rival) => rival.kill()));
});

test("C291 real processes: killed while it appends, again and again; what it said is there once", async () => {
  const id = "killed";
  const acknowledged: string[] = [];
  const roll = dice(7);
  for (let life = 0; life < 6; life += 1) {
    const child = start(id, life === 0 ? "new" : "resume", 200);
    for (let lines = roll(150); lines >= 0; lines -= 1) await child.next();
    await child.kill();
    acknowledged.push(...child.said.filter((line) => line.startsWith("item-")));
  }
  const store = await openSession({
    ...{ files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, clock: stillClock },
    ...{ state: made.path, sessionId: id, how: RESUME },
  });
  const ids = (await store.items(0, store.totalItems)).map(({ item_id }) => item_id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(acknowledged.length).toBeGreaterThan(100);
  const kept = new Set(ids);
  expect(acknowledged.filter((item) => !kept.has(item))).toEqual([]);
  await store.finalize();
  const final: unknown = JSON.parse(readFileSync(store.paths.final, "utf8"));
  expect(final).toMatchObject({ session_id: id, total_items: ids.length });
});
