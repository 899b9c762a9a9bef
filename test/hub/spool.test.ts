/** The spool on the disk: its directory, its lock, and what hubs leave that are gone (P-S75). */
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { DiskSpool } from "../../src/agent/fleet/hub/history/spool.js";
import { logTo } from "../../src/agent/machine/interfaces/log.js";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";
import { seededRandom } from "../ports/chance.js";
import { Disk } from "../ports/disk.js";
import { Machine, stillClock } from "../store/bench.js";
import { readAll, spoolSuite, written } from "./spool-suite.js";

const log = () => logTo(() => {}, stillClock);

function onDisk(disk: Disk, machine: Machine, pid: number, epoch = `epoch${pid}`): DiskSpool {
  const host = { files: disk.files(), processes: machine.start(pid), random: seededRandom(pid), log: log() };
  return new DiskSpool(host, "/state", epoch);
}

for (const clones of [false, true])
  spoolSuite(`a disk in memory ${clones ? "with" : "without"} clones`, async () => {
    const disk = new Disk(1);
    disk.clones = clones;
    return {
      spool: onDisk(disk, new Machine(), 1),
      fileOf: async (bytes) => {
        const file = await disk.files().open("/file", "create");
        await file.append(bytes);
        return "/file";
      },
    };
  });

function onThisMachine() {
  const state = mkdtempSync(join(tmpdir(), "agent-spool-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const host = { files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, log: log() };
  return { state, spool: new DiskSpool(host, state, "epoch") };
}

spoolSuite("the disk of this machine", async () => {
  const { state, spool } = onThisMachine();
  return {
    spool,
    fileOf: async (bytes) => {
      writeFileSync(join(state, "file"), bytes);
      return join(state, "file");
    },
  };
});

test("its directories are for their user alone, and are gone with their hub", async () => {
  const { state, spool } = onThisMachine();
  await spool.start();
  await written(spool, 1, "items", "x");
  const root = join(state, "hub", "spool");
  const modes = ["..", ".", "epoch", "epoch.lock", "epoch/1.items"].map(
    (name) => statSync(join(root, name)).mode & 0o777,
  );
  expect(modes).toEqual([0o700, 0o700, 0o700, 0o600, 0o600]);
  await spool.stop();
  expect(readdirSync(root)).toEqual([]);
});

test("a start removes what dead hubs have left, and nothing of those that run", async () => {
  const disk = new Disk(1);
  const machine = new Machine();
  const [dead, living] = [onDisk(disk, machine, 1), onDisk(disk, machine, 2)];
  for (const spool of [dead, living]) {
    await spool.start();
    await written(spool, 1, "items", "x");
  }
  await disk.files().makeDirectory("/state/hub/spool/lockless");
  machine.alive.delete(1);
  const third = onDisk(disk, machine, 3);
  await third.start();
  const names = await disk.files().list("/state/hub/spool");
  expect(names).toEqual(["epoch2", "epoch2.lock", "epoch3", "epoch3.lock"]);
  expect(await readAll(living, 1, "items")).toBe("x");
  await living.stop();
  await third.stop();
  expect(await disk.files().list("/state/hub/spool")).toEqual([]);
});

test("a start goes on when something foreign lies in the spool", async () => {
  const disk = new Disk(1);
  await disk.files().makeDirectory("/state/hub/spool/foreign/folder");
  const file = await disk.files().open("/state/hub/spool/file", "create");
  await file.append(Buffer.from("x"));
  const spool = onDisk(disk, new Machine(), 1);
  await spool.start();
  await written(spool, 1, "items", "x");
  expect(disk.has("/state/hub/spool/foreign/folder")).toBe(true);
  expect(disk.has("/state/hub/spool/file")).toBe(true);
});

test("a spool that somebody removes is made again, with its lock", async () => {
  const disk = new Disk(1);
  const machine = new Machine();
  const spool = onDisk(disk, machine, 1);
  await spool.start();
  await written(spool, 1, "items", "x");
  disk.move("/state/hub");
  await expect(spool.open(1, "items")).rejects.toMatchObject({ failure: "missing" });
  await written(spool, 2, "items", "y");
  await onDisk(disk, machine, 2).start();
  expect(await readAll(spool, 2, "items")).toBe("y");
});
