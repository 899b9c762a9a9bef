/** Texts that are too long for the log, each under the digest of its bytes (P-S16, P-S38). */
import { type Files, replaceFile } from "../../ports/files.js";
import { sha256Hex } from "../../ports/hash.js";
import { corrupt } from "./failure.js";

/** Most bytes of an artifact; no text is as long. */
const ARTIFACT_BYTES = 256 * 1024 * 1024;

/** Writes bytes under their digest; resolves when they are on the disk. Rejects with a `FileError`. */
export async function keepArtifact(files: Files, directory: string, id: string, bytes: Uint8Array): Promise<void> {
  const path = files.join(directory, id);
  // A file of this name holds these bytes: it gets its name when it is whole.
  if ((await files.status(path)) !== undefined) return;
  await files.makeDirectory(directory);
  await replaceFile(files, path, bytes);
}

/** The bytes of an artifact. Rejects with a `FileError`, or with `history_corrupt` when they no longer fit their digest. */
export async function readArtifact(files: Files, directory: string, id: string): Promise<Uint8Array> {
  const bytes = await files.read(files.join(directory, id), ARTIFACT_BYTES);
  if (sha256Hex(bytes) !== id) throw corrupt("an attachment is not what it was");
  return bytes;
}
