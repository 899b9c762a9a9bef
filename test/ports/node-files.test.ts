/** Node's files: modes, links, failures. */
import { execFileSync } from "node:child_process";
import {
  chmodSync,
  cpSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { FileError, replaceFile } from "../../src/agent/machine/interfaces/files.js";
import { nodeRandom } from "../../src/agent/machine/interfaces/random.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { nodeFilesAtOnce } from "../../src/agent/machine/node/files-at-once.js";
import { nodeProcesses } from "../../src/agent/machine/node/processes.js";
import { makeCredential } from "../../src/agent/session/store/credential.js";
import { installKey } from "../../src/agent/session/store/install-key.js";
import { openSession } from "../../src/agent/session/store/open.js";
import { sessionPaths } from "../../src/agent/session/store/paths.js";
import { writeStartup } from "../../src/agent/session/store/startup.js";
import { itemEntry, NEW, SESSION, stillClock } from "../store/bench.js";
import { temporary } from "../store/processes.js";

let there: ReturnType<typeof temporary>;
beforeEach(() => {
  there = temporary();
});
afterEach(() => there.remove());

const at = (...names: readonly string[]): string => join(there.path, ...names);
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const failureOf = (act: Promise<unknown>): Promise<unknown> =>
  act.then(
    () => undefined,
    (error: unknown) => (error instanceof FileError ? error.failure : error),
  );

test.each([0o000, 0o022, 0o077, 0o777])(
  "C004 under umask %o all files are 0600 and all directories 0700",
  async (umask) => {
    const before = process.umask(umask);
    const state = at("a", "state");
    try {
      const paths = sessionPaths(join, state, SESSION);
      await nodeFiles.makeDirectory(paths.directory);
      await makeCredential(nodeFiles, nodeRandom, paths.credential);
      await installKey(nodeFiles, nodeRandom, state);
      const store = await openSession({
        ...{ files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, clock: stillClock },
        ...{ state, sessionId: SESSION, how: NEW },
      });
      await store.append(itemEntry(0));
      expect(lstatSync(paths.lock).mode & 0o7777).toBe(0o600);
      await writeStartup(nodeFiles, paths.startup, {
        ...{ version: 1, state: "starting", pid: 1, session_id: SESSION },
        ...{ daemon_epoch: "0".repeat(32), started_at: "2027-01-15T08:00:00.000Z" },
      });
      await store.finalize();
    } finally {
      process.umask(before);
    }
    const modes = execFileSync("find", [at("a"), "-printf", "%y %m %f\n"], { encoding: "utf8" });
    expect(modes.trim().split("\n").sort()).toEqual([
      "d 700 a",
      "d 700 log",
      `d 700 ${SESSION}`,
      "d 700 sessions-v1",
      "d 700 state",
      "f 600 000001.log",
      "f 600 credential.json",
      "f 600 final.json",
      "f 600 install.key",
      "f 600 session.json",
      "f 600 startup.json",
    ]);
  },
);

test("a directory that is there keeps its mode, and one in the way is refused", async () => {
  mkdirSync(at("open"));
  chmodSync(at("open"), 0o755);
  await nodeFiles.makeDirectory(at("open", "inside"));
  expect(lstatSync(at("open")).mode & 0o777).toBe(0o755);
  writeFileSync(at("file"), "");
  expect(await failureOf(nodeFiles.makeDirectory(at("file")))).toBe("not-a-file");
  expect(await failureOf(nodeFiles.makeDirectory(at("file", "inside")))).toBe("not-a-file");
});

test("what is appended is read again, from anywhere, and cut off where it is truncated", async () => {
  const file = await nodeFiles.open(at("log"), "create");
  await file.append(bytes("one "));
  await file.append(bytes("two three"));
  await file.truncate(7);
  await file.append(bytes("!"));
  await file.sync();
  expect((await file.status()).size).toBe(8);
  expect(Buffer.from(await file.readAt(4, 100)).toString()).toBe("two!");
  await file.close();
  const again = await nodeFiles.open(at("log"), "append");
  await again.append(bytes("?"));
  await again.close();
  expect(readFileSync(at("log"), "utf8")).toBe("one two!?");
  expect(await failureOf(again.append(bytes("x")))).toBe("io");
});

test("links are not followed, and nothing but a file is opened; nothing waits for the other end of a pipe", async () => {
  writeFileSync(at("file"), "text");
  symlinkSync(at("file"), at("link"));
  symlinkSync(at("nothing"), at("dangling"));
  execFileSync("mkfifo", [at("pipe")]);
  mkdirSync(at("directory"));
  for (const how of ["read", "append"] as const) {
    expect(await failureOf(nodeFiles.open(at("link"), how))).toBe("not-a-file");
    expect(await failureOf(nodeFiles.open(at("pipe"), how))).toBe("not-a-file");
    expect(await failureOf(nodeFiles.open(at("directory"), how))).toBe("not-a-file");
    expect(await failureOf(nodeFiles.open(at("nothing"), how))).toBe("missing");
  }
  for (const name of ["file", "link", "dangling", "pipe", "directory"])
    expect(await failureOf(nodeFiles.open(at(name), "create"))).toBe("exists");
  expect(await failureOf(nodeFiles.read(at("link"), 10))).toBe("not-a-file");
  const kinds = ["file", "link", "dangling", "pipe", "directory", "nothing"].map(
    async (name) => (await nodeFiles.status(at(name)))?.kind,
  );
  expect(await Promise.all(kinds)).toEqual(["file", "link", "link", "other", "directory", undefined]);
  expect(await nodeFiles.status(at("file", "inside"))).toBeUndefined();
  expect(await nodeFiles.list(at("nothing"))).toEqual([]);
  expect(await nodeFiles.list(there.path)).toEqual(["dangling", "directory", "file", "link", "pipe"]);
});

const READERS = { nodeFiles, nodeFilesAtOnce };

describe.each(Object.entries(READERS))("%s", (_, files) => {
  test("a small file is read up to its limit, and not beyond", async () => {
    writeFileSync(at("file"), "12345");
    expect(Buffer.from(await files.read(at("file"), 5)).toString()).toBe("12345");
    expect(await failureOf(files.read(at("file"), 4))).toBe("io");
    expect(await failureOf(files.read(at("file"), 1))).toBe("io");
    writeFileSync(at("nothing"), "");
    expect(await files.read(at("nothing"), 0)).toEqual(new Uint8Array());
  });

  test("only a file is read, without following a link or waiting for the other end of a pipe", async () => {
    writeFileSync(at("file"), "text");
    symlinkSync(at("file"), at("link"));
    execFileSync("mkfifo", [at("pipe")]);
    mkdirSync(at("directory"));
    const failures = ["link", "pipe", "directory", "nothing", "a\0b"].map((name) =>
      failureOf(files.read(at(name), 10)),
    );
    expect(await Promise.all(failures)).toEqual(["not-a-file", "not-a-file", "not-a-file", "missing", "io"]);
  });

  test("a status says what has a name, without following a link", async () => {
    writeFileSync(at("file"), "text");
    symlinkSync(at("file"), at("link"));
    const names = ["file", "link", "nothing", "file/inside"];
    const statuses = await Promise.all(names.map((name) => files.status(at(name))));
    expect(statuses.map((status) => [status?.kind, status?.size])).toEqual([
      ["file", 4],
      ["link", expect.any(Number)],
      [undefined, undefined],
      [undefined, undefined],
    ]);
    expect(await failureOf(files.status(at("a\0b")))).toBe("io");
  });

  test("the names of a directory come sorted, and a missing one has none", async () => {
    writeFileSync(at("b"), "");
    writeFileSync(at("a"), "");
    expect(await files.list(there.path)).toEqual(["a", "b"]);
    expect(await files.list(at("nothing"))).toEqual([]);
    expect(await failureOf(files.list(at("a")))).toBe("not-a-file");
  });
});

test("names are given, taken and changed, and never over another one by a link", async () => {
  writeFileSync(at("a"), "a");
  await nodeFiles.link(at("a"), at("b"));
  expect(await failureOf(nodeFiles.link(at("a"), at("b")))).toBe("exists");
  await nodeFiles.remove(at("a"));
  await nodeFiles.remove(at("a"));
  writeFileSync(at("c"), "c");
  await nodeFiles.rename(at("c"), at("b"));
  await nodeFiles.syncDirectory(there.path);
  expect(readFileSync(at("b"), "utf8")).toBe("c");
  expect(await nodeFiles.list(there.path)).toEqual(["b"]);
  expect(await failureOf(nodeFiles.rename(at("nothing"), at("b")))).toBe("missing");
});

test("a small file is replaced whole, also where an earlier attempt died", async () => {
  writeFileSync(at("file"), "old");
  linkSync(at("file"), at("second"));
  writeFileSync(at("file.new"), "half");
  await replaceFile(nodeFiles, at("file"), bytes("new"));
  expect(readFileSync(at("file"), "utf8")).toBe("new");
  expect(readFileSync(at("second"), "utf8")).toBe("old");
  expect(await nodeFiles.list(there.path)).toEqual(["file", "second"]);
});

test("every failure is a FileError, a name that no file can have too", async () => {
  expect(await failureOf(nodeFiles.open(at("a\0b"), "read"))).toBe("io");
  expect(await failureOf(nodeFiles.remove(at("x".repeat(300))))).toBe("io");
  expect(await failureOf(nodeFiles.syncDirectory(at("nothing")))).toBe("missing");
});

test("many make one directory, and those that it is in, at once", async () => {
  for (let each = 0; each < 20; each += 1) {
    const path = at(join(`${each}`, "b", "c", "d"));
    await Promise.all(Array.from({ length: 5 }, () => nodeFiles.makeDirectory(path)));
    expect(lstatSync(path).mode & 0o777).toBe(0o700);
  }
});

test("P-S57 a session on a real disk, whose folder is removed: nothing is appended, and what was said is read", async () => {
  const state = at("state");
  const host = { files: nodeFiles, processes: nodeProcesses(), random: nodeRandom, clock: stillClock };
  const store = await openSession({ ...host, state, sessionId: SESSION, how: NEW });
  await store.append(itemEntry(0));
  expect(await store.items(0, 1)).toHaveLength(1);
  const log = sessionPaths(join, state, SESSION).log;
  renameSync(log, `${log}-away`);
  expect(await failureOf(store.append(itemEntry(1)))).toBe("missing");
  cpSync(`${log}-away`, log, { recursive: true });
  expect(await failureOf(store.append(itemEntry(1)))).toBe("replaced");
  rmSync(state, { recursive: true });
  expect(await failureOf(store.append(itemEntry(1)))).toBe("missing");
  expect(await store.items(0, 2)).toHaveLength(1);
  expect(await failureOf(store.finalize())).toBe("missing");
  expect(existsSync(state)).toBe(false);
});

test("a real path is without links, and there is none where they lead nowhere", async () => {
  mkdirSync(at("directory"));
  writeFileSync(at("directory", "file"), "x");
  symlinkSync("directory", at("link"));
  symlinkSync("loop", at("loop"));
  symlinkSync("missing", at("dangling"));
  const root = await nodeFiles.realPath(there.path);
  expect(await nodeFiles.realPath(at("link", "file"))).toBe(join(root ?? "", "directory", "file"));
  for (const name of ["missing", "loop", "dangling", "directory/file/below"])
    expect(await nodeFiles.realPath(at(name))).toBeUndefined();
});
