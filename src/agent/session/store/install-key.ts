/** The key of an installation, which its tokens are signed with (P-S2, P-S14). */
import { FileError, type Files, type OpenFile, stageFile } from "../../machine/interfaces/files.js";
import { type Random, randomHex } from "../../machine/interfaces/random.js";

const KEY_BYTES = 32;

/** Reads `install.key` of a state directory, or makes it; several callers at once get the same key. Rejects with a `FileError`. */
export async function installKey(files: Files, random: Random, state: string): Promise<Uint8Array> {
  const path = files.join(state, "install.key");
  const there = await keyAt(files, path);
  if (there !== undefined) return there;
  await files.makeDirectory(state);
  const stage = `${path}.${randomHex(random, 8)}`;
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

/** The permission bits of group and others. */
const FOR_OTHERS = 0o077;

/** Reads the key; undefined when the file is missing. Its mode is checked like that of a credential: the key makes tokens. */
async function keyAt(files: Files, path: string): Promise<Uint8Array | undefined> {
  const file = await openKey(files, path);
  if (file === undefined) return undefined;
  try {
    // The mode of the opened file: the name may mean another file by now.
    const { mode } = await file.status();
    if ((mode & FOR_OTHERS) !== 0) throw new FileError("denied", path, "its mode should be 0600");
    const key = await file.readAt(0, KEY_BYTES + 1);
    if (key.length !== KEY_BYTES) throw new FileError("io", path, `not ${KEY_BYTES} bytes long`);
    if (key.every((byte) => byte === key[0])) throw new FileError("io", path, "no key is in it");
    return key;
  } finally {
    await file.close();
  }
}

async function openKey(files: Files, path: string): Promise<OpenFile | undefined> {
  try {
    return await files.open(path, "read");
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return undefined;
    throw error;
  }
}
