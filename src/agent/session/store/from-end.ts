/** The entries of a log from the newest to the oldest: only as much of it is read as its reader takes. Each line is checked by itself. */
import type { LogEntry } from "../../../generated/protocol/types.js";
import type { Files, OpenFile } from "../../machine/interfaces/files.js";
import { isLogEntry } from "./check.js";
import { decodeLine } from "./segment.js";

/** Bytes of the first read of a file, and of the largest. */
const FIRST = 16_384;
const LARGEST = 1_048_576;

const NEWLINE = 0x0a;

export interface FromEnd {
  readonly files: Files;
  /** The directory of the segments. */
  readonly directory: string;
  /** Bytes after which no more are read. */
  readonly most: number;
}

/** Lines that are damaged or unfinished are passed over. Rejects with a `FileError`. */
export async function* entriesFromEnd({ files, directory, most }: FromEnd): AsyncGenerator<LogEntry, void, undefined> {
  const names = (await files.list(directory)).filter((name) => /^\d{6}\.log$/.test(name));
  let left = most;
  for (const name of names.toReversed()) {
    const file = await files.open(files.join(directory, name), "read");
    try {
      for await (const { line, read } of linesFromEnd(file)) {
        const entry = decodeLine(line);
        if (entry !== undefined && isLogEntry(entry)) yield entry;
        left -= read;
        if (left <= 0) return;
      }
    } finally {
      await file.close();
    }
  }
}

/** The lines of a file from its end, each with the bytes that were read for it. */
async function* linesFromEnd(
  file: OpenFile,
): AsyncGenerator<{ readonly line: Uint8Array; readonly read: number }, void, undefined> {
  /** The end of a line whose beginning has not been read. */
  let rest: Uint8Array = new Uint8Array();
  let read = 0;
  let from = (await file.status()).size;
  for (let length = FIRST; from > 0; length = Math.min(2 * length, LARGEST)) {
    const start = Math.max(0, from - length);
    const piece = await file.readAt(start, from - start);
    const bytes = Buffer.concat([piece, rest]);
    read += piece.length;
    from = start;
    let end = bytes.length;
    for (;;) {
      const before = end < 2 ? -1 : bytes.lastIndexOf(NEWLINE, end - 2);
      if (before === -1) break;
      yield { line: bytes.subarray(before + 1, end), read };
      read = 0;
      end = before + 1;
    }
    rest = bytes.subarray(0, end);
  }
  if (rest.length > 0) yield { line: rest, read };
}
