/**
 * The preview of a long text: its beginning (P-S16), or both of its ends, because the end of an output reports its outcome (P-S33). A
 * preview of a preview still gives the length of the whole.
 */
import { unitsWithin, unitsWithinEnd, utf8Bytes } from "./text-size.js";

/** The shown part of a text. */
export type Shown = "beginning" | "ends";

interface PreviewOptions {
  readonly shows: Shown;
  /** The most bytes of the preview in UTF-8; at least 128 for both ends. */
  readonly most: number;
  /** The number of bytes already missing in the text, if it is a part itself. */
  readonly missing?: number;
}

/**
 * A text of at most `most` bytes unchanged, or else a part of it. Never splits a surrogate pair, and keeps a line whole that ends near a
 * cut.
 */
export function previewOf(text: string, { shows, most, missing = 0 }: PreviewOptions): string {
  const bytes = utf8Bytes(text);
  if (bytes <= most) return text;
  if (shows === "beginning") return text.slice(0, unitsWithin(text, most));
  const whole = bytes + missing;
  const room = most - utf8Bytes(leftOutLine(whole));
  const head = headOf(text, Math.ceil(room / 2));
  const tail = tailOf(text, Math.floor(room / 2));
  return head + leftOutLine(whole - utf8Bytes(head) - utf8Bytes(tail)) + tail;
}

/** The line between two ends, with its line breaks. */
export function leftOutLine(bytes: number): string {
  return `\n… ${bytes} bytes left out …\n`;
}

const LEFT_OUT = /\n… (\d{1,15}) bytes left out …(?=\n)/g;

interface Ends {
  readonly head: string;
  readonly tail: string;
  /** The bytes of the whole text, including those that are already missing. */
  readonly whole: number;
}

/**
 * The ends in a preview; undefined for any other text. `bytes`: the length of the whole, which distinguishes the line between the ends from
 * lines of the same form in an output.
 */
export function endsIn(preview: string, bytes: number): Ends | undefined {
  const shown = utf8Bytes(preview);
  const lines = [...preview.matchAll(LEFT_OUT)].map(({ 0: line, 1: count, index }) => {
    const whole = shown - utf8Bytes(`${line}\n`) + Number(count);
    return { whole, headEnd: index, tailStart: index + line.length + 1 };
  });
  const between = lines.find(({ whole }) => whole === bytes) ?? lines.find(({ whole }) => whole > bytes);
  if (between === undefined) return undefined;
  const { whole, headEnd, tailStart } = between;
  return { head: preview.slice(0, headEnd), tail: preview.slice(tailStart), whole };
}

/** Ends before a line break if that costs at most half of it. */
function headOf(text: string, most: number): string {
  const end = unitsWithin(text, most);
  const lineEnd = text.lastIndexOf("\n", end);
  return text.slice(0, lineEnd >= end / 2 ? lineEnd : end);
}

/** Begins after a line break if that costs at most half of it. */
function tailOf(text: string, most: number): string {
  const units = unitsWithinEnd(text, most);
  const start = text.length - units;
  const lineStart = text.indexOf("\n", start - 1) + 1;
  return text.slice(lineStart > 0 && lineStart <= start + units / 2 ? lineStart : start);
}
