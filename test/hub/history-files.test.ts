/** Captures of sessions on the disk of this machine: links and folders in the place of files, and times that stay as they are. */
import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { sha256Hex } from "../../src/agent/machine/interfaces/hash.js";
import { nodeFiles } from "../../src/agent/machine/node/files.js";
import { code, historyBench, listing } from "./history-bench.js";

const bytes = Buffer.from("three blind mice");
const id = sha256Hex(bytes);

async function onThisMachine() {
  const state = mkdtempSync(join(tmpdir(), "agent-captures-"));
  onTestFinished(() => rmSync(state, { recursive: true, force: true }));
  const bench = await historyBench({ state, files: nodeFiles });
  await bench.session("s", async (store) => {
    await store.keepArtifact(id, bytes);
    await store.append(
      listing(0, [{ artifact_id: id, media_type: "text/plain", total_length: bytes.length, scrubbed: false }]),
    );
  });
  return { bench, folder: join(state, "sessions-v1", "s") };
}

/** What a program that looks at the folder sees, the time of the last change of each file included. */
function seen(folder: string): readonly unknown[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return ["", ...names].map((name) => {
    const { ino, size, mode, nlink, mtimeMs, ctimeMs } = lstatSync(join(folder, name));
    return { name, ino, size, mode, nlink, mtimeMs, ctimeMs };
  });
}

/** Puts a link to the file itself in its place. */
function linked(path: string): void {
  renameSync(path, `${path}-behind`);
  symlinkSync(`${path}-behind`, path);
}

test("a capture changes nothing in the folder of a session: no file, no link, no time", async () => {
  const { bench, folder } = await onThisMachine();
  const before = seen(folder);
  const { checkpoint } = await bench.page("s");
  expect((await bench.bytes("s", id, checkpoint)).equals(bytes)).toBe(true);
  expect(seen(folder)).toEqual(before);
});

test.each(["log/000001.log", "log", "final.json", "session.json"])(
  "a link in the place of %s is damage",
  async (name) => {
    const { bench, folder } = await onThisMachine();
    linked(join(folder, name));
    expect(code(await bench.history("s"))).toEqual([422, "history_corrupt"]);
  },
);

test.each(["link", "folder"])("a %s in the place of an attachment counts as bytes that are gone", async (kind) => {
  const { bench, folder } = await onThisMachine();
  const path = join(folder, "attachments", id);
  if (kind === "link") linked(path);
  else {
    rmSync(path);
    mkdirSync(path);
  }
  const { checkpoint, items } = await bench.page("s");
  expect(items.length).toBe(1);
  expect(code(await bench.attachment("s", id, { checkpoint }))).toEqual([404, "history_unavailable"]);
});

test("a file in the place of a session's folder is no session", async () => {
  const { bench, folder } = await onThisMachine();
  rmSync(folder, { recursive: true });
  writeFileSync(folder, "x");
  expect(code(await bench.history("s"))).toEqual([404, "history_unavailable"]);
});

test("a clone has the bytes of its file and is for its user alone, or the file system has none and no file is left", async () => {
  const { bench } = await onThisMachine();
  const [from, to] = [join(bench.state, "from"), join(bench.state, "to")];
  writeFileSync(from, "x", { mode: 0o644 });
  if (await nodeFiles.clone(from, to)) expect(lstatSync(to).mode & 0o777).toBe(0o600);
  else expect(await nodeFiles.status(to)).toBeUndefined();
  writeFileSync(to, "y", { flag: "a" });
  await expect(nodeFiles.clone(from, to)).rejects.toMatchObject({ failure: "exists" });
  await expect(nodeFiles.clone(join(bench.state, "none"), join(bench.state, "other"))).rejects.toMatchObject({
    failure: "missing",
  });
});
