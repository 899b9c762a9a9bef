/** The files of a project on the disk in memory, which has no links. */
import { posix } from "node:path";
import { FileError } from "../../src/agent/machine/interfaces/files.js";
import type { HeldDirectory, Tree, TreeEntry } from "../../src/agent/machine/interfaces/tree.js";
import type { Disk } from "./disk.js";

export function treeOf(disk: Disk): Tree {
  const files = disk.files();
  const hold = async (path: string): Promise<HeldDirectory> => {
    const status = await files.status(path);
    if (status === undefined) throw new FileError("missing", path, "ENOENT");
    if (status.kind !== "directory") throw new FileError("not-a-file", path, "ENOTDIR");
    const of = (name: string): string => posix.join(path, name);
    return {
      async *entries() {
        const entries: TreeEntry[] = [];
        for (const name of await files.list(path)) {
          const entry = await files.status(of(name));
          if (entry !== undefined) entries.push({ name, kind: entry.kind });
        }
        yield entries;
      },
      status: (name) => files.status(of(name)),
      read: (name, limit) => files.read(of(name), limit),
      async put(name, bytes, before) {
        const now = await files.status(of(name));
        if (before === undefined && now !== undefined) throw new FileError("exists", of(name), "EEXIST");
        const stage = of(`.stage-${name}`);
        const file = await files.open(stage, "create");
        await file.append(bytes);
        await file.sync();
        await file.close();
        await files.rename(stage, of(name));
      },
      makeDirectory: (name) => files.makeDirectory(of(name)),
      release: async () => {},
    };
  };
  return {
    ...{ realPath: (path) => files.realPath(path), hold, join: posix.join },
    resolve: (directory, path) => posix.resolve(directory, path),
    split: (path) => [posix.dirname(path), posix.basename(path)],
    relative: (directory, path) => posix.relative(directory, path),
  };
}
