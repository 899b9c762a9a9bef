/** How much of the disk a list of sessions reads: the small files of each, and no log of one that stopped. */
import { expect, test } from "vitest";
import { FileError } from "../../src/agent/machine/interfaces/files.js";
import { factsOf } from "../../src/agent/session/store/facts.js";
import { eachSession, listSessions } from "../../src/agent/session/store/list.js";
import { openSession } from "../../src/agent/session/store/open.js";
import { Disk, type Operation } from "../ports/disk.js";
import { Machine, NEW, open, optionsOn, RESUME, SESSION, STATE } from "./bench.js";

/** Small files, directories and statuses are one operation; any other file is opened first. */
function isOpening({ kind, path }: Operation): boolean {
  return kind === (path.endsWith(".log") ? "open" : "read");
}

async function listed(disk: Disk) {
  const files = disk.files();
  const from = disk.operations.length;
  const [session] = await listSessions({ files, processes: new Machine().start(99) }, STATE);
  if (session === undefined) return expect.unreachable();
  const { title } = await factsOf(files, session, false);
  const opened = disk.operations.slice(from).filter(isOpening);
  return { title, opened: opened.map(({ path }) => path.slice(path.lastIndexOf("/") + 1)) };
}

/** A disk with one session. */
async function disk(end: "finalize" | "close" | "kill"): Promise<Disk> {
  const there = new Disk(1);
  const store = await open(there, NEW);
  await store.append({ t: "session", title: "Mice" });
  await store.keepTitle("Mice");
  if (end === "kill") there.kill();
  else await store[end]();
  return there;
}

test.each([
  ["stopped in order", "finalize", ["session.json", "lock", "final.json"]],
  ["was killed", "kill", ["session.json", "lock", "lock", "final.json", "log", "000001.log"]],
  ["ended without a last record", "close", ["session.json", "lock", "final.json", "lock", "log", "000001.log"]],
] as const)("of a session that %s only these files are looked at or read", async (_, end, opened) => {
  expect(await listed(await disk(end))).toEqual({ title: "Mice", opened: ["sessions-v1", ...opened] });
});

/** The only session, when something happens at the moment in which a file of it is opened. */
async function listedWhile(there: Disk, file: string, happens: () => Promise<unknown>) {
  let isDone = false;
  there.decide = async (operation) => {
    if (isDone || !isOpening(operation) || !operation.path.endsWith(file)) return undefined;
    isDone = true;
    await happens();
    return undefined;
  };
  const processes = { self: new Machine().start(99).self, mayRun: () => true };
  const [session] = await listSessions({ files: there.files(), processes }, STATE);
  return session;
}

test("a daemon that goes on with the session while it is read is seen", async () => {
  const there = await disk("finalize");
  const session = await listedWhile(there, "session.json", () => open(there, RESUME));
  expect(session).toMatchObject({ isRunning: true, isFinalized: false, damage: undefined });
});

test("a session that stops while it is read has not crashed", async () => {
  const there = new Disk(1);
  const store = await open(there, NEW);
  await store.append({ t: "session", title: "Mice" });
  const session = await listedWhile(there, "session.json", () => store.finalize());
  expect(session).toMatchObject({ isRunning: false, isFinalized: true, damage: undefined });
});

test("where the status of a lock is unknown, the lock is read", async () => {
  const there = await disk("kill");
  const files = there.files();
  const status = async (path: string) => {
    if (path.endsWith("lock")) throw new FileError("denied", path, "EACCES");
    return files.status(path);
  };
  const processes = { self: new Machine().start(99).self, mayRun: () => true };
  const [session] = await listSessions({ files: Object.assign(Object.create(files), { status }), processes }, STATE);
  expect(session).toMatchObject({ isRunning: true, isFinalized: false, isSure: true });
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

test("of a session that stopped the paths of the files that are looked at are joined, and no others", async () => {
  const files = (await disk("finalize")).files();
  const joined: string[] = [];
  const join = (...parts: readonly string[]): string => {
    joined.push(parts.slice(-1).join());
    return files.join(...parts);
  };
  const processes = new Machine().start(99);
  await listSessions({ files: Object.assign(Object.create(files), { join }), processes }, STATE);
  expect(joined).toEqual(["sessions-v1", "sessions-v1", SESSION, "session.json", "lock", "final.json"]);
});

test("a row is made of each session before the next ones are read", async () => {
  const there = new Disk(1);
  for (let number = 0; number < 100; number += 1)
    await (await openSession({ ...optionsOn(there, NEW), sessionId: `mice-${number}` })).finalize();
  const files = there.files();
  let waiting = 0;
  let most = 0;
  const read: typeof files.read = async (path, limit) => {
    if (path.endsWith("session.json")) most = Math.max(most, ++waiting);
    return files.read(path, limit);
  };
  const host = { files: Object.assign(Object.create(files), { read }), processes: new Machine().start(999) };
  const rows = await eachSession(host, STATE, async ({ sessionId }) => {
    waiting -= 1;
    return sessionId;
  });
  expect(rows).toHaveLength(100);
  expect(most).toBeLessThan(40);
});
