/**
 * The part of a long text that stands in its place: its beginning (P-S16), or both of its ends, because the end of an output is where it says
 * what became of it (P-S33). A part of a part still says how much the whole has.
 */
import { unitsWithin, unitsWithinEnd, utf8Bytes } from "./text-size.js";

/** Which part of a text is shown. */
export type Shown = "beginning" | "ends";

interface PreviewOptions {
  readonly shows: Shown;
  /** Most bytes of the preview in UTF-8; at least 128 where the ends are shown. */
  readonly most: number;
  /** Bytes that the text itself is short of, as it is a part already. */
  readonly missing?: number;
}

/** A text of at most `most` bytes as it is, else a part of it. No character is divided, and a line that ends near a cut stays whole. */
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
  /** Bytes of the text whose ends they are, with what that text itself is short of. */
  readonly whole: number;
}

/**
 * The ends that a preview shows; undefined where it is no preview of both ends. `bytes`: those of the text, by which the line between the ends is
 * told from lines of the same form in an output.
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

/** Ends before a line break where that costs at most half of it. */
function headOf(text: string, most: number): string {
  const end = unitsWithin(text, most);
  const lineEnd = text.lastIndexOf("\n", end);
  return text.slice(0, lineEnd >= end / 2 ? lineEnd : end);
}

/** Begins after a line break where that costs at most half of it. */
function tailOf(text: string, most: number): string {
  const units = unitsWithinEnd(text, most);
  const start = text.length - units;
  const lineStart = text.indexOf("\n", start - 1) + 1;
  return text.slice(lineStart > 0 && lineStart <= start + units / 2 ? lineStart : start);
}
