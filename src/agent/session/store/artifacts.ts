/** Bytes beside the log, such as attachments and long texts, each file under the digest of its bytes (P-S16, P-S38). */
import { type Files, type OpenFile, replaceFile } from "../../machine/interfaces/files.js";
import { sha256Digest, sha256Hex } from "../../machine/interfaces/hash.js";
import { corrupt } from "./failure.js";

/** A part of an artifact, in bytes. */
export interface ArtifactPart {
  readonly offset: number;
  readonly length: number;
}

/** Most bytes of an artifact; no text is as long. */
const ARTIFACT_BYTES = 256 * 1024 * 1024;

/** Bytes of one read while a file is compared with its digest. */
const PIECE_BYTES = 1_048_576;

/** Whether a text may name an artifact. Paths are made of such texts alone. */
export function isArtifactId(id: string): boolean {
  return /^[0-9a-f]{64}$/.test(id);
}

export class Artifacts {
  readonly #files: Files;
  readonly #directory: string;
  /** The last comparison of each file with its digest, and the file that was compared. */
  readonly #compared = new Map<string, { readonly file: string; readonly done: Promise<void> }>();

  constructor(files: Files, directory: string) {
    this.#files = files;
    this.#directory = directory;
  }

  /** Writes bytes under their digest; resolves when they are on the disk. Rejects with a `FileError`. */
  async keep(id: string, bytes: Uint8Array): Promise<void> {
    const path = pathOf(this.#files, this.#directory, id);
    // A file of this name holds these bytes: it gets its name when it is whole. A killed process may have left the name off the disk.
    if ((await this.#files.status(path)) !== undefined) return this.#files.syncDirectory(this.#directory);
    await this.#files.makeDirectory(this.#directory);
    await replaceFile(this.#files, path, bytes);
  }

  /** All bytes of an artifact. Rejects as `readArtifact` does. */
  whole(id: string): Promise<Uint8Array> {
    return readArtifact(this.#files, this.#directory, id);
  }

  /** Resolves when all of a file fits its digest; compared once for each file. Rejects as `readArtifact` does. */
  async compare(id: string, total: number): Promise<void> {
    const file = await this.#files.open(pathOf(this.#files, this.#directory, id), "read");
    try {
      await this.#compare(file, id, total);
    } finally {
      await file.close();
    }
  }

  /** The bytes of a part in pieces of `pieceBytes`, each read when it is asked for and lasting until the next one is. Rejects as `readArtifact` does. */
  async *pieces(id: string, part: ArtifactPart, pieceBytes: number): AsyncGenerator<Uint8Array> {
    const file = await this.#files.open(pathOf(this.#files, this.#directory, id), "read");
    try {
      yield* piecesOf(file, part, pieceBytes);
    } finally {
      await file.close();
    }
  }

  async #compare(file: OpenFile, id: string, total: number): Promise<void> {
    const { identity, size, modified } = await file.status();
    if (size !== total) throw changed();
    const name = `${identity} ${size} ${modified}`;
    const known = this.#compared.get(id);
    if (known?.file === name) return known.done;
    const done = compared(file, id, total);
    this.#compared.set(id, { file: name, done });
    try {
      await done;
    } catch (error) {
      this.#compared.delete(id);
      throw error;
    }
  }
}

/** All bytes of an artifact. Rejects with a `FileError`, or with `history_corrupt` when they no longer fit their digest. */
export async function readArtifact(files: Files, directory: string, id: string): Promise<Uint8Array> {
  const bytes = await files.read(pathOf(files, directory, id), ARTIFACT_BYTES);
  if (sha256Hex(bytes) !== id) throw changed();
  return bytes;
}

/** The bytes of a part of an opened artifact, in pieces of `pieceBytes`, each of which lasts until the next one is asked for. Rejects with a `FileError`, or with `history_corrupt` when it is shorter. */
export async function* piecesOf(
  file: Pick<OpenFile, "readAt">,
  { offset, length }: ArtifactPart,
  pieceBytes: number,
): AsyncGenerator<Uint8Array> {
  const room = new Uint8Array(Math.min(pieceBytes, length));
  for (let at = 0; at < length; at += pieceBytes) {
    const expected = Math.min(pieceBytes, length - at);
    const bytes = await file.readAt(offset + at, expected, room);
    if (bytes.length !== expected) throw changed();
    yield bytes;
  }
}

function pathOf(files: Files, directory: string, id: string): string {
  if (!isArtifactId(id)) throw corrupt("an attachment has a name that no attachment has");
  return files.join(directory, id);
}

/** Reads a file piece by piece, so that a long one stops nothing else. */
async function compared(file: OpenFile, id: string, total: number): Promise<void> {
  const digest = sha256Digest();
  for (let at = 0; at < total; at += PIECE_BYTES) digest.add(await file.readAt(at, Math.min(PIECE_BYTES, total - at)));
  if (digest.hex() !== id) throw changed();
}

function changed(): Error {
  return corrupt("an attachment is not what it was");
}
