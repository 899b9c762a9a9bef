/** Whether the directory of a session is still the one that it began in (P-S98). */
import { expect, test } from "vitest";
import { FileError, type Files } from "../../src/agent/machine/interfaces/files.js";
import { chosenDirectory, expectDirectory } from "../../src/agent/session/store/working-directory.js";
import { Disk } from "../ports/disk.js";

const PLACE = "/home/me/work";

/** A disk with one directory, of another user where one is given, and behind a link where one is given. */
function filesOf({ owner, real }: { readonly owner?: number; readonly real?: string } = {}): Files {
  const disk = new Disk(1);
  disk.folder(PLACE);
  const files = disk.files();
  return {
    ...files,
    status: async (path) => {
      const status = await files.status(path);
      return status && { ...status, owner };
    },
    realPath: async (path) => real ?? files.realPath(path),
  };
}

const OTHER = 1001;

test.each([
  ["its user's", undefined, undefined, undefined],
  ["another user's from the beginning", OTHER, OTHER, undefined],
  ["its user's by now", undefined, OTHER, undefined],
  ["another user's by now", OTHER, undefined, "that directory belongs to another user now"],
  ["a third user's by now", 1002, OTHER, "that directory belongs to another user now"],
  ["that of root by now", 0, OTHER, "that directory belongs to another user now"],
])("a directory that is %s", async (_, now, first, why) => {
  const files = filesOf(now === undefined ? {} : { owner: now });
  const expected = expectDirectory(files, { workingDirectory: PLACE, owner: first });
  if (why === undefined) await expect(expected).resolves.toBeUndefined();
  else await expect(expected).rejects.toThrow(`the session works in ${PLACE} alone: ${why}; \`agent new\` begins`);
});

test("a directory that may not be entered is said, of a new session too", async () => {
  const files: Files = {
    ...filesOf(),
    status: async (path) => {
      if (path !== PLACE) throw new FileError("denied", path, "EACCES");
      return filesOf().status(path);
    },
  };
  const why = "you may not enter it";
  await expect(expectDirectory(files, { workingDirectory: PLACE })).rejects.toThrow(why);
  await expect(chosenDirectory(files, PLACE)).rejects.toThrow(`cannot start in ${PLACE}: ${why}`);
  const behind: Files = {
    ...files,
    realPath: async (path) => {
      throw new FileError("denied", path, "EACCES");
    },
  };
  await expect(expectDirectory(behind, { workingDirectory: PLACE })).rejects.toThrow(why);
});

test("a session begins where the path leads to, and notes another owner", async () => {
  expect(await chosenDirectory(filesOf({ real: PLACE, owner: OTHER }), "/home/me/link")).toEqual({
    workingDirectory: PLACE,
    owner: OTHER,
  });
  await expect(chosenDirectory(filesOf(), "/nowhere")).rejects.toThrow(
    "cannot start in /nowhere: there is no such directory",
  );
});

test("a link in its place is said with the place that it leads to, without control characters", async () => {
  const files = filesOf({ real: "/home/me/else\u001b[2J" });
  await expect(expectDirectory(files, { workingDirectory: PLACE })).rejects.toThrow(
    /a symbolic link leads from there to \/home\/me\/else\S*2J now/,
  );
  await expect(expectDirectory(files, { workingDirectory: PLACE })).rejects.not.toThrow("\u001b");
});
