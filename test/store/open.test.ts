/** Sessions: begun, resumed, finalized, listed; and the small files beside the log. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { listSessions } from "../../src/agent/session/store/list.js";
import { openSession, readSession } from "../../src/agent/session/store/open.js";
import { isSessionId, sessionPaths, stateDirectory } from "../../src/agent/session/store/paths.js";
import { SegmentFiles } from "../../src/agent/session/store/segment-files.js";
import { readStartup, writeStartup } from "../../src/agent/session/store/startup.js";
import type { Startup } from "../../src/generated/protocol/types.js";
import { CHARACTER } from "../arbitrary/character.js";
import { Disk, type Fate } from "../ports/disk.js";
import { item, itemEntry, NEW, open, optionsOn, PATHS, promptEntry, RESUME, SESSION, STATE } from "./bench.js";

const join = (...parts: readonly string[]): string => parts.join("/");

describe("P-S1", () => {
  test.each(["a", "0", "a-b", "9".repeat(64), "session-1", "a--"])("%s names a session", (id) => {
    expect(isSessionId(id)).toBe(true);
  });

  test.each(["", "-a", "A", "ä", "a_b", "a.b", ".", "..", "a/b", "a\n", "a\0", "a".repeat(65)])(
    "%j names none",
    (id) => {
      expect(isSessionId(id)).toBe(false);
      expect(() => sessionPaths(join, "/s", id)).toThrow(RangeError);
    },
  );

  test("every path of a session lies in its directory", () => {
    fc.assert(
      fc.property(fc.string({ unit: CHARACTER }), (id) => {
        if (isSessionId(id)) expect(sessionPaths(join, "/s", id).log).toBe(`/s/sessions-v1/${id}/log`);
        else expect(() => sessionPaths(join, "/s", id)).toThrow(RangeError);
      }),
    );
  });

  test("a new session must not be there, and one that is resumed must be", async () => {
    const disk = new Disk(1);
    await expect(open(disk, RESUME)).rejects.toMatchObject({ code: "session_unknown" });
    expect([...disk.image().keys()]).toEqual([]);
    const store = await open(disk, NEW);
    await store.close();
    const before = disk.image();
    await expect(open(disk, NEW)).rejects.toMatchObject({ code: "session_exists" });
    expect(disk.image()).toEqual(before);
    const resumed = await open(disk, RESUME);
    expect(resumed.file).toEqual({
      ...{ version: 1, session_id: SESSION, created_at: "2027-01-15T08:00:00.000Z", working_directory: "/work" },
    });
    await expect(openSession({ ...optionsOn(disk, NEW), sessionId: "../x" })).rejects.toThrow(RangeError);
  });

  test("a directory with a credential alone is no session yet, and becomes one", async () => {
    const disk = new Disk(1);
    await disk.files().makeDirectory(PATHS.directory);
    await disk.files().open(PATHS.credential, "create");
    await expect(open(disk, RESUME)).rejects.toMatchObject({ code: "session_unknown" });
    await expect(open(disk, NEW)).resolves.toMatchObject({ totalItems: 0 });
  });
});

describe("P-S2", () => {
  const home = "/home/me";
  test.each([
    [{ option: "s" }, { AGENT_STATE_DIR: "/a", XDG_STATE_HOME: "/x" }, "s"],
    [{}, { AGENT_STATE_DIR: "a", XDG_STATE_HOME: "/x" }, "a"],
    [{}, { AGENT_STATE_DIR: "", XDG_STATE_HOME: "/x" }, "/x/agent"],
    [{}, { XDG_STATE_HOME: "relative" }, "/home/me/.local/state/agent"],
    [{ option: "" }, {}, "/home/me/.local/state/agent"],
    [{ option: undefined }, { XDG_STATE_HOME: "" }, "/home/me/.local/state/agent"],
  ])("%j with %j", (options, env, expected) => {
    expect(stateDirectory({ ...options, env, home, join })).toBe(expected);
  });

  test.each(["relative", ".", "", "~"])("a home directory %j is no place for sessions", (relative) => {
    expect(stateDirectory({ env: {}, home: relative, join })).toBeUndefined();
    expect(stateDirectory({ env: { AGENT_STATE_DIR: "a" }, home: relative, join })).toBe("a");
  });
});

test("what is recovered: how many items, the prompt without an end, and what the session worked with last", async () => {
  const disk = new Disk(1);
  const first = await open(disk, NEW);
  expect(first.recovered).toEqual({
    ...{ totalItems: 0, openPrompt: undefined, generation: undefined, epoch: undefined, trimmed: undefined },
    ...{
      title: null,
      model: null,
      facet: null,
      context: null,
      chosen: {},
      inputs: [],
      queueRevision: 0,
      operations: [],
    },
  });
  await first.append({ t: "epoch", daemon_epoch: "e".repeat(32) });
  await first.append({ t: "session", title: "one", model: "m", facet: "f" });
  await first.append(promptEntry(0));
  await first.append({ t: "turn", prompt_id: "prompt-0", outcome: "completed" });
  await first.append({ t: "session", title: null, facet: "g" });
  await first.append({ t: "prompt", prompt_id: "again", generation: 7, model: "n", facet: "h" });
  await first.append(itemEntry(1));
  await first.close();
  const second = await open(disk, RESUME);
  expect(second.recovered).toEqual({
    ...{ totalItems: 2, openPrompt: { promptId: "again", generation: 7 }, generation: 7, epoch: "e".repeat(32) },
    ...{
      trimmed: undefined,
      title: null,
      model: "n",
      facet: "h",
      context: null,
      chosen: { model: "m", facet: "g" },
      inputs: [],
      queueRevision: 0,
      operations: [],
    },
  });
  expect(await second.items(0, 9)).toEqual([item(0), item(1)]);
  await second.append({ t: "turn", prompt_id: "again", outcome: "interrupted" });
  await second.close();
  expect((await open(disk, RESUME)).recovered.openPrompt).toBeUndefined();
});

test("P-S40 a finalized session says what its log was, and is resumed as one that is not", async () => {
  const disk = new Disk(1);
  const store = await open(disk, NEW, 600);
  for (let index = 0; index < 5; index += 1) await store.append(itemEntry(index));
  await store.finalize();
  const read = (): ReturnType<typeof readSession> =>
    readSession({ files: disk.files(), state: STATE, sessionId: SESSION });
  const stored = await read();
  expect(stored.isFinal).toBe(true);
  expect(stored.history.totalItems).toBe(5);
  expect(await stored.history.read(new SegmentFiles(disk.files(), PATHS.log), 4, 5)).toEqual([item(4)]);
  const final = JSON.parse(Buffer.from(disk.bytes(PATHS.final)).toString()) as { segments: { bytes: number }[] };
  expect(final).toMatchObject({ version: 1, session_id: SESSION, total_items: 5, entries: 5 + final.segments.length });
  expect(final.segments.map(({ bytes }) => bytes)).toEqual(
    final.segments.map((_, index) => disk.bytes(`${PATHS.log}/00000${index + 1}.log`).length),
  );
  const resumed = await open(disk, RESUME, 600);
  expect(await disk.files().status(PATHS.final)).toBeUndefined();
  await resumed.append(itemEntry(5));
  await resumed.close();
  expect((await read()).isFinal).toBe(false);
});

test("a session without an entry can be finalized and resumed", async () => {
  const disk = new Disk(1);
  await (await open(disk, NEW)).finalize();
  const store = await open(disk, RESUME);
  await store.append(itemEntry(0));
  expect(store.totalItems).toBe(1);
});

test("all sessions are listed, the damaged ones as such, and what is none is not", async () => {
  const disk = new Disk(1);
  const options = optionsOn(disk, NEW);
  const named = (sessionId: string): typeof options => ({ ...options, sessionId });
  const running = await openSession(named("running"));
  await running.append(itemEntry(0));
  await (await openSession(named("stopped"))).close();
  await (await openSession(named("final"))).finalize();
  for (const id of ["bad-json", "lost", "foreign"]) {
    const store = await openSession(named(id));
    await store.append(itemEntry(0));
    await store.close();
  }
  disk.overwrite(`${STATE}/sessions-v1/bad-json/session.json`, Buffer.from("{"));
  disk.overwrite(`${STATE}/sessions-v1/foreign/session.json`, disk.bytes(`${STATE}/sessions-v1/final/session.json`));
  await disk.files().remove(`${STATE}/sessions-v1/lost/session.json`);
  await disk.files().makeDirectory(`${STATE}/sessions-v1/empty`);
  await (await disk.files().open(`${STATE}/sessions-v1/stray`, "create")).close();
  await disk.files().makeDirectory(`${STATE}/sessions-v1/folder/session.json`);
  await disk.files().makeDirectory(`${STATE}/sessions-v1/Not-An-Id`);
  const listed = await listSessions(options, STATE);
  expect(
    listed.map(({ sessionId, isRunning, isFinalized, damage }) => [sessionId, isRunning, isFinalized, damage]),
  ).toEqual([
    ["bad-json", false, false, "session.json is damaged"],
    ["final", false, true, undefined],
    ["folder", false, false, "session.json is no regular file"],
    ["foreign", false, false, "session.json is damaged"],
    ["lost", false, false, "session.json is missing"],
    ["running", true, false, undefined],
    ["stopped", false, false, undefined],
  ]);
  expect(await listSessions(options, "/nowhere")).toEqual([]);
  disk.decide = () => "io";
  expect(await listSessions(options, STATE)).toEqual([]);
  disk.decide = ({ path }) => (path.endsWith("session.json") || path.endsWith("lock") ? "denied" : undefined);
  expect((await listSessions(options, STATE)).map(({ damage }) => damage)).toContain("session.json may not be read");
});

test("startup.json is read as it was written, and what cannot be understood is as if it were not there", async () => {
  const disk = new Disk(1);
  await (await open(disk, NEW)).close();
  const startup: Startup = {
    ...{ version: 1, state: "ready", pid: 7, url: "http://127.0.0.1:1", session_id: SESSION },
    ...{ daemon_epoch: "0".repeat(32), started_at: "2027-01-15T08:00:00.000Z" },
  };
  expect(await readStartup(disk.files(), PATHS.startup)).toBeUndefined();
  await writeStartup(disk.files(), PATHS.startup, startup);
  expect(await readStartup(disk.files(), PATHS.startup)).toEqual(startup);
  for (const text of ["", "null", "[]", '{"version":1}', JSON.stringify({ ...startup, state: "other" })]) {
    disk.overwrite(PATHS.startup, Buffer.from(text));
    expect(await readStartup(disk.files(), PATHS.startup)).toBeUndefined();
  }
});

test("whoever goes on with a session tells those who watch the directory of all, and leaves nothing there", async () => {
  const disk = new Disk(1);
  await (await open(disk, NEW)).close();
  const files = disk.files();
  const before = await files.status("/state/sessions-v1");
  await (await open(disk, RESUME)).close();
  expect((await files.status("/state/sessions-v1"))?.modified).not.toBe(before?.modified);
  expect(await files.list("/state/sessions-v1")).toEqual([SESSION]);
});

test.each<[string, Fate]>([
  ["create", "full"],
  ["remove", "denied"],
  ["create", "exists"],
])("a session opens where the disk refuses to %s that mark (%s)", async (kind, fate) => {
  const disk = new Disk(1);
  await (await open(disk, NEW)).close();
  disk.decide = (asked) => (asked.path.endsWith(".changed") && asked.kind === kind ? fate : undefined);
  const store = await open(disk, RESUME);
  expect(store.totalItems).toBe(0);
  await store.close();
});
