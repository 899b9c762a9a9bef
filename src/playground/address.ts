/** A pair of files in the fragment of an address, compressed. Nothing of a fragment ever reaches a server. */
import { FORMAT_NAMES, type Format } from "../toolkit/read/document/formats.js";

/** One file of a pair; an empty text is no file. */
export interface PlaygroundFile {
  readonly text: string;
  readonly format: Format;
}

export interface Pair {
  readonly global: PlaygroundFile;
  readonly project: PlaygroundFile;
}

export const EMPTY: Pair = { global: { text: "", format: "yaml" }, project: { text: "", format: "yaml" } };

/** The first characters of a fragment with files, which name the version of this format. */
const VERSION = "1.";

/** The longest fragment to read or write, in characters: browsers cut addresses of two megabytes. */
const LONGEST_FRAGMENT = 1_000_000;

/** The longest content of a fragment, in bytes: a short fragment can hold much more than a page can show. */
const LONGEST_CONTENT = 4_000_000;

/** The fragment for a pair, without `#`; undefined if it would be too long for an address. */
export async function fragmentOf({ global, project }: Pair): Promise<string | undefined> {
  const content = JSON.stringify([global.format, global.text, project.format, project.text]);
  const bytes = new TextEncoder().encode(content);
  if (bytes.length > LONGEST_CONTENT) return undefined;
  const packed = await through(bytes, new CompressionStream("deflate-raw"), Infinity);
  if (packed === undefined || packed.length * 1.4 > LONGEST_FRAGMENT) return undefined;
  return VERSION + base64(packed);
}

/** The pair in a fragment without `#`; a sentence where there is none. */
export async function pairIn(fragment: string): Promise<Pair | string> {
  if (!fragment.startsWith(VERSION)) return "This address holds no files that this page can read.";
  if (fragment.length > LONGEST_FRAGMENT) return "This address is too long: it was not made by this page.";
  const packed = bytesIn(fragment.slice(VERSION.length));
  const content = packed && (await through(packed, new DecompressionStream("deflate-raw"), LONGEST_CONTENT));
  const pair = content && pairFrom(content);
  return pair ?? "This address is incomplete or was changed: its files cannot be read.";
}

function pairFrom(content: Uint8Array): Pair | undefined {
  try {
    const parts: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(content));
    if (!Array.isArray(parts) || parts.length !== 4) return undefined;
    const [global, project] = [fileFrom(parts[0], parts[1]), fileFrom(parts[2], parts[3])];
    return global && project && { global, project };
  } catch {
    return undefined;
  }
}

function fileFrom(format: unknown, text: unknown): PlaygroundFile | undefined {
  const known = FORMAT_NAMES.find((name) => name === format);
  return typeof text === "string" && known !== undefined ? { text, format: known } : undefined;
}

/** The bytes after a transformation; undefined if they are damaged or longer than `most`. */
async function through(
  bytes: Uint8Array<ArrayBuffer>,
  { readable, writable }: CompressionStream | DecompressionStream,
  most: number,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const writer = writable.getWriter();
  // The reader below gets the same failure.
  writer.write(bytes).catch(() => undefined);
  writer.close().catch(() => undefined);
  const chunks: Uint8Array[] = [];
  let length = 0;
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      const chunk: Uint8Array = next.value;
      length += chunk.length;
      if (length > most) {
        await reader.cancel();
        return undefined;
      }
      chunks.push(chunk);
    }
  } catch {
    return undefined;
  }
  const whole = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

/** Base64 with the characters of an address, without padding. */
function base64(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function bytesIn(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    const characters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return Uint8Array.from(characters, (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}
