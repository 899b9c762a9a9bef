/** How much of the disk a list of sessions reads: the small files of each, and no log of one that stopped. */
import { expect, test } from "vitest";
import { factsOf } from "../../src/agent/session/store/facts.js";
import { listSessions } from "../../src/agent/session/store/list.js";
import { Disk } from "../ports/disk.js";
import { Machine, NEW, open, STATE } from "./bench.js";

async function listed(disk: Disk) {
  const files = disk.files();
  const from = disk.operations.length;
  const [session] = await listSessions({ files, processes: new Machine().start(99) }, STATE);
  if (session === undefined) return expect.unreachable();
  const { title } = await factsOf(files, session, false);
  const opened = disk.operations.slice(from).filter(({ kind }) => kind === "open");
  return { title, opened: opened.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)) };
}

test("of a stopped session three names are looked for, and no log", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW);
  await store.append({ t: "session", title: "Mice" });
  await store.finalize();
  const { title, opened } = await listed(disk);
  expect(title).toBe("Mice");
  expect(opened.length).toBeLessThanOrEqual(3);
  expect(opened.filter((name) => name.endsWith(".log"))).toEqual([]);
});

test("of a crashed session whose `session.json` has the title the end of the log is read, and not its beginning", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW);
  await store.append({ t: "session", title: "of the log" });
  await store.keepTitle("Mice");
  await store.close();
  const { title, opened } = await listed(disk);
  expect(title).toBe("Mice");
  expect(opened.filter((name) => name.endsWith(".log"))).toHaveLength(1);
});
