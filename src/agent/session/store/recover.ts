/**
 * Reads a log back and judges its end, without a change on the disk.
 *
 * A line is good when its checksum is right and its number is the next one. The first bad line is the beginning of an unfinished write, which
 * was never acknowledged and is cut off; or it is damage, which is always reported. It is damage when a later good line shows that the bad
 * one was on the disk before, when a later file was begun, or when the session was finalized.
 */
import type { LogEntry } from "../../../generated/protocol/types.js";
import type { Files, OpenFile } from "../../machine/interfaces/files.js";
import { type Digest, sha256Digest } from "../../machine/interfaces/hash.js";
import { LineReader } from "../../wire/protocol/line-reader.js";
import { isLogEntry } from "./check.js";
import { corrupt, type SessionError } from "./failure.js";
import type { Place } from "./log.js";
import { decodeContent, decodeEnd, segmentName } from "./segment.js";

/** The good part of one file. */
interface GoodSegment {
  readonly name: string;
  readonly bytes: number;
  readonly digest: Digest;
}

export interface LogReading {
  /** Good lines. */
  readonly entries: number;
  /** Files with good lines, from the first one. */
  readonly segments: readonly GoodSegment[];
  /** An unfinished write at the end of the last file. */
  readonly torn: TornEnd | undefined;
}

/** The bytes to cut off; the whole file when it holds no good line. */
export interface TornEnd {
  readonly name: string;
  readonly offset: number;
  readonly bytes: number;
}

export interface LogToRead {
  readonly files: Files;
  readonly directory: string;
  readonly sessionId: string;
  /** Whether the session has been finalized, so that its log has no unfinished write. */
  readonly isFinal: boolean;
}

/** Gets the good lines of a log, in order. A promise is waited for, so that a slow reader slows the reading down. */
export type TakeEntry = (entry: LogEntry, place: Place) => Promise<void> | undefined;

/** Reads all lines. Rejects with `history_corrupt`, a `FileError`, or as `take` does. */
export async function readLog(log: LogToRead, take: TakeEntry): Promise<LogReading> {
  const names = (await log.files.list(log.directory)).filter((name) => /^\d{6}\.log$/.test(name));
  const reader = new Reader(log.sessionId, take);
  for (const [index, name] of names.entries()) {
    if (name !== segmentName(index + 1)) throw corrupt(`${segmentName(index + 1)} of the log is missing`);
    await reader.read(log.files, log.files.join(log.directory, name), name);
  }
  const { torn } = reader;
  const isLast = torn !== undefined && torn.name === names.at(-1);
  if (torn !== undefined && (log.isFinal || !isLast)) throw damage(torn.name, torn.offset);
  return reader;
}

function damage(name: string, offset: number): SessionError {
  return corrupt(`${name} of the log is damaged at byte ${offset}`);
}

class Reader implements LogReading {
  entries = 0;
  readonly segments: GoodSegment[] = [];
  torn: TornEnd | undefined;
  readonly #sessionId: string;
  readonly #take: TakeEntry;

  constructor(sessionId: string, take: TakeEntry) {
    this.#sessionId = sessionId;
    this.#take = take;
  }

  async read(files: Files, path: string, name: string): Promise<void> {
    const previous = this.segments.at(-1)?.digest.hex() ?? null;
    const segment = { number: this.segments.length + 1, name, bytes: 0, digest: sha256Digest(), previous };
    const file = await files.open(path, "read");
    try {
      // A file without a line was just begun.
      if ((await file.status()).size === 0) this.torn ??= { name, offset: 0, bytes: 0 };
      await this.#lines(file, segment);
    } finally {
      await file.close();
    }
    if (segment.bytes > 0) this.segments.push(segment);
  }

  /** Reads the lines of a file, a part of it in memory at a time, and waits for each that is taken. The last one may be incomplete. */
  async #lines(file: OpenFile, segment: ReadSegment): Promise<void> {
    const lines = new LineReader();
    let [position, offset] = [0, 0];
    for (let isRest = false; !isRest; ) {
      const chunk = await file.readAt(position, CHUNK);
      position += chunk.length;
      isRest = chunk.length === 0;
      if (isRest && offset === position) return;
      lines.push(isRest ? NEWLINE : chunk);
      for (let line = lines.nextBytes(); line !== undefined; line = lines.nextBytes()) {
        const taken = this.#line(segment, { line, isWhole: !isRest }, offset);
        offset += line.length + 1;
        if (taken !== undefined) await taken;
      }
    }
  }

  #line(segment: ReadSegment, { line, isWhole }: ReadLine, offset: number): Promise<void> | undefined {
    const entry = isWhole ? decodeContent(line) : undefined;
    const length = line.length + (isWhole ? 1 : 0);
    if (this.torn === undefined && entry?.n === this.entries + 1) {
      // Its checksum is right, so that it is no unfinished write.
      if (entry.s >= entry.n || !isLogEntry(entry) || !this.#isInPlace(entry, segment, offset))
        throw damage(segment.name, offset);
      this.entries = entry.n;
      segment.bytes += length;
      segment.digest.add(line);
      segment.digest.add(NEWLINE);
      return this.#take(entry, { segment: segment.number, offset, length });
    }
    const { name, bytes } = this.torn ?? { name: segment.name, bytes: 0 };
    this.torn ??= { name, offset, bytes };
    if (name === segment.name) this.torn = { ...this.torn, bytes: bytes + length };
    const later = entry ?? (isWhole ? decodeEnd(line) : undefined);
    // The first bad line has the number after the last good one.
    if (later !== undefined && later.s > this.entries) throw damage(this.torn.name, this.torn.offset);
    return undefined;
  }

  /** Whether the first line is the `segment` entry of this file, and any other line is none. */
  #isInPlace(entry: LogEntry, { number, previous }: Beginning, offset: number): boolean {
    if (entry.t !== "segment") return offset > 0;
    return (
      offset === 0 && entry.segment === number && entry.session_id === this.#sessionId && entry.previous === previous
    );
  }
}

interface Beginning {
  readonly number: number;
  readonly previous: string | null;
}

type ReadSegment = GoodSegment & Beginning & { bytes: number };

interface ReadLine {
  /** Without its newline. */
  readonly line: Uint8Array;
  /** Whether it has one. */
  readonly isWhole: boolean;
}

/** Bytes of one read. Other work of the process waits while their lines are taken (P12). */
const CHUNK = 65_536;
const NEWLINE = Uint8Array.of(0x0a);
