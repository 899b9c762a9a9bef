/** An attachment on its way from a session's folder into the spool, compared with its digest (P-S43). */
import { FileError, type Files } from "../../ports/files.js";
import { sha256Digest } from "../../ports/hash.js";
import type { Advertisement } from "../../run/store/advertised.js";
import type { CapturedAttachment } from "./captured.js";
import type { Spool } from "./spool.js";

/** Bytes of one read; other work of the hub waits while they are added to the digest. */
const PIECE_BYTES = 524_288;

export interface CopyTo {
  readonly spool: Spool;
  readonly capture: number;
}

/** Copies an attachment as a clone where the file system can. At most as many bytes are written as its item says. Rejects with a `FileError`. */
export async function copyAttachment(
  files: Files,
  path: string,
  id: string,
  { length }: Advertisement,
  { spool, capture }: CopyTo,
): Promise<CapturedAttachment["state"]> {
  const source = await opened(files, path);
  if (source === undefined) return "gone";
  try {
    if ((await source.status()).size !== length) return "damaged";
    if (await isCloned(path, id, { spool, capture })) {
      const copy = await spool.open(capture, id);
      try {
        return (await fits(copy, id, length)) ? "kept" : "damaged";
      } finally {
        await copy.close();
      }
    }
    const part = await spool.make(capture, id);
    try {
      return (await fits(source, id, length, (bytes) => part.append(bytes))) ? "kept" : "damaged";
    } finally {
      await part.close();
    }
  } finally {
    await source.close();
  }
}

async function opened(files: Files, path: string) {
  try {
    return await files.open(path, "read");
  } catch (error) {
    if (error instanceof FileError && (error.failure === "missing" || error.failure === "not-a-file")) return undefined;
    throw error;
  }
}

/** False as well when the file has lost its name since it was opened: its bytes can still be copied. */
async function isCloned(path: string, id: string, { spool, capture }: CopyTo): Promise<boolean> {
  try {
    return await spool.clone(capture, id, path);
  } catch (error) {
    if (error instanceof FileError && error.failure === "missing") return false;
    throw error;
  }
}

/** Reads a file to its end, and whether it is the one of this digest and length; `see` gets its bytes. */
async function fits(
  file: { readAt(offset: number, length: number): Promise<Uint8Array> },
  id: string,
  length: number,
  see: (bytes: Uint8Array) => Promise<void> = async () => {},
): Promise<boolean> {
  const digest = sha256Digest();
  for (let at = 0; at < length; at += PIECE_BYTES) {
    const bytes = await file.readAt(at, Math.min(PIECE_BYTES, length - at));
    if (bytes.length === 0) return false;
    digest.add(bytes);
    await see(bytes);
  }
  return digest.hex() === id && (await file.readAt(length, 1)).length === 0;
}
