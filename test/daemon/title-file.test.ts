/** P-S64, P-S117: `session.json` has the title from the moment it is given, so that a crashed session still has a name. */
import { expect, test } from "vitest";
import { Disk } from "../ports/disk.js";
import { open } from "../store/bench.js";
import { running, settled } from "./bench.js";

const FILE = "/state/sessions-v1/session-1/session.json";

async function fileOn(disk: Disk): Promise<Readonly<Record<string, unknown>>> {
  return JSON.parse(Buffer.from(await disk.files().read(FILE, 100_000)).toString());
}

test("the first prompt names the session there, and a crash leaves it", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  expect(await fileOn(disk)).not.toHaveProperty("title");
  await bench.turn("three blind mice\nsee how they run");
  await settled();
  const { created_at } = (await bench.sync()).session;
  disk.crash();
  expect(await fileOn(disk)).toEqual({
    ...{ version: 1, session_id: "session-1", created_at, working_directory: "/work" },
    title: "three blind mice",
  });
});

test("a session of an earlier version gets it when it goes on; fields of later versions stay", async () => {
  const disk = new Disk(1);
  disk.folder("/work");
  const store = await open(disk, { kind: "new", workingDirectory: "/work" });
  await store.append({ t: "session", title: "of before" });
  await store.close();
  const files = disk.files();
  const text = JSON.stringify({ ...(await fileOn(disk)), later: { deep: [1] } });
  await files.remove(FILE);
  const file = await files.open(FILE, "create");
  await file.append(Buffer.from(text));
  await file.sync();
  await running({ disk, resume: true });
  await settled();
  expect(await fileOn(disk)).toMatchObject({ title: "of before", later: { deep: [1] } });
});

test("a disk that refuses it is a warning, and it is written after a later turn", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  disk.decide = ({ kind, path }) => (kind === "rename" && path.includes("session.json") ? "full" : undefined);
  await bench.turn("mice");
  await settled();
  expect(bench.log.filter((line) => line.includes("title"))).not.toEqual([]);
  expect(await fileOn(disk)).not.toHaveProperty("title");
  disk.decide = () => undefined;
  await bench.turn("more");
  await settled();
  expect(await fileOn(disk)).toMatchObject({ title: "mice" });
});

test("it is written once, and stays as it is while turns go on", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("mice");
  await settled();
  const renames = () => disk.operations.filter(({ kind, path }) => kind === "rename" && path.includes("session.json"));
  const before = renames().length;
  await bench.turn("men");
  await settled();
  expect(renames()).toHaveLength(before);
});

test("a title that the daemon hides is hidden there, too", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  await bench.turn("use sk-ant-api03-0123456789abcdefghijklmnopqrstuvwxyz to log in");
  await settled();
  const { title } = await fileOn(disk);
  expect(title).toBe((await bench.sync()).session.title);
  expect(title).not.toContain("0123456789");
});

test("an end in order waits for it", async () => {
  const disk = new Disk(1);
  const bench = await running({ disk });
  const stream = await bench.follow();
  await bench.post("/prompt", { content: "mice" });
  await bench.daemon.stop("terminate");
  stream.leave();
  expect(await fileOn(disk)).toMatchObject({ title: "mice" });
});
