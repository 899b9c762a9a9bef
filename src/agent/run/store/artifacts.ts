/** Texts that are too long for the log, each under the digest of its bytes (P-S16, P-S38). */
import { type Files, replaceFile } from "../../ports/files.js";
import { sha256Hex } from "../../ports/hash.js";
import { corrupt } from "./failure.js";

/** More than any text that is kept. */
const ARTIFACT_BYTES = 256 * 1024 * 1024;

/** Keeps bytes under their digest; resolves when they are on the disk. Rejects with a `FileError`. */
export async function keepArtifact(files: Files, directory: string, id: string, bytes: Uint8Array): Promise<void> {
  const path = files.join(directory, id);
  // What has this name has these bytes: it got the name when it was whole.
  if ((await files.status(path)) !== undefined) return;
  await files.makeDirectory(directory);
  await replaceFile(files, path, bytes);
}

/** The bytes of an artifact. Rejects with a `FileError`, or with `history_corrupt` when they are others than they were. */
export async function readArtifact(files: Files, directory: string, id: string): Promise<Uint8Array> {
  const bytes = await files.read(files.join(directory, id), ARTIFACT_BYTES);
  if (sha256Hex(bytes) !== id) throw corrupt("an attachment is not what it was");
  return bytes;
}
