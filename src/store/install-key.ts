/** The key of an installation, which its tokens are signed with (P-S2, P-S14). */
import { FileError, type Files, stageFile } from "../ports/files.js";
import type { Random } from "../ports/random.js";

const KEY_BYTES = 32;

/** Reads `install.key` of a state directory, or makes it; of several that start at once all get the same. Rejects with a `FileError`. */
export async function installKey(files: Files, random: Random, state: string): Promise<Uint8Array> {
  const path = files.join(state, "install.key");
  const there = await keyAt(files, path);
  if (there !== undefined) return there;
  await files.makeDirectory(state);
  const stage = `${path}.${Buffer.from(random.bytes(8)).toString("hex")}`;
  await stageFile(files, stage, random.bytes(KEY_BYTES));
  try {
    await files.link(stage, path);
  } catch (error) {
    if (!(error instanceof FileError) || error.failure !== "exists") throw error;
  } finally {
    await files.remove(stage);
  }
  await files.syncDirectory(state);
  const made = await keyAt(files, path);
  if (made === undefined) throw new FileError("missing", path, "ENOENT");
  return made;
}

async function keyAt(files: Files, path: string): Promise<Uint8Array | undefined> {
  try {
    const key = await files.read(path, KEY_BYTES);
    if (key.length < KEY_BYTES) throw new FileError("io", path, "too short");
    return key;
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return undefined;
    throw error;
  }
}
