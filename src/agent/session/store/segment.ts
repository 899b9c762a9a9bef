/** One file of a log. It ends with its last durable line: the rest of a failed write is cut off before the next one. */
import { FileError, type Files, type OpenFile } from "../../machine/interfaces/files.js";
import { crc32, type Digest, sha256Digest } from "../../machine/interfaces/hash.js";

/** `000001.log`. */
export function segmentName(number: number): string {
  return `${String(number).padStart(6, "0")}.log`;
}

export class Segment {
  readonly number: number;
  readonly name: string;
  readonly #files: Files;
  readonly #directory: string;
  readonly #file: OpenFile;
  readonly #digest: Digest;
  /** That of the open file, which never changes. */
  #identity: string | undefined;
  #length: number;
  #isTorn = false;

  private constructor(files: Files, directory: string, number: number, file: OpenFile, length: number, digest: Digest) {
    [this.#files, this.#directory, this.#file] = [files, directory, file];
    [this.number, this.name, this.#length, this.#digest] = [number, segmentName(number), length, digest];
  }

  /** Makes an empty segment. Its name is on the disk as soon as its first bytes are. */
  static async create(files: Files, directory: string, number: number): Promise<Segment> {
    const file = await files.open(files.join(directory, segmentName(number)), "create");
    return new Segment(files, directory, number, file, 0, sha256Digest());
  }

  /** Opens the last segment of a log, whose first `length` bytes are good and have this digest; the rest is cut off. */
  static async resume(
    files: Files,
    directory: string,
    number: number,
    length: number,
    digest: Digest,
  ): Promise<Segment> {
    const path = files.join(directory, segmentName(number));
    const file = await files.open(path, "append");
    try {
      if ((await file.status()).size > length) await file.truncate(length);
      // The bytes of another process are visible before they are on the disk; after this sync they are durable.
      await file.sync();
      await files.syncDirectory(directory);
    } catch (error) {
      await file.close().catch(() => {});
      throw error;
    }
    return new Segment(files, directory, number, file, length, digest);
  }

  /** Rejects with a `FileError` when its name is gone, or belongs to another file now (P-S57). */
  async check(): Promise<void> {
    const path = this.#files.join(this.#directory, this.name);
    const there = await this.#files.status(path);
    if (there === undefined) throw new FileError("missing", path, "ENOENT");
    this.#identity ??= (await this.#file.status()).identity;
    if (there.identity !== this.#identity) throw new FileError("replaced", path, "ESTALE");
  }

  /** Durable bytes. */
  get length(): number {
    return this.#length;
  }

  /** SHA-256 of the durable bytes. */
  get sha256(): string {
    return this.#digest.hex();
  }

  /** Writes and syncs once. Rejects with a `FileError` when not all bytes are on the disk, and then none of them counts. */
  async write(bytes: Uint8Array): Promise<void> {
    await this.mend();
    this.#isTorn = true;
    try {
      await this.#file.append(bytes);
      await this.#file.sync();
      if (this.#length === 0) await this.#files.syncDirectory(this.#directory);
    } catch (error) {
      // The refused bytes are cut off; if that fails too, the next write cuts them off.
      await this.mend().catch(() => {});
      throw error;
    }
    this.#isTorn = false;
    this.#length += bytes.length;
    this.#digest.add(bytes);
  }

  /** Cuts off the rest of a failed write. */
  async mend(): Promise<void> {
    if (!this.#isTorn) return;
    await this.#file.truncate(this.#length);
    await this.#file.sync();
    this.#isTorn = false;
  }

  /** Closes the file with a clean end, and removes one without a line. */
  async close(): Promise<void> {
    try {
      await this.mend();
    } finally {
      await this.#file.close();
    }
    if (this.#length > 0) return;
    await this.#files.remove(this.#files.join(this.#directory, this.name));
    await this.#files.syncDirectory(this.#directory);
  }
}

/** The numbers of every line. */
interface Numbered {
  /** Number of the line, from 1, over all segments. */
  readonly n: number;
  /** The highest number that was known to be on the disk when this line was written. */
  readonly s: number;
}

const NEWLINE = 0x0a;
const SPACE = 0x20;

/** Characters before the JSON. */
const HEAD = 9;

/** Makes a line of JSON, which must hold no newline. */
export function encodeLine(json: string): Uint8Array {
  return Buffer.from(`${checksum(json)} ${json}\n`);
}

/** The fields of a line, given with its newline; undefined when its checksum or its form is wrong. */
export function decodeLine(line: Uint8Array): Fields | undefined {
  return line[line.length - 1] === NEWLINE ? decodeContent(line.subarray(0, -1)) : undefined;
}

/** `decodeLine` for a line without its newline. */
export function decodeContent(line: Uint8Array): Fields | undefined {
  const value = checkedJson(line);
  return isNumbered(value) ? value : undefined;
}

/** The value of a line without its newline; undefined when its checksum or its form is wrong. */
export function checkedJson(line: Uint8Array): unknown {
  const { length } = line;
  if (length < HEAD || line[HEAD - 1] !== SPACE) return undefined;
  const json = Buffer.from(line.buffer, line.byteOffset + HEAD, length - HEAD);
  if (Buffer.from(line.buffer, line.byteOffset, HEAD - 1).toString("latin1") !== checksum(json)) return undefined;
  return parsed(json.toString("utf8"));
}

/**
 * The good line at the end of a bad one, both without their newline, when the newline between the two is damaged. Within texts a quote follows a
 * backslash, so that the search finds no text.
 */
export function decodeEnd(line: Uint8Array): Fields | undefined {
  const json = Buffer.from(line.buffer, line.byteOffset, line.length).lastIndexOf(' {"n":');
  return json === -1 ? undefined : decodeContent(line.subarray(Math.max(0, json + 1 - HEAD)));
}

type Fields = Numbered & Readonly<Record<string, unknown>>;

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isNumbered(value: unknown): value is Fields {
  if (typeof value !== "object" || value === null || !("n" in value) || !("s" in value)) return false;
  return Number.isSafeInteger(value.n) && Number.isSafeInteger(value.s);
}

function checksum(json: string | Uint8Array): string {
  return crc32(json).toString(16).padStart(8, "0");
}
