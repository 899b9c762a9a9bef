/** The project that a session belongs to, by its working directory (P-S10). */
import { expect, test } from "vitest";
import { projectOf } from "../../src/agent/session/store/project.js";
import { Disk } from "../ports/disk.js";

async function disk(...directories: string[]): Promise<Disk> {
  const made = new Disk(1);
  for (const directory of directories) await made.files().makeDirectory(directory);
  return made;
}

test.each([
  ["/home/me/repo/src/deep", "/home/me/repo"],
  ["/home/me/repo", "/home/me/repo"],
  ["/home/me/repo/inner/src", "/home/me/repo/inner"],
  ["/home/me/gone/for/good", "/home/me/gone/for/good"],
  ["/", "/"],
  ["relative/path", "relative/path"],
  ["", ""],
])("the project of %j is %j", async (directory, project) => {
  const files = (await disk("/home/me/repo/.git", "/home/me/repo/inner/.git", "/home/me/other/.git")).files();
  expect(await projectOf(files, directory)).toBe(project);
});

test("`.git` may be a file, as in a second work tree", async () => {
  const there = await disk("/home/me/tree/src");
  await (await there.files().open("/home/me/tree/.git", "create")).append(Buffer.from("gitdir: /elsewhere"));
  expect(await projectOf(there.files(), "/home/me/tree/src")).toBe("/home/me/tree");
});

test("a directory that cannot be looked into has no repository", async () => {
  const there = await disk("/home/me/repo/.git");
  there.decide = ({ path }) => (path.startsWith("/home/me/") ? "denied" : undefined);
  expect(await projectOf(there.files(), "/home/me/repo/src")).toBe("/home/me/repo/src");
});
