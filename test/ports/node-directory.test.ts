/** The names in a directory of this machine: some of them, and none of a directory that cannot be read. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { nodeReadDirectory } from "../../src/agent/machine/node/directory.js";

function directory(): string {
  const root = mkdtempSync(join(tmpdir(), "agent-directory-"));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

const asked = { matches: () => true, most: 1000, signal: new AbortController().signal };

test("files, directories and links to both", async () => {
  const root = directory();
  mkdirSync(join(root, "folder"));
  writeFileSync(join(root, "file"), "");
  symlinkSync("folder", join(root, "to-folder"));
  symlinkSync("file", join(root, "to-file"));
  symlinkSync("nowhere", join(root, "to-nothing"));
  symlinkSync("loop", join(root, "loop"));
  const { entries, looked } = await nodeReadDirectory(root, asked);
  expect(looked).toBe(6);
  expect(
    entries
      .filter(({ isDirectory }) => isDirectory)
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(["folder", "to-folder"]);
  const links = entries.filter(({ isLink }) => isLink).map(({ name }) => name);
  expect(links.toSorted()).toEqual(["loop", "to-file", "to-folder", "to-nothing"]);
  const some = await nodeReadDirectory(root, { ...asked, matches: (name) => name.startsWith("to") });
  expect([some.entries.length, some.looked]).toEqual([3, 6]);
});

test("no more names than asked, and none after an abort", async () => {
  const root = directory();
  for (let at = 0; at < 3000; at += 1) writeFileSync(join(root, `f${at}`), "");
  expect((await nodeReadDirectory(root, { ...asked, most: 2500 })).looked).toBe(2500);
  expect((await nodeReadDirectory(root, { ...asked, most: 5000 })).looked).toBe(3000);
  const aborted = await nodeReadDirectory(root, { ...asked, signal: AbortSignal.abort() });
  expect(aborted).toEqual({ entries: [], looked: 0 });
});

test.each(["nothing", "file", "file/below", "nul\0byte"])("%j has no names", async (name) => {
  const root = directory();
  writeFileSync(join(root, "file"), "");
  expect(await nodeReadDirectory(join(root, name), asked)).toEqual({ entries: [], looked: 0 });
});
