/** One line of a log: the CRC-32 of its JSON as eight hex digits, a space, the JSON, a newline. `cut -c10- | jq` reads it. */
import { crc32 } from "../../ports/hash.js";

/** The numbers of every line. */
export interface Numbered {
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
export function decodeLine(line: Uint8Array): (Numbered & Readonly<Record<string, unknown>>) | undefined {
  const { length } = line;
  if (length < HEAD + 1 || line[length - 1] !== NEWLINE || line[HEAD - 1] !== SPACE) return undefined;
  const json = Buffer.from(line.buffer, line.byteOffset + HEAD, length - HEAD - 1);
  if (Buffer.from(line.buffer, line.byteOffset, HEAD - 1).toString("latin1") !== checksum(json)) return undefined;
  return parsed(json.toString("utf8"));
}

/** The good line at the end of a bad one, when the newline between the two is damaged. Within texts a quote follows a backslash, so that the search finds no text. */
export function decodeEnd(line: Uint8Array): ReturnType<typeof decodeLine> {
  const json = Buffer.from(line.buffer, line.byteOffset, line.length).lastIndexOf(' {"n":');
  return json === -1 ? undefined : decodeLine(line.subarray(Math.max(0, json + 1 - HEAD)));
}

function parsed(json: string): (Numbered & Readonly<Record<string, unknown>>) | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return isNumbered(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isNumbered(value: unknown): value is Numbered & Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || !("n" in value) || !("s" in value)) return false;
  return Number.isSafeInteger(value.n) && Number.isSafeInteger(value.s);
}

function checksum(json: string | Uint8Array): string {
  return crc32(json).toString(16).padStart(8, "0");
}
